// Written by `npm run generate` from api/openapi.yaml. Do not edit.
export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description The signed-in user, the business the session is in, and all that the user may switch to.
         */
        get: operations["readAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Where the user is signed in
         * @description The user's live sessions, the newest first. They are few, so they come all at once.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Ends one of the user's own sessions, the present one included. It is over
         *     at once, on every host.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get tokens
         * @description Redeems an authorization code, a refresh token, a device code or a session
         *     token.
         *
         *     A CONFIDENTIAL client authenticates with its secret, by Basic or in the
         *     body; a PUBLIC one sends its `client_id`. Refresh tokens change on every
         *     use. A used one that comes back ends all tokens of its family.
         *
         *     A refresh with an `Idempotency-Key` can be sent again: for 60 seconds, the
         *     same refresh token with the same key gets the same answer, which then
         *     carries `Idempotent-Replayed`. Save a random key beside the refresh token
         *     before you send it, so that a process that dies before it has saved the
         *     answer does not lose the connection. Without the header nothing changes.
         */
        post: operations["requestTokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin on a device
         * @description Gives a device a code to show and a code to poll with. Clients
         *     authenticate as at the token endpoint.
         */
        post: operations["authorizeDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a token back
         * @description Ends a token: a refresh token with all tokens of its family, an access
         *     token alone. A client can end only its own tokens; without any client,
         *     holding the token is enough. The answer is the same whether there was such
         *     a token or not.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask about a token
         * @description Tells a client whether a token of its own is live. Credentials are taken
         *     from the Authorization header alone, so this is for CONFIDENTIAL clients.
         */
        post: operations["introspectToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register an app by itself
         * @description An app that registers itself belongs to nobody, and connects only to the
         *     sandboxes of an organization that the consenting user belongs to. It is
         *     removed after 30 days without use.
         */
        post: operations["registerClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The authorization server
         * @description The authorization server's metadata (RFC 8414).
         */
        get: operations["readServerMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The API as a protected resource
         * @description The API's metadata (RFC 9728). It names the authorization server.
         */
        get: operations["readResourceMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A path of the API as a protected resource
         * @description The same document for a client that was told of one path. All paths are one resource.
         */
        get: operations["readPathMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-protected-resource/mcp/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The reading tools as a protected resource
         * @description The same document for assistants that only read. It names the reading scopes alone.
         */
        get: operations["readReadingToolsMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Signing keys
         * @description The public keys that sign session tokens (RFC 7517).
         */
        get: operations["readKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the description of the API
         * @description What the Business API and the OAuth endpoints take and answer in one version,
         *     as one OpenAPI 3.1 document. Versions that are past their sunset can be read
         *     too: webhooks go on in the shapes of a pinned version. People may prefer the
         *     reference on the app host.
         */
        get: operations["readDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Talk to the tools
         * @description One message of JSON-RPC 2.0: no batches, at most 256 KB. Tools speak the current
         *     version of the API. A tool's own refusal is a result with `isError`; what is wrong
         *     with the token, a missing scope and the limits are answered by HTTP, as everywhere.
         */
        post: operations["callTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Talk to the reading tools
         * @description The same with the tools that change nothing, and no others.
         */
        post: operations["callReadingTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who the token stands for
         * @description The user who consented, the business they chose, the app itself, and what
         *     the app may do there: the token's scopes and the user's permissions. A
         *     call needs both the scope and the permission.
         */
        get: operations["readMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/business": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the business
         * @description The business that the token stands for.
         */
        get: operations["readBusiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the business
         * @description Changes what is given and leaves the rest. The currency of the books is for good; the plan is changed
         *     elsewhere.
         */
        patch: operations["changeBusiness"];
        trace?: never;
    };
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description The chart of accounts, the latest added first. A search looks at codes and names.
         */
        get: operations["listLedgerAccounts"];
        put?: never;
        /**
         * Add an account
         * @description Adds an account to the chart. Its code is no other account's: ACCOUNT_CODE_TAKEN.
         */
        post: operations["createLedgerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account
         * @description One account of the chart.
         */
        get: operations["readLedgerAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description Changes what is given and leaves the rest. The type changes only while nothing was posted to the
         *     account (ACCOUNT_IN_USE), and never where the account has a role (ACCOUNT_NEEDED).
         */
        patch: operations["changeLedgerAccount"];
        trace?: never;
    };
    "/accounts/{id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an account's balance
         * @description What was posted to the account through a day.
         */
        get: operations["readLedgerAccountBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive an account
         * @description Closes the account to new entries. An account with a role stays open: ACCOUNT_NEEDED. Archiving twice
         *     changes nothing.
         */
        post: operations["archiveLedgerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an account
         * @description Opens an archived account again. Restoring twice changes nothing.
         */
        post: operations["restoreLedgerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List journal entries
         * @description The journal, the latest posted first. An entry never changes, so `updatedSince` means posted since. A
         *     search looks at the memo.
         */
        get: operations["listJournalEntries"];
        put?: never;
        /**
         * Post a journal entry
         * @description Posts an entry by hand, with the next number. Debits and credits come to the same, or nothing is posted:
         *     JOURNAL_UNBALANCED. Nothing is posted to a locked day (PERIOD_LOCKED) or an archived account
         *     (ACCOUNT_ARCHIVED). A posted entry never changes; a mistake is reversed.
         */
        post: operations["postJournalEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal-entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a journal entry
         * @description One entry of the journal, with its lines.
         */
        get: operations["readJournalEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal-entries/{id}/reverse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reverse a journal entry
         * @description Posts the opposite of an entry, today or on the given day. An entry is reversed once
         *     (ENTRY_ALREADY_REVERSED). What an invoice or a payment posted is not reversed by hand
         *     (ENTRY_NOT_MANUAL): void the invoice, or delete the payment.
         */
        post: operations["reverseJournalEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/periods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which days are locked
         * @description Through which day the books are locked.
         */
        get: operations["readPeriods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/periods/lock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Lock or unlock periods
         * @description Locks the books through a day that is past: nothing is posted on it or before any more. An earlier day
         *     than before opens what is after it; null opens every day.
         */
        put: operations["lockPeriods"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/trial-balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the trial balance
         * @description The balance of every account through a day, on the side where it stands, in the order of the codes. The
         *     two totals are always the same. Archived accounts that come to nothing are left out.
         */
        get: operations["readTrialBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppliers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppliers
         * @description The business's suppliers, the latest added first. A search looks at name, email and tax number.
         */
        get: operations["listSuppliers"];
        put?: never;
        /**
         * Add a supplier
         * @description Adds somebody whom the business buys from. Only a name is needed.
         */
        post: operations["createSupplier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppliers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a supplier
         * @description One supplier.
         */
        get: operations["readSupplier"];
        put?: never;
        post?: never;
        /**
         * Delete a supplier
         * @description Removes the supplier for good.
         */
        delete: operations["deleteSupplier"];
        options?: never;
        head?: never;
        /**
         * Change a supplier
         * @description Changes what is given and leaves the rest; null empties a field. An address is replaced as a whole.
         */
        patch: operations["changeSupplier"];
        trace?: never;
    };
    "/suppliers/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a supplier
         * @description Puts the supplier out of the way. Archiving twice changes nothing.
         */
        post: operations["archiveSupplier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppliers/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a supplier
         * @description Brings an archived supplier back. Restoring twice changes nothing.
         */
        post: operations["restoreSupplier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppliers/{id}/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a supplier's personal data
         * @description Takes all that is personal out of the supplier, for good: it is called "Erased", and
         *     everything else that tells who it was is empty.
         *     The record stays and can be archived; changing it is refused with SUPPLIER_ERASED.
         *     What past events, kept answers and apps hold of it on our side goes too, within minutes.
         *     Apps that may read suppliers are told by supplier.redact to erase their copies. Erasing
         *     twice changes nothing.
         */
        post: operations["redactSupplier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description The business's customers, the latest added first.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Add a customer
         * @description Adds a customer to the business.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a customer
         * @description One customer, with what it owes now.
         */
        get: operations["readCustomer"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description Removes a customer that nothing refers to. One with invoices or payments is refused with CUSTOMER_IN_USE; archive it instead.
         */
        delete: operations["deleteCustomer"];
        options?: never;
        head?: never;
        /**
         * Change a customer
         * @description Changes what is given and leaves the rest. A change that changes nothing makes no new version and no event.
         */
        patch: operations["changeCustomer"];
        trace?: never;
    };
    "/customers/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a customer
         * @description Puts a customer away. It keeps its invoices, payments and balance; a new invoice for it is refused with CUSTOMER_ARCHIVED.
         */
        post: operations["archiveCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a customer
         * @description Brings an archived customer back.
         */
        post: operations["restoreCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a customer into another
         * @description Gives the invoices, payments and balance of the customer in the path to another
         *     one, and the customer is gone: its id answers 404. The records that moved have
         *     a new version and a new `updatedAt`; the one event is customer.merged.
         */
        post: operations["mergeCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a customer's personal data
         * @description Takes all that is personal out of the customer, for good: it is called "Erased", and
         *     everything else that tells who it was is empty. Its invoices
         *     and payments keep their amounts, and lose their references and notes; mails that wait are
         *     not sent, and it gets no new invoices.
         *     The record stays and can be archived; changing it is refused with CUSTOMER_ERASED.
         *     What past events, kept answers and apps hold of it on our side goes too, within minutes.
         *     Apps that may read customers are told by customer.redact to erase their copies. Erasing
         *     twice changes nothing.
         */
        post: operations["redactCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description The business's invoices and credit notes with their lines, the latest created first.
         */
        get: operations["listInvoices"];
        put?: never;
        /**
         * Create an invoice
         * @description Makes a draft. With `issue` it is issued in the same step, as by the endpoint for
         *     that, and both events tell of it; the user then needs the permission
         *     invoices.edit too. A business whose plan leaves no room for another invoice this
         *     year is refused with PLAN_INVOICE_LIMIT_REACHED or PLAN_TURNOVER_LIMIT_REACHED.
         */
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an invoice
         * @description One invoice or credit note.
         */
        get: operations["readInvoice"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description Removes a draft. What was issued is refused with INVOICE_NOT_EDITABLE; void or credit it.
         */
        delete: operations["deleteInvoice"];
        options?: never;
        head?: never;
        /**
         * Change an invoice
         * @description Changes what is given and leaves the rest; `lines` replaces all of them. Of an
         *     issued invoice only `reference`, `notes` and `dueDate` can be changed, of a
         *     credit note `reference` and `notes`, of a void one nothing:
         *     INVOICE_NOT_EDITABLE.
         */
        patch: operations["changeInvoice"];
        trace?: never;
    };
    "/invoices/{id}/issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue an invoice
         * @description Makes a draft an invoice: debits the receivable account with the total, credits
         *     the accounts of the lines with their net amounts and Tax payable with the tax,
         *     on the issue date. It gets the next number without a gap, such as INV-000042,
         *     unless it has one of its own. One that comes to nothing is PAID at once.
         */
        post: operations["issueInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invoice
         * @description Mails an issued invoice, or a credit note, to the customer or to the given
         *     address. The mail goes out soon after the answer. The same invoice goes to the
         *     same address at most once in five minutes; a business sends at most 200 in an
         *     hour and 1,000 in a day, 20 of them to one address.
         */
        post: operations["sendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an invoice
         * @description Takes back an issued invoice of which nothing was paid or credited. It keeps its
         *     number, and its entry in the journal is reversed today.
         */
        post: operations["voidInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Credit an invoice
         * @description Issues a credit note against an issued invoice, over no more than is due of it,
         *     and posts the opposite of what the invoice posted. Without `lines` it credits all
         *     of an invoice of which nothing was paid or credited. An invoice of which nothing
         *     is due any more is PAID; invoice.credited tells of it and of the credit note.
         */
        post: operations["creditInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/bulk-import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import invoices
         * @description Creates up to 200 invoices in one call. By default each succeeds or fails by
         *     itself, and the answer tells of each; what is wrong with one is in the shape that
         *     POST /invoices answers with. With ALL_OR_NOTHING one that fails refuses all, with
         *     IMPORT_REJECTED and the failures in `details`. Where the plan has no room for the
         *     first invoice the call is refused like POST /invoices.
         */
        post: operations["importInvoices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an import
         * @description What came of an import, as it was answered.
         */
        get: operations["readInvoiceImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payments
         * @description The business's payments, the latest recorded first. Deleted ones are not among them.
         */
        get: operations["listPayments"];
        put?: never;
        /**
         * Record a payment
         * @description Takes in a customer's money: debits the account that it went to, and credits
         *     the receivable account, on the payment's date. With `allocations` it settles
         *     invoices of the same customer in the same step; what is not allocated counts
         *     as the customer's credit until it is.
         */
        post: operations["recordPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a payment
         * @description One payment, with what it settles and what was given back of it.
         */
        get: operations["readPayment"];
        put?: never;
        post?: never;
        /**
         * Delete a payment
         * @description Takes a payment back as if it had never been recorded: its journal entry is
         *     reversed on today's date, and the invoices that it settled are due again. The
         *     user needs the permission `payments.delete`, which owners and admins have.
         *     A payment that was refunded cannot be deleted.
         */
        delete: operations["deletePayment"];
        options?: never;
        head?: never;
        /**
         * Change a payment
         * @description Changes what is noted of a payment. Its amount, date, customer and account
         *     stand in the journal and do not change: delete the payment and record it
         *     again. A change that changes nothing makes no new version.
         */
        patch: operations["updatePayment"];
        trace?: never;
    };
    "/payments/{id}/allocate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle invoices with a payment
         * @description Settles issued invoices of the payment's customer with what is left of the
         *     payment. An invoice that it settles in part already gets more.
         */
        post: operations["allocatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a payment back
         * @description Gives the customer money back, from the account that the payment went to:
         *     all that is left of the payment, or the amount that is given. What settles
         *     no invoice goes first. As far as that is not enough, invoices are due again,
         *     the newest first.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the event log
         * @description The events that the app may see, oldest first. Keep `nextCursor` and send it as
         *     `after` the next time, also after a page without events: it is the last event
         *     that was looked at, seen or not. A reader that has seen an event has seen all
         *     before it; no event appears later in between.
         *
         *     `hasMore` says that there is more to look at now. Then a page may have fewer
         *     events than `limit`, and none at all.
         *
         *     A cursor that is older than 30 days, or no event of this business, is refused
         *     with `UNKNOWN_CURSOR`. Members in person have no event log.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an event
         * @description One event, if the app may see it and it is not older than 30 days.
         */
        get: operations["readEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the types of events
         * @description All types of events, with the schema of their data and a sample. `available`
         *     tells whether this token may see such events.
         */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Everybody who belongs to the business, the oldest member first. They are few, so
         *     they come all at once.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description The user does not belong to the business any more. What apps could do on their
         *     behalf ends with it. The last owner cannot be removed.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description Takes effect with the member's next call, in person and through apps. Nobody gives
         *     or takes a role that may do more than they, and somebody stays the owner.
         */
        patch: operations["changeMember"];
        trace?: never;
    };
    "/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description The invitations that nobody has accepted yet, the newest first.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description Sends a mail with a link that works for seven days. It takes the place of an open
         *     invitation to the same address. The same address is invited at most once in five
         *     minutes; a business invites at most 20 in an hour and 100 in a day.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description The link in the mail leads nowhere from now on.
         */
        delete: operations["cancelInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List roles
         * @description What each role may do in this business, and where that departs from the default.
         */
        get: operations["listRoles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/roles/{role}/permissions/{permission}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Give or take a permission
         * @description Decides, for this business, whether a role holds a permission. It takes effect
         *     with the next call of each member. Nobody gives or takes what they do not hold
         *     themselves; what the owner holds, and what is the owner's alone, is fixed.
         */
        put: operations["setRolePermission"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit log
         * @description Who did what to a member, a role, a connected app or somebody's data, by which
         *     request, the latest first: all of it, or what was done to one `subject`, one kind of
         *     `action`, the actions `from` an instant and `to` another. What is shown never changes; it
         *     holds ids and settings, no secrets and no personal data.
         */
        get: operations["readAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the plan
         * @description The business's plan, and what each plan allows in a calendar year of the business.
         */
        get: operations["readPlan"];
        /**
         * Change the plan
         * @description Takes effect with the next invoice. Where the operator chooses plans, which is the
         *     default, this is refused with `PLAN_NOT_SELF_SERVICE`.
         */
        put: operations["changePlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connected-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connected apps
         * @description The apps that the business has now, the one that came first first, with who said
         *     yes to them and when they last called.
         */
        get: operations["listConnectedApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connected-apps/{id}/revoke-access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an app's access
         * @description Ends all tokens of the app in this business at once. The app stays installed, and
         *     so do its webhooks; it gets in again when somebody consents again.
         */
        post: operations["revokeConnectedApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connected-apps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Uninstall an app
         * @description Ends the installation and all that hangs on it. An app that is installed again
         *     starts anew.
         */
        delete: operations["uninstallConnectedApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what apps did
         * @description What apps changed in the business, one entry a call, the newest first: all of it, or what
         *     one app did (`appId`), to one `kind` of records; or all that was done to one record
         *     (`recordId`). An entry names the app, the user in whose name it acted, the request, and the
         *     records that the call changed: first the one that it was about, then those that changed
         *     with it, such as the invoice that a payment paid. It holds ids and names of fields, no values.
         *
         *     Invoices and payments that change hands when customers are merged have no change of
         *     their own; `customer.merged` stands for them. Entries are kept for 13 months.
         */
        get: operations["listAppActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-activity/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what one call of an app did
         * @description One entry, with all of its changes; a list shows the first 25.
         */
        get: operations["readAppActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-activity/reads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what apps read
         * @description How often apps read, by day and kind of record, the newest day first. Every call that was
         *     answered counts once, whether it asked for one record or for a list. Days are those of
         *     the business's time zone; at most 93 can be asked for at once. A call counts some seconds
         *     after it was answered.
         */
        get: operations["listAppReads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-activity.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download what apps did
         * @description A line for each change, the newest first, then one for each day and kind of what was read
         *     (its `action` is `read`), with ids beside names. At most 93 days and 100,000 lines: where
         *     there is more, the last line says so. Cells that a spreadsheet would take for a formula
         *     begin with an apostrophe.
         */
        get: operations["downloadAppActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the app's values
         * @description What the app keeps on some records, at most 50 of them. A record that does not exist
         *     has no values. Other apps' values are never shown.
         *
         *     With `resourceType`, the installation must hold that type's read scope
         *     (`APP_CANNOT_ACCESS_TYPE_RECORD`); without it the answer is about the types that the
         *     installation may read, and refused if there are none.
         */
        get: operations["readAppData"];
        /**
         * Write values
         * @description Writes 1 to 25 values, all of them or none. A `value` of null deletes. A value that is
         *     there already is left as it is, and nobody is told of it; every other change is an event
         *     `app_data.updated`. The answer shows the values that are there now, in the order of the
         *     call, without those that were deleted.
         *
         *     It is refused, in this order: with `APP_CANNOT_ACCESS_TYPE_RECORD` if the installation
         *     lacks the read scope of a record's type; with `UNKNOWN_APP_DATA_FIELD` if the app has not
         *     declared a key for the type; with `RECORD_NOT_FOUND`, or `RECORD_ERASED` if the customer's or
         *     supplier's personal data was erased; and with `INVALID_APP_DATA_VALUE`, whose `details` name every value that breaks a rule of its field: `resourceType`,
         *     `resourceId`, `key` and `reason`.
         */
        put: operations["putAppData"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app-data/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a value
         * @description Deletes a value of the app in this business. The installation must hold the read scope of
         *     the record's type.
         */
        delete: operations["deleteAppData"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invoices/{id}/app-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what apps show on an invoice
         * @description The fields that connected apps show to the business on such records, with their values,
         *     app by app. For members in person.
         */
        get: operations["showInvoiceAppFields"];
        /**
         * Fill in what apps ask on an invoice
         * @description Writes 1 to 25 of the shown fields, all of them or none. A `value` of null deletes. The app
         *     is told by `app_data.updated` with the origin USER.
         *
         *     A field that no connected app shows on such records is refused with
         *     `UNKNOWN_APP_DATA_FIELD`, one that is not editable with `FIELD_NOT_EDITABLE`, and values
         *     that break the rules with `INVALID_APP_DATA_VALUE`, as in PUT /app-data. For members in
         *     person.
         */
        put: operations["editInvoiceAppFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}/app-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what apps show on a customer
         * @description The fields that connected apps show to the business on such records, with their values,
         *     app by app. For members in person.
         */
        get: operations["showCustomerAppFields"];
        /**
         * Fill in what apps ask on a customer
         * @description Writes 1 to 25 of the shown fields, all of them or none. A `value` of null deletes. The app
         *     is told by `app_data.updated` with the origin USER.
         *
         *     A field that no connected app shows on such records is refused with
         *     `UNKNOWN_APP_DATA_FIELD`, one that is not editable with `FIELD_NOT_EDITABLE`, and values
         *     that break the rules with `INVALID_APP_DATA_VALUE`, as in PUT /app-data. For members in
         *     person.
         */
        put: operations["editCustomerAppFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{id}/app-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what apps show on a payment
         * @description The fields that connected apps show to the business on such records, with their values,
         *     app by app. For members in person.
         */
        get: operations["showPaymentAppFields"];
        /**
         * Fill in what apps ask on a payment
         * @description Writes 1 to 25 of the shown fields, all of them or none. A `value` of null deletes. The app
         *     is told by `app_data.updated` with the origin USER.
         *
         *     A field that no connected app shows on such records is refused with
         *     `UNKNOWN_APP_DATA_FIELD`, one that is not editable with `FIELD_NOT_EDITABLE`, and values
         *     that break the rules with `INVALID_APP_DATA_VALUE`, as in PUT /app-data. For members in
         *     person.
         */
        put: operations["editPaymentAppFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{id}/app-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what apps show on an account
         * @description The fields that connected apps show to the business on such records, with their values,
         *     app by app. For members in person.
         */
        get: operations["showAccountAppFields"];
        /**
         * Fill in what apps ask on an account
         * @description Writes 1 to 25 of the shown fields, all of them or none. A `value` of null deletes. The app
         *     is told by `app_data.updated` with the origin USER.
         *
         *     A field that no connected app shows on such records is refused with
         *     `UNKNOWN_APP_DATA_FIELD`, one that is not editable with `FIELD_NOT_EDITABLE`, and values
         *     that break the rules with `INVALID_APP_DATA_VALUE`, as in PUT /app-data. For members in
         *     person.
         */
        put: operations["editAccountAppFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/journal-entries/{id}/app-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what apps show on an entry of the journal
         * @description The fields that connected apps show to the business on such records, with their values,
         *     app by app. For members in person.
         */
        get: operations["showJournalEntryAppFields"];
        /**
         * Fill in what apps ask on an entry of the journal
         * @description Writes 1 to 25 of the shown fields, all of them or none. A `value` of null deletes. The app
         *     is told by `app_data.updated` with the origin USER.
         *
         *     A field that no connected app shows on such records is refused with
         *     `UNKNOWN_APP_DATA_FIELD`, one that is not editable with `FIELD_NOT_EDITABLE`, and values
         *     that break the rules with `INVALID_APP_DATA_VALUE`, as in PUT /app-data. For members in
         *     person.
         */
        put: operations["editJournalEntryAppFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppliers/{id}/app-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what apps show on a supplier
         * @description The fields that connected apps show to the business on such records, with their values,
         *     app by app. For members in person.
         */
        get: operations["showSupplierAppFields"];
        /**
         * Fill in what apps ask on a supplier
         * @description Writes 1 to 25 of the shown fields, all of them or none. A `value` of null deletes. The app
         *     is told by `app_data.updated` with the origin USER.
         *
         *     A field that no connected app shows on such records is refused with
         *     `UNKNOWN_APP_DATA_FIELD`, one that is not editable with `FIELD_NOT_EDITABLE`, and values
         *     that break the rules with `INVALID_APP_DATA_VALUE`, as in PUT /app-data. For members in
         *     person.
         */
        put: operations["editSupplierAppFields"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who works in the console
         * @description Who calls, the organizations they belong to, and the developer token that they call with.
         */
        get: operations["readDeveloper"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List one's command lines
         * @description The command lines that the user has signed in and that are not over, the latest used first.
         */
        get: operations["listDeveloperTokens"];
        put?: never;
        post?: never;
        /**
         * Sign all one's command lines out
         * @description Ends all developer tokens of the user, the one that is used for it included.
         */
        delete: operations["endDeveloperTokens"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a command line out
         * @description Ends one of the user's own developer tokens, at once, on every node. Whoever has its text
         *     can also end it at `/oauth/revoke`.
         */
        delete: operations["endDeveloperToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your organizations
         * @description The organizations that the signed-in user is a member of, by name.
         */
        get: operations["listOrganizations"];
        put?: never;
        /**
         * Create an organization
         * @description Makes an organization that the signed-in user owns. A user owns at most 10
         *     (`ORGANIZATION_LIMIT`), and makes at most 10 a day.
         */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organization
         * @description For every member.
         */
        get: operations["readOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename an organization
         * @description For admins and owners.
         */
        patch: operations["changeOrganization"];
        trace?: never;
    };
    "/developer/organizations/{id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave an organization
         * @description For every member. The last owner stays until somebody else is one (`LAST_OWNER`).
         */
        post: operations["leaveOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/hand-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand an organization over
         * @description Makes another member the owner, and the one who hands over an admin. Other owners stay
         *     owners. For owners.
         */
        post: operations["handOverOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members
         * @description Who belongs to the organization, the oldest member first. For every member.
         */
        get: operations["listOrganizationMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description From that moment on the person reaches nothing of the organization. For admins and owners,
         *     as far as the member's role is not above their own.
         */
        delete: operations["removeOrganizationMember"];
        options?: never;
        head?: never;
        /**
         * Change a member's role
         * @description For admins and owners. Nobody gives or takes a role above their own (`ROLE_ABOVE_YOURS`),
         *     and the last owner stays one (`LAST_OWNER`).
         */
        patch: operations["changeOrganizationMember"];
        trace?: never;
    };
    "/developer/organizations/{id}/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members' command lines
         * @description The command lines that members of the organization have signed in, the latest used first. For owners.
         */
        get: operations["listMembersDeveloperTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a member's command line out
         * @description Ends a developer token of a member, at once. It is its person's, so it ends for whatever
         *     other organizations they belong to as well. For owners.
         */
        delete: operations["endMembersDeveloperToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open invitations
         * @description Newest first. For every member.
         */
        get: operations["listOrganizationInvitations"];
        put?: never;
        /**
         * Invite somebody
         * @description Asks somebody, by mail, into the organization, in place of an open invitation to the same
         *     address. The link in the mail works for seven days, once, for that address, and as long as
         *     whoever invited may still do so. For admins and owners; a role above one's own cannot be
         *     given (`ROLE_ABOVE_YOURS`). Mails are limited (`MAIL_SENT_RECENTLY`, `MAIL_LIMIT_REACHED`).
         */
        post: operations["createOrganizationInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description The link that was mailed leads nowhere from now on. For admins and owners.
         */
        delete: operations["withdrawOrganizationInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List apps
         * @description The apps of the organization, newest first, each with how many webhooks it has. For every
         *     member.
         */
        get: operations["listApps"];
        put?: never;
        /**
         * Create an app
         * @description Makes an app, as a draft: until it is reviewed it connects to the organization's sandboxes
         *     alone. A CONFIDENTIAL app has its first client secret from the start, which is shown this
         *     once. An organization has at most 100 apps (`APP_LIMIT`). For developers, admins and owners.
         */
        post: operations["createApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/apps/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a client that registered itself
         * @description Makes an app that registered itself (RFC 7591), and that nobody has claimed yet, the
         *     organization's. Its client secret is the proof; a client without one cannot be claimed.
         *     What is not right about it is not told (`CLAIM_REFUSED`). From then on it can be reviewed,
         *     and its client id and secret stay as they are. For admins and owners.
         */
        post: operations["claimApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scopes
         * @description The scopes that a partner app may ask for, in the words of the consent page.
         */
        get: operations["listScopes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an app
         * @description What the app is, what it may ask for, how far its review has come, and whether it may
         *     act. Its secrets, webhooks and app data fields have paths of their own.
         */
        get: operations["readApp"];
        put?: never;
        post?: never;
        /**
         * Remove an app
         * @description Removes an app on which nothing depends. What has webhooks, app data fields, or was ever
         *     installed, stays (`APP_IN_USE`, which names it): deactivate it instead. For admins and
         *     owners.
         */
        delete: operations["removeApp"];
        options?: never;
        head?: never;
        /**
         * Change an app
         * @description What is left out stays as it is; null takes an address away, and lets the app follow the
         *     current API version. For 72 hours after a change of the pinned version `rollBack` says which
         *     one there was before. For developers, admins and owners.
         */
        patch: operations["changeApp"];
        trace?: never;
    };
    "/developer/apps/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate an app
         * @description Shuts the app out, everywhere and at once: its tokens are refused and inactive, its
         *     credentials are not taken, nobody can connect it, and nothing is delivered to it. All
         *     that it has stays for the day it is reactivated. An app that is deactivated already
         *     stays as it is. For admins and owners of the organization; others of it are refused with
         *     `ORGANIZATION_ROLE_NEEDED`.
         */
        post: operations["deactivateApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reactivate an app
         * @description Takes a deactivation back: what the app had works again. A suspension is the operator's
         *     and stays. For admins and owners of the organization; others of it are refused with
         *     `ORGANIZATION_ROLE_NEEDED`.
         */
        post: operations["reactivateApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/logo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set an app's logo
         * @description A PNG or JPEG of at most 512 KB and 2048 pixels a side. It is encoded anew, as a square of at
         *     most 256 pixels. For developers, admins and owners.
         */
        put: operations["setAppLogo"];
        post?: never;
        /**
         * Remove an app's logo
         * @description An app without one stays as it is. For developers, admins and owners.
         */
        delete: operations["removeAppLogo"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List client secrets
         * @description What can be told of them, oldest first; there are two at most. For admins and owners.
         */
        get: operations["listClientSecrets"];
        put?: never;
        /**
         * Make a client secret
         * @description Makes a further secret, so that an app can change over without a gap; it is shown this once.
         *     There are two at most (`SECRET_LIMIT`), and a PUBLIC app has none
         *     (`PUBLIC_APP_HAS_NO_SECRET`). For admins and owners.
         */
        post: operations["addClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/secrets/{secretId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a client secret
         * @description What still uses it is refused with `invalid_client` from now on. The last one stays until
         *     there is another (`LAST_SECRET`). For admins and owners.
         */
        delete: operations["revokeClientSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/redirect-uris": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redirect URIs
         * @description Where consent may send people back to, each with what may be a slip. For every member.
         */
        get: operations["listRedirectUris"];
        /**
         * Save redirect URIs
         * @description Replaces all of them. They are saved together or not at all: `REDIRECT_URIS_INVALID` lists in
         *     `details` which cannot be saved, and why. For developers, admins and owners.
         */
        put: operations["saveRedirectUris"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/scope-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what scopes were used for
         * @description How many calls of the last 30 days took each scope, and how many were refused because it
         *     was lacking, for all scopes that an app can ask for. What depends on the record that is
         *     asked for, as app data does, counts for none. For every member.
         */
        get: operations["readScopeUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/scopes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an app's scopes
         * @description What the app may ask for and why, each with what may be a slip. For every member.
         */
        get: operations["listAppScopes"];
        /**
         * Save an app's scopes
         * @description Replaces all of them, with the reasons that review asks for. They are saved together or not
         *     at all: `SCOPES_INVALID` lists in `details` which cannot be saved, and why. A scope that is
         *     taken away can no longer be used, whatever a business granted; one that is added changes no
         *     business until somebody there connects again. For developers, admins and owners.
         */
        put: operations["saveAppScopes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/app-data-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an app's fields
         * @description All fields that the app declares, in the order in which they were declared.
         */
        get: operations["listAppDataFields"];
        put?: never;
        /**
         * Declare a field
         * @description A field is for one type of record, in all businesses that have the app. Its type of record
         *     and its key are for good. There are at most 50 fields for a type of record (`FIELD_LIMIT`),
         *     each with a key of its own (`FIELD_KEY_TAKEN`).
         *
         *     A CHOICE field has 1 to 50 choices, distinct and not empty after the spaces around them are
         *     taken away, of at most 60 characters; anything else is refused with `INVALID_CHOICES`.
         */
        post: operations["declareAppDataField"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/app-data-fields/{fieldId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a field
         * @description A field that any business has a value of cannot be removed (`FIELD_IN_USE`): its values are
         *     data of that business too. Delete them with the app first.
         */
        delete: operations["removeAppDataField"];
        options?: never;
        head?: never;
        /**
         * Change a field
         * @description What is left out stays as it is; null takes a rule away. The type can change only while no
         *     business has a value of the field (`FIELD_TYPE_LOCKED`); a new type begins without the rules
         *     of the old one. Rules can change at any time: a value that breaks them by then is kept, and
         *     reads back with `stale`.
         */
        patch: operations["changeAppDataField"];
        trace?: never;
    };
    "/developer/apps/{id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an app's webhooks
         * @description All webhooks of the app, oldest first. There are at most 20.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description The answer shows the secret, this once. Every delivery is signed with it.
         *
         *     The URL must be https and must resolve to public addresses; otherwise it is refused
         *     with `WEBHOOK_URL_REFUSED`, and `params.p0` says why. An event whose scope the app has
         *     not registered is refused with `EVENT_SCOPE_NOT_REGISTERED`: `p0` names the event, `p1`
         *     the scope. More than 20 webhooks are refused with `WEBHOOK_LIMIT`.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description One webhook of the app.
         */
        get: operations["readWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description What waits to be sent to it is not sent any more, and its history cannot be read any more.
         */
        delete: operations["removeWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description What is left out stays as it is. The URL and the events are checked as they are when a
         *     webhook is added, if they change.
         *
         *     A webhook that is switched off is told of nothing: what happens meanwhile is not sent
         *     later, and what waits to be sent fails.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/developer/apps/{id}/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook's secret
         * @description Makes a new secret and shows it, this once. The one before signs beside it for 24
         *     hours, as a second `v1` in the signature, so that a receiver can change over without a
         *     gap. Of several rotations within that time, only the latest former secret signs. The
         *     app's owners hear of it by mail.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/webhooks/{webhookId}/probe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a wrong signature
         * @description Sends the webhook once what a stranger might who knows its address: a test with a signature
         *     of another secret. A receiver that checks signatures refuses it with a 4xx (`passed`); any
         *     other answer tells that it does not (`failed`). `unreachable` says that no answer came, or
         *     that nothing may be sent to it now. It is no delivery: it is neither listed nor sent again.
         *     At most 10 a minute for an app, tests included. For developers, admins and owners.
         */
        post: operations["probeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test delivery
         * @description Queues the sample of an event that the webhook listens to, in the version that the app
         *     speaks; of the first where none is named (`EVENT_NOT_SUBSCRIBED` for another). Its data has `test: true`, its `businessId` is `test`, its `eventId` is null.
         *     It is signed, retried and logged like any other delivery. At most 10 a minute for an app.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listeners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an app's listeners
         * @description All listeners of the app, of whoever they are, oldest first. A listener is a webhook
         *     without an address: its deliveries are those of the webhook with the same id.
         */
        get: operations["listListeners"];
        put?: never;
        /**
         * Listen on your own machine
         * @description Makes a listener of yours, or finds the one of this name, and lets the caller open its
         *     stream with `connection`. It hears sandboxes of the app's own organization that have the
         *     app installed, and nothing else. Its secret stays the same until `newSecret` asks for
         *     another; it is shown each time, for it signs nothing but what sandboxes send.
         *
         *     One program at a time listens by a name: another is refused with `LISTENER_IN_USE`
         *     (`p0` is the name, `p1` since when), unless it asks for `takeover`. A person has at most
         *     5 listeners and an app 20 (`LISTENER_LIMIT`); they do not count among its webhooks.
         *     What nobody has used for 30 days is deleted.
         */
        post: operations["addListener"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listeners/{listenerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a listener
         * @description Only its owner can. What waits for it fails, and whoever is connected is told `ended`.
         */
        delete: operations["removeListener"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listeners/{listenerId}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Be offered what is due
         * @description Server-sent events, for as long as the connection holds. Whoever opens the stream makes
         *     the attempts in our place: it sends each `delivery` on, byte for byte and with its
         *     headers, and tells how that went (`POST …/answers`) by `answerBy`.
         *
         *     | event | says | do |
         *     |---|---|---|
         *     | `ready` | what happens from here on is offered | begin |
         *     | `delivery` | a delivery is due | send it on, and answer |
         *     | `withdrawn` | nobody answered the offer in time (`TIMEOUT`), which counts as an attempt | nothing |
         *     | `moving` | this node stops or cannot go on | connect again at once |
         *     | `ended` | you may listen no more: `SIGN_IN_ENDED`, `ROLE_LOST`, `APP_SUSPENDED`, `APP_GONE`, or `REPLACED` by another program | do not connect again |
         *
         *     At most 8 offers are out at once; the rest waits. A stream that breaks off loses nothing:
         *     what was not answered is offered again, under the same id, when the stream is back, and
         *     counts as no attempt. So a delivery may come twice. Connect again with the same
         *     `connection`. While nobody is connected deliveries wait; after 5 minutes they fail with
         *     "No listener was connected.", nothing more is heard, and all of it can be sent again.
         *
         *     At least every 15 seconds something comes, if only a comment.
         */
        get: operations["streamListener"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listeners/{listenerId}/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell how offers went
         * @description Up to 8 at once, to any node. Each answer is an attempt like any other: 2xx delivers, all
         *     else schedules the next attempt, unless `retry` is false. An answer that comes too late
         *     is `refused` with `OFFER_OVER` and changes nothing. The same answer may be sent twice.
         */
        post: operations["answerOffers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/webhooks/{webhookId}/redeliver-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send all failed deliveries again
         * @description Queues every failed delivery of the webhook since a time once more, oldest first, none
         *     older than 30 days. Those that may not be sent again are left as they are and counted in
         *     `skipped`: their app is not installed there any more, or the event's scope is gone.
         *     One call looks at about 5,000; where there are more, `nextSince` says from when on the
         *     next call goes on.
         *     Refused with `APP_NOT_ACTIVE` while the app is suspended or deactivated.
         */
        post: operations["redeliverFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries
         * @description The latest deliveries, newest first, none older than 30 days.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/webhooks/{webhookId}/delivery-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a webhook's deliveries by status
         * @description How many of the webhook's deliveries of the last 30 days there are of each status, for the
         *     filters of the list. Those that wait (`queued` and `retrying` together) are counted up to
         *     `mostCounted`, and so are those that failed: there may be more. Delivered ones are counted
         *     when they are taken, one that is sent again anew.
         */
        get: operations["countDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Inspect a delivery
         * @description A delivery with every attempt at it, and the request as it is sent.
         */
        get: operations["inspectDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a failed delivery again
         * @description Queues the same delivery, with the same ids, for a new round of up to six attempts. It
         *     is refused with 400
         *
         *     - `DELIVERY_NOT_FAILED`: it was received;
         *     - `DELIVERY_RETRY_WAITING`: it is queued, or waits for a retry;
         *     - `DELIVERY_TOO_OLD`: it is older than 30 days;
         *     - `APP_NOT_ACTIVE`: the app is suspended or deactivated;
         *     - `APP_NOT_INSTALLED`: the app is not installed in the business any more;
         *     - `EVENT_SCOPE_GONE`, `EVENT_SCOPE_NOT_GRANTED`: the app, or its installation, does not
         *       hold the event's scope any more;
         *     - `EVENT_GONE`: the event is gone.
         *
         *     The last four do not concern events about the app itself, and tests. While the
         *     webhook is switched off a delivery is queued, and fails.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the requests of an app
         * @description What the app called in the last 30 days, newest first. Every call that writes and every
         *     call that is refused has a line; of an app that reads much in an hour a part of the reads
         *     has, and `standsFor` says how many calls a line stands for.
         *
         *     One request looks at 5,000 lines at most. So there may be less than `limit` here, or
         *     nothing, although there is more: `nextBefore` says where to go on, and is null at the end
         *     of the log.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/requests/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one request
         * @description One call with what was kept of its bodies: of the request the members, with values only
         *     where they cannot be anybody's, and of the answer refusals alone.
         */
        get: operations["readRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow an app live
         * @description Server-sent events, for as long as the connection holds: requests once they are in the
         *     log (a second or two after the call), deliveries once they are made, attempts once they
         *     have ended. Events are small. They name no people and carry no bodies: read the rest by
         *     the id. The schema and the examples show one event each, with `data` as JSON.
         *
         *     | event | says | do |
         *     |---|---|---|
         *     | `ready` | from here on you miss nothing | read the lists that you show |
         *     | `request` | a call was answered | show it |
         *     | `delivery` | a delivery was made, was queued again, or will not be sent (`failed`) | show it in place of what you have of it |
         *     | `attempt` | an attempt ended; `delivery` is as it is now | likewise |
         *     | `run` | a function ran, or was kept from it | show it; read the rest by its id |
         *     | `reload` | from here on you miss nothing, but before you may have | read the lists again |
         *     | `paused` | nothing can be heard for now | say so; `ready` or `reload` follows |
         *
         *     New events may be added: ignore what you do not know. What happens just before `ready` or
         *     `reload` may come as an event too, and after trouble of ours an event may come twice: go by
         *     the ids.
         *
         *     **Coming back.** Streams end: a proxy may cut them, and a node that is stopped does. Connect
         *     again after the time in `retry`, with the last `id` that you have read in `Last-Event-ID`,
         *     as `EventSource` does by itself, to whichever node. Where that event is among the last 500
         *     of the app and not much older than two minutes, you are sent all that came after it, once,
         *     and no `ready`. Otherwise the stream begins with `reload`. A `Last-Event-ID` that says
         *     nothing to us is not an error.
         *
         *     **Ending.** Whether you may read the app is looked at when the stream begins and every 15
         *     seconds after that. When your session is over, your role is gone or the app is, the
         *     stream ends, and the next request is refused as any other would be. An open stream does
         *     not keep a session from running out. Every 15 seconds there is at least a comment; a
         *     reader who leaves what is sent for 10 seconds is cut off.
         *
         *     A person has at most 10 streams at once, over all apps (`STREAM_LIMIT`).
         *     `EventSource` gives up on every answer but 200: open a new one after `Retry-After`.
         */
        get: operations["streamApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/analytics/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the figures of calls
         * @description How much the app called, and how long answers took, by the hour or by the day (UTC), in
         *     all businesses or in one. Without `from` and `to` it is the last 24 hours; both are
         *     widened to whole hours. By the hour they are at most 31 days apart, by the day 400.
         *     Figures are a few seconds old, and on a very busy service up to a minute.
         */
        get: operations["analyseCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/analytics/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the figures of deliveries
         * @description What became of what was sent to the app's webhooks, and how long they took to answer, by
         *     the hour or by the day (UTC), of all webhooks or of one. Without `from` and `to` it is the
         *     last 24 hours; both are widened to whole hours. By the hour they are at most 31 days apart,
         *     by the day 400. Every attempt counts in the hour in which it was made. Figures are a few
         *     seconds old, and on a very busy service up to a minute.
         */
        get: operations["analyseWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List errors by cause
         * @description What the app's calls were refused with, the commonest first: at most 100 groups of calls
         *     with the same code, status and route. Without `from` and `to` it is the last 24 hours;
         *     both are widened to whole hours, and errors are kept for 30 days.
         */
        get: operations["listErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/version-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which versions an app speaks
         * @description How much the app called in each version of the API. Without `from` and `to` it is the last
         *     30 days.
         */
        get: operations["readVersionUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/version-rehearsals/{apiVersion}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rehearse another version
         * @description Which of the app's calls of the last 7 days would have to be sent otherwise, or would be
         *     answered otherwise, in another version of the API, and which payloads of the events that
         *     its webhooks listen to would differ. It goes by the routes that were called and by the
         *     table of changes between versions; nothing is sent, and nothing is changed.
         */
        get: operations["rehearseVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/installations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where an app is installed
         * @description The app's installations, newest first, those that have ended included. A new one is in
         *     the list some seconds later.
         */
        get: operations["listInstallations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/installations/{installationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one installation
         * @description The installation with who said yes to it and how its tokens are doing: since when there
         *     is the present refresh token, until when it is good, and why a family was ended. Of both
         *     the newest 50.
         */
        get: operations["readInstallation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/webhook-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how webhooks are doing
         * @description How each of the app's webhooks is doing, oldest first.
         */
        get: operations["readWebhookHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/trace/{traceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow an id
         * @description Takes the id of a request, an event, a delivery or a run of a function and answers the whole
         *     way: the call, the events that it caused, their deliveries and each attempt, and the runs of
         *     functions. It shows what belongs to the apps of organizations that you are in, and nothing
         *     else (`TRACE_NOT_FOUND`): an event that one of them caused, or that one of their webhooks or
         *     functions was told of.
         */
        get: operations["readTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/apps-usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the figures of all apps
         * @description What a list of the organization's apps shows beside each, newest app first: how many
         *     businesses have it, how much it called in the last 24 hours, to the hour, and how its
         *     webhooks are doing. A business that connects it counts some seconds later.
         */
        get: operations["readAppsUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events
         * @description All events that a webhook can listen to.
         */
        get: operations["listDeveloperEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/event-types/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one event
         * @description The event with the JSON Schema and a sample of its data, in a version of the API; in the current one where none is named.
         */
        get: operations["readDeveloperEventType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/api-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of the API
         * @description The versions, newest first, with what each of them changed against the one before.
         */
        get: operations["listApiVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an organization's audit log
         * @description Who did what to a member, an app, a secret or a webhook of the organization, by which
         *     request, the latest first: all of it, or what was done to one `subject`, one kind of
         *     `action`, the actions `from` an instant and `to` another. For admins and owners of the organization; others of it are
         *     refused with `ORGANIZATION_ROLE_NEEDED`, and to everybody else it does not exist
         *     (`ORGANIZATION_NOT_FOUND`).
         */
        get: operations["readOrganizationAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/sandbox-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the templates of sandboxes
         * @description What the books of a sandbox can begin with.
         */
        get: operations["listSandboxTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sandboxes
         * @description The sandboxes that the organization made, the oldest first. They are few, so they come all
         *     at once. For all members.
         */
        get: operations["listSandboxes"];
        put?: never;
        /**
         * Make a sandbox
         * @description Makes a business with books that a template fills: customers, suppliers, 40 invoices in
         *     every state, payments, and a journal. The same each time, but for the days, which hang on
         *     today's. An organization has ten at most (`SANDBOX_LIMIT`), and has 20 filled in an hour.
         *     For developers and above.
         */
        post: operations["createSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/sandboxes/{sandboxId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a sandbox
         * @description One sandbox of the organization. For all members.
         */
        get: operations["readSandbox"];
        put?: never;
        post?: never;
        /**
         * Delete a sandbox
         * @description Erases the business with its books for good, as the operator erases one: apps are
         *     uninstalled, and told to forget it. For admins and owners.
         */
        delete: operations["deleteSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/sandboxes/{sandboxId}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a sandbox
         * @description Empties the books and fills them from the template again. The business stays: its id,
         *     members, connected apps and their tokens. Its events go on where they were: what is written
         *     anew is told of, what was deleted is not. Its clock goes back to the service's. While it is
         *     filled nothing can be written (404 `BUSINESS_NOT_FOUND`), nor can it be reset (409
         *     `SANDBOX_BUSY`). For developers and above.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/sandboxes/{sandboxId}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a sandbox's clock forward
         * @description Puts the sandbox's clock forward to a time, at most 1,825 days from now, from where it goes
         *     on. What its books do by date follows: invoices that are overdue by then are told of at
         *     once (`invoice.overdue`), the plan's year ends, days pass that can be locked; and its
         *     records and events carry that time from then on. Tokens, limits, sessions and deliveries
         *     stay on the service's clock, and so does everything outside of this sandbox.
         *
         *     It is only moved forward (409 `SANDBOX_CLOCK_BACK`): of two who move it at once to one
         *     time, one does. A reset puts it back to the service's. An organization moves clocks 120
         *     times in an hour. For developers and above.
         */
        post: operations["moveSandboxClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/sandboxes/{sandboxId}/trigger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an event happen in a sandbox
         * @description Runs the operations that cause an event, on records of its own: for `invoice.paid` a
         *     customer, an invoice and a payment. So the event is real: it has an id and a place in the
         *     log, and it is delivered as any other, with those that come with it. `set` says what is
         *     written, by names that depend on the event; a wrong one is answered with those there are.
         *     Events that are for an app need `appId`.
         *
         *     Four events would destroy something (`app.uninstalled`, `business.redact`,
         *     `customer.redact`, `supplier.redact`) and are refused (400 `EVENT_SAMPLE_ONLY`): send a
         *     sample of them to a webhook. Some cannot happen twice, such as `app.installed` where the
         *     app is installed (409 `TRIGGER_NOT_POSSIBLE`). An organization triggers 600 in an hour.
         *     For developers and above.
         */
        post: operations["triggerSandboxEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/organizations/{id}/sandboxes/{sandboxId}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a token for one's app in a sandbox
         * @description An access token of five minutes, for an app of the organization, in the name of whoever
         *     asks, with all scopes that the app registered: for the explorer, and for a command line. The
         *     app is connected to the sandbox if it is not. There is no refresh token. An organization
         *     takes 120 in an hour. For developers and above.
         */
        post: operations["takeSandboxToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/listing-categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the categories
         * @description All categories that a listing can be found under, in the order in which people choose from them.
         */
        get: operations["listListingCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an app's listing
         * @description The live revision, which everybody reads, and the open one, which its makers work on.
         *     `LISTING_NOT_FOUND` before the first save.
         */
        get: operations["readListing"];
        /**
         * Save an app's listing
         * @description Writes the open revision as a whole: the one there is, or a new draft where all is live. The
         *     first save makes the listing. A save without `If-Match` is a first save: where there is a
         *     listing by now, somebody else's came first (`LISTING_EXISTS`).
         *
         *     While anything is missing it can be saved all the same. An address that another app has is
         *     refused with `SLUG_TAKEN`, a revision that is with review with `REVISION_NOT_EDITABLE`.
         */
        put: operations["saveListing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listing/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a listing's revisions
         * @description The latest 100, newest first.
         */
        get: operations["listListingRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listing/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What differs from the live revision
         * @description In which parts the open revision differs from the live one, and the scopes of the app from those that were approved.
         */
        get: operations["diffListing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listing/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Make the checks
         * @description What an app must have done before review looks at it, each looked at now. Two of them fetch the
         *     privacy and the support page.
         */
        get: operations["checkListing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listing/submit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Submit for review
         * @description Hands the open revision to review, with a note that may be empty. What is missing is refused with
         *     `LISTING_INCOMPLETE`, a check that fails with `APP_CHECKS_FAILED`; `details` list each. What is
         *     with review already is refused with `REVISION_ALREADY_SUBMITTED`, what was rejected and not
         *     changed since with `REVISION_REJECTED`.
         */
        post: operations["submitListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listing/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from review
         * @description Takes a revision back that no reviewer has claimed; it is a draft again.
         */
        post: operations["withdrawListing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listing/thread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the thread with review
         * @description What was done with the revisions and said about them, newest first. Reviewers have no names.
         */
        get: operations["readListingThread"];
        put?: never;
        /**
         * Answer review
         * @description Adds words to the thread of the newest revision.
         */
        post: operations["writeToListingThread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listing/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an app's pictures
         * @description All icons and screenshots, oldest first, with the revisions that show them.
         */
        get: operations["listListingAssets"];
        put?: never;
        /**
         * Add a picture
         * @description A PNG or JPEG of at most 3 MB, in base64. It is decoded and encoded anew, so nothing is kept but
         *     what can be seen. An icon is square, with 128 to 1,024 pixels a side; a screenshot has 320 to
         *     3,840 pixels a side. Anything else is refused with `PICTURE_INVALID`, and `params.p0` says
         *     why. An app has at most 20 pictures (`ASSET_LIMIT`).
         */
        post: operations["addListingAsset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/listing/assets/{assetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a picture
         * @description The picture itself.
         */
        get: operations["readListingAsset"];
        put?: never;
        post?: never;
        /**
         * Delete a picture
         * @description A picture that the live revision shows, or an open one in whatever state, is refused with
         *     `ASSET_IN_USE`: `p0` is the revision's number, `p1` its state.
         */
        delete: operations["removeListingAsset"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace/listings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the marketplace
         * @description Live listings, newest in the marketplace first. Caches may keep the answer for a minute.
         */
        get: operations["listMarketplace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace/listings/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a live listing
         * @description One live listing. `LISTING_NOT_FOUND` where none has this address, or the app is not approved, suspended or switched off.
         */
        get: operations["readMarketplaceListing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/marketplace/assets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a picture of a live listing
         * @description A picture that a live listing shows.
         */
        get: operations["readMarketplaceAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The review queue
         * @description Revisions that wait for review or are in it, longest waiting first; or those that were decided, newest first. How busy review is stands beside.
         */
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reviews/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a revision
         * @description A revision with what differs from the live one, what the app asks for and why, and the thread.
         */
        get: operations["readReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reviews/{id}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Make the checks of a revision
         * @description The checks of its app, as they come out now.
         */
        get: operations["checkReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reviews/{id}/assets/{assetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a picture of a revision
         * @description A picture of the app whose revision it is.
         */
        get: operations["readReviewAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reviews/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a revision
         * @description Begins its review. Of two who claim it, one gets it; the other is refused with `REVISION_NOT_WAITING`.
         */
        post: operations["claimReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reviews/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a revision back
         * @description Puts a claimed revision back into the queue, whoever claimed it.
         */
        post: operations["releaseReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reviews/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a revision
         * @description Makes it live. The one that was live is superseded, and an app that was not approved is. For who has claimed it (`REVIEW_NOT_CLAIMED` otherwise), while the app asks for nothing that it did not ask for when it was submitted (`SCOPES_ADDED`).
         */
        post: operations["approveReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reviews/{id}/request-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for changes
         * @description Gives it back to its makers, with words.
         */
        post: operations["requestChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/reviews/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a revision
         * @description Says no to it, with words. It becomes a draft when its makers change it.
         */
        post: operations["rejectReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/extensions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an app's extensions
         * @description All extensions, oldest first. Where the app has changed since, `problem` says why nobody is shown
         *     one.
         */
        get: operations["listExtensions"];
        put?: never;
        /**
         * Add an extension
         * @description An extension on a record needs the app to request that type's read scope
         *     (`EXTENSION_SCOPE_REQUIRED`). A path with a backslash, a space or a control character, or that does
         *     not lead to a page on the App URL's origin, is refused with `EXTENSION_PATH_INVALID`.
         *     An app has at most 20 (`EXTENSION_LIMIT`).
         */
        post: operations["addExtension"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/extensions/{extensionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an extension
         * @description Nobody is shown it any more.
         */
        delete: operations["removeExtension"];
        options?: never;
        head?: never;
        /**
         * Change an extension
         * @description An extension on a record needs the app to request that type's read scope
         *     (`EXTENSION_SCOPE_REQUIRED`). A path with a backslash, a space or a control character, or that does
         *     not lead to a page on the App URL's origin, is refused with `EXTENSION_PATH_INVALID`.
         */
        patch: operations["changeExtension"];
        trace?: never;
    };
    "/developer/apps/{id}/functions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an app's functions
         * @description All functions by name, each with its live source and the events that it runs for.
         */
        get: operations["listFunctions"];
        put?: never;
        /**
         * Add a function
         * @description The source must be an ES module of at most 256 KB that exports a function called `handler`, or one by
         *     default; otherwise it is refused with `FUNCTION_SOURCE_NO_HANDLER`, and `details` tell where the parser
         *     stopped (`line`, `column`, `message`). A module that imports something is refused with
         *     `FUNCTION_SOURCE_IMPORTS`. An app has at most 20
         *     functions (`FUNCTION_LIMIT`), each under a name of its own (`FUNCTION_NAME_TAKEN`).
         */
        post: operations["addFunction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/functions/{functionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a function
         * @description A function, with what is known of its last ten sources, newest first.
         */
        get: operations["readFunction"];
        put?: never;
        post?: never;
        /**
         * Remove a function
         * @description With all its sources.
         */
        delete: operations["removeFunction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/functions/{functionId}/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a source
         * @description The current source of a function, or one of those before it.
         */
        get: operations["readFunctionSource"];
        /**
         * Replace the source
         * @description The source must be an ES module of at most 256 KB that exports a function called `handler`, or one by
         *     default; otherwise it is refused with `FUNCTION_SOURCE_NO_HANDLER`, and `details` tell where the parser
         *     stopped (`line`, `column`, `message`). A module that imports something is refused with
         *     `FUNCTION_SOURCE_IMPORTS`. It is live at once, unless `live` is false: then it can be run by hand, and
         *     made live later.
         */
        put: operations["replaceFunctionSource"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/functions/{functionId}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Make a version live
         * @description One of the last ten sources of the function is live from now on; runs that are due take it. This is how to go
         *     back to an earlier one (`FUNCTION_VERSION_NOT_FOUND` where it is not kept any more).
         */
        put: operations["makeFunctionLive"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/functions/{functionId}/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say what a function runs for
         * @description The function runs for these events in every business that has the app, as a webhook would be told of them: the
         *     scope that an event needs is the app's to register (`EVENT_SCOPE_NOT_REGISTERED`) and the installation's to hold.
         *     A function that was switched off because it failed 50 times in a row is switched on by this, too.
         */
        put: operations["subscribeFunction"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/functions/{functionId}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings
         * @description What the function finds in `ctx.config`. The value of a secret is shown to nobody.
         */
        get: operations["readFunctionConfig"];
        /**
         * Set the settings
         * @description All that the function finds in `ctx.config`, in place of what was set before. A secret whose value is null stays as
         *     it is (`FUNCTION_SETTING_UNKNOWN` where there is none). At most 50 values of 4,096 bytes each.
         */
        put: operations["setFunctionConfig"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/functions/{functionId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a function by hand
         * @description Runs the live version, or the given one, for the sample of an event or for an event of a sandbox of the app's
         *     organization. A sample in no business says `test` in place of one, and `ctx.api` is refused. The run waits for its turn;
         *     read it by its id. It has one attempt, and does not count for or against the function.
         */
        post: operations["runFunction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/functions/{functionId}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a function
         * @description Each time that the function ran, or was kept from it, newest first, for 30 days.
         */
        get: operations["listFunctionRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/functions/{functionId}/runs/{runId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a run
         * @description A run with what it saw, said and returned.
         */
        get: operations["readFunctionRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/developer/apps/{id}/functions/{functionId}/runs/{runId}/repeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Repeat a failed run
         * @description Begins a new round of attempts for the event of a run, with the version that is live then. Only an event whose
         *     attempts have all failed is repeated (`FUNCTION_RUN_NOT_FAILED`, `FUNCTION_RUN_RETRY_WAITING`). What the function changes through the API is changed once for an event; where
         *     a run changed something so long ago that this could not be promised, it is refused (`FUNCTION_RUN_WROTE`).
         */
        post: operations["repeatFunctionRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List apps
         * @description All apps, the newest first, or those of one organization.
         */
        get: operations["listAllApps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an app
         * @description Any app, whoever made it.
         */
        get: operations["readAnyApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps/{id}/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What suspending an app would do
         * @description Counted at the moment: how many businesses lose the app, how much it calls, and how many
         *     deliveries would end as failed.
         */
        get: operations["readAppImpact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend an app
         * @description Shuts the app out everywhere with the next call: tokens are refused and inactive, nobody can
         *     connect it, and what waits to be delivered ends as failed. All that it has stays. The app's
         *     makers see the reason. A suspended app gets the new reason.
         */
        post: operations["suspendApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps/{id}/unsuspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End an app's suspension
         * @description What the app had works again, unless its makers have deactivated it.
         */
        post: operations["unsuspendApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps/{id}/functions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether an app's functions run
         * @description How many it has, and what the operator has stopped.
         */
        get: operations["readFunctionsOfApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps/{id}/functions/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an app's functions
         * @description No function of the app runs from now on; one that runs ends by itself. What is due to them ends as
         *     failed and can be repeated. The app's makers see the reason. A second stop gives a new reason.
         */
        post: operations["stopFunctionsOfApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/apps/{id}/functions/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an app's functions run again
         * @description They run for what happens from now on, unless those of the whole organization are stopped.
         */
        post: operations["resumeFunctionsOfApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/organizations/{id}/functions/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop an organization's functions
         * @description No function of any of the organization's apps runs from now on, those to come included. Its people
         *     see the reason.
         */
        post: operations["stopFunctionsOfOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/organizations/{id}/functions/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let an organization's functions run again
         * @description They run for what happens from now on, unless those of an app are stopped by themselves.
         */
        post: operations["resumeFunctionsOfOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the trusted domains
         * @description The hosts whose client id metadata documents count as reviewed, by name. They are few, so
         *     they come all at once.
         */
        get: operations["listDomains"];
        put?: never;
        /**
         * Trust a domain
         * @description From now on clients whose documents lie on this very host may connect to every business. One
         *     that is trusted already stays as it is.
         */
        post: operations["trustDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End the trust in a domain
         * @description Its clients connect to nothing new but sandboxes. One that is not trusted stays so.
         */
        delete: operations["distrustDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/delivery-backlog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many deliveries are late
         * @description The deliveries that are due and not sent yet, of one webhook in a shard at most 1,000: to
         *     webhooks that take what they are sent, and to those that did not take the last one.
         */
        get: operations["readDeliveryBacklog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/lockouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who was locked out in the last day
         * @description Users and apps for which so many wrong passwords, codes or secrets were given that nobody
         *     may try for a while, the latest first. Those of one subject within a day are one, with their
         *     number.
         */
        get: operations["listLockouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users, or find one by e-mail address
         * @description All users, the newest first; with `email` the one with that address, however it is spelt, or
         *     none.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a user
         * @description Shuts the user out everywhere at the next request: sessions, and the tokens of apps that act
         *     for them. A user who is suspended already stays so.
         */
        post: operations["suspendUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/unsuspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a user's suspension
         * @description Lets the user in again. A processing restriction is another thing and stays.
         */
        post: operations["unsuspendUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/restrict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restrict the processing of a user's data
         * @description Keeps the user's data and does nothing with it until the restriction is lifted: the user is
         *     shut out as by a suspension.
         */
        post: operations["restrictUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/unrestrict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lift a user's processing restriction
         * @description Lets the user in again, unless a suspension keeps them out.
         */
        post: operations["unrestrictUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a user's lockout
         * @description Gives back all tries at the user's password and second factor, to whomever they were
         *     refused.
         */
        post: operations["unlockUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the plans
         * @description The plans that a business can be put on, the smallest first, with their ceilings for a
         *     calendar year.
         */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/businesses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a business
         * @description What a business is called, and which plan it is on.
         */
        get: operations["readAnyBusiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/businesses/{id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put a business on another plan
         * @description The ceilings of the plan count from the next invoice on.
         */
        put: operations["setPlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @example acc_0g06gxrdfrk1r0161v2wx9q3zt8c */
        AccountId: string;
        /** @example act_0g06gxrdfrk1r01m4c6e8h0k2p4r */
        ActivityId: string;
        /** @example app_0006gxrdfrk1r0104p6c8ncq4rec */
        AppId: string;
        /** @example biz_0g06gxrdfrk1r013cadwrrbm1r1w */
        BusinessId: string;
        /** @example cus_0g06gxrdfrk1r019b0mxq6d5p3hw */
        CustomerId: string;
        /** @example whd_4c06gxrdfrk1r01fk2m9c4r5tg7x */
        DeliveryId: string;
        /** @example evt_0g06gxrdfrk1r017f5a7bftta4em */
        EventId: string;
        /** @example imp_0g06gxrdfrk1r01c2n5q8s1v4yae */
        ImportId: string;
        /** @example ins_0g06gxrdfrk1r013arxefeg23mjg */
        InstallationId: string;
        /** @example ivt_0006gxrdfrk1r01cz1k9w2m4x7t0 */
        InvitationId: string;
        /** @example inv_0g06gxrdfrk1r01d7xk2m9c4r5tg */
        InvoiceId: string;
        /** @example jrn_0g06gxrdfrk1r01h2k5n8q0s3v6y */
        JournalEntryId: string;
        /** @example org_0006gxrdfrk1r012msbqh1an7c04 */
        OrganizationId: string;
        /** @example pay_0g06gxrdfrk1r01f3wz8n1b6y2jr */
        PaymentId: string;
        /** @example rfd_0g06gxrdfrk1r0128kt5v4h7c9mw */
        RefundId: string;
        /** @example req_0006gxrdfrk1r0141d5fve586pwm */
        RequestId: string;
        /** @example ses_7g06gxrdfrk1r01amfzq3tk7993c */
        SessionId: string;
        /** @example dtk_7g06gxrdfrk1r01amfzq3tk7993c */
        DeveloperTokenId: string;
        /** @example sup_0g06gxrdfrk1r01m4c6e8h0k2p4r */
        SupplierId: string;
        /** @example usr_0006gxrdfrk1r01bdfqdxxg3fb64 */
        UserId: string;
        /** @example whk_4c06gxrdfrk1r01d7xk2m9c4r5tg */
        WebhookId: string;
        /**
         * Format: date-time
         * @description An instant, in UTC with milliseconds.
         * @example 2026-11-14T22:38:07.000Z
         */
        Timestamp: string;
        /**
         * Format: date
         * @description A day of the calendar.
         * @example 2026-11-14
         */
        Date: string;
        /**
         * @description An exact decimal number.
         * @example 1250.00
         */
        Amount: string;
        /**
         * @description A currency, by its ISO 4217 code.
         * @example EUR
         */
        Currency: string;
        Money: {
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
        };
        /**
         * @description What every paged list has beside its `data`. To read on, send
         *     `nextCursor` as the parameter `after`.
         */
        Page: {
            data: unknown[];
            hasMore: boolean;
            /** @description The position of this page's last entry; null where there is none. */
            nextCursor: string | null;
        };
        /**
         * @description What a member is in a business.
         * @enum {string}
         */
        Role: "owner" | "admin" | "accountant" | "bookkeeper" | "sales" | "viewer";
        /**
         * @description Branch on `code` where there is one, and on `statusCode` otherwise.
         *     `message` is for people, and may be reworded.
         */
        Error: {
            statusCode: number;
            /** @description A sentence; a list of them where the request's form is wrong. */
            message: string | string[];
            /** @description The name of the HTTP status. */
            error: string;
            code?: components["schemas"]["ErrorCode"];
            /** @description The values in the message by their position, `p0`, `p1` and so on, where it has any. */
            params?: {
                [key: string]: string;
            };
            /** @description More to act on, as the code's description says. */
            details?: {
                [key: string]: unknown;
            }[];
        };
        /**
         * @description What was refused, for programs. New codes may be added.
         * @enum {string}
         */
        ErrorCode: "ACCOUNT_ARCHIVED" | "ACCOUNT_CODE_TAKEN" | "ACCOUNT_IN_USE" | "ACCOUNT_KEPT_BY_SALES" | "ACCOUNT_NEEDED" | "ACCOUNT_NOT_FOR_PAYMENTS" | "ACCOUNT_NOT_FOUND" | "ACCOUNT_NOT_INCOME" | "ACCOUNT_RESTRICTED" | "ACCOUNT_SUSPENDED" | "ACTIVITY_NOT_FOUND" | "ALREADY_MEMBER" | "APPROVAL_OVERTAKEN" | "APP_CANNOT_ACCESS_TYPE_RECORD" | "APP_CHECKS_FAILED" | "APP_DATA_API_AVAILABLE_CONNECTED_APPS_ONLY" | "APP_DATA_FIELD_NOT_FOUND" | "APP_DATA_VALUE_NOT_FOUND" | "APP_IN_USE" | "APP_LIMIT" | "APP_NOT_ACTIVE" | "APP_NOT_FOUND" | "APP_NOT_INSTALLED" | "APP_NOT_REVIEWED" | "APP_RATE_LIMITED" | "APP_UNAVAILABLE" | "APP_UNCLAIMED" | "APP_WITHOUT_SCOPES" | "ASSET_IN_USE" | "ASSET_LIMIT" | "ASSET_NOT_FOUND" | "ASSISTANT_WRITE_LIMIT" | "AUTHORIZATION_REQUEST_NOT_FOUND" | "BUSINESS_NOT_FOUND" | "CLAIM_REFUSED" | "CLIENT_ID_TAKEN" | "CONSENT_NOT_FOUND" | "CONSENT_REQUIRED" | "CREDIT_EXCEEDS_DUE" | "CREDIT_LINES_REQUIRED" | "CROSS_ORIGIN_REQUEST" | "CURRENCY_MISMATCH" | "CUSTOMER_ARCHIVED" | "CUSTOMER_ERASED" | "CUSTOMER_IN_USE" | "CUSTOMER_MERGED_INTO_ITSELF" | "CUSTOMER_NOT_FOUND" | "DELIVERY_NOT_FAILED" | "DELIVERY_NOT_FOUND" | "DELIVERY_RETRY_WAITING" | "DELIVERY_TOO_OLD" | "DEVELOPER_TOKEN_ENDED" | "DEVELOPER_TOKEN_LIMIT" | "DEVELOPER_TOKEN_NOT_FOUND" | "DEVICE_CODE_NOT_FOUND" | "DUPLICATE_INVOICE_NUMBER" | "EMAIL_CHANGE_LINK_INVALID" | "EMAIL_SAME" | "EMAIL_TAKEN" | "ENDPOINT_NOT_EXPOSED" | "ENTRY_ALREADY_REVERSED" | "ENTRY_NOT_MANUAL" | "EVENT_GONE" | "EVENT_LOG_AVAILABLE_CONNECTED_APPS_ONLY" | "EVENT_NOT_FOUND" | "EVENT_NOT_SUBSCRIBED" | "EVENT_SAMPLE_ONLY" | "EVENT_SCOPE_GONE" | "EVENT_SCOPE_NOT_GRANTED" | "EVENT_SCOPE_NOT_REGISTERED" | "EVENT_TYPE_NOT_FOUND" | "EXTENSION_LIMIT" | "EXTENSION_NOT_FOUND" | "EXTENSION_PATH_INVALID" | "EXTENSION_SCOPE_REQUIRED" | "FIELD_IN_USE" | "FIELD_KEY_TAKEN" | "FIELD_LIMIT" | "FIELD_NOT_EDITABLE" | "FIELD_TYPE_LOCKED" | "FORM_EXPIRED" | "FORM_UNREADABLE" | "FUNCTION_EVENT_NOT_FOUND" | "FUNCTION_LIMIT" | "FUNCTION_NAME_TAKEN" | "FUNCTION_NOT_FOUND" | "FUNCTION_RUN_NOT_FAILED" | "FUNCTION_RUN_NOT_FOUND" | "FUNCTION_RUN_RETRY_WAITING" | "FUNCTION_RUN_WROTE" | "FUNCTION_SETTING_UNKNOWN" | "FUNCTION_SOURCE_IMPORTS" | "FUNCTION_SOURCE_NO_HANDLER" | "FUNCTION_VERSION_NOT_FOUND" | "IDEMPOTENCY_ANSWER_ERASED" | "IDEMPOTENCY_KEY_IN_PROGRESS" | "IDEMPOTENCY_KEY_REUSED" | "IMPORT_NOT_FOUND" | "IMPORT_REJECTED" | "INSTALLATION_ENDED" | "INSTALLATION_NOT_FOUND" | "INSTALLATION_SUSPENDED" | "INSUFFICIENT_SCOPE" | "INVALID_APP_DATA_VALUE" | "INVALID_CHOICES" | "INVALID_CREDENTIALS" | "INVALID_TOKEN" | "INVITATION_FOR_ANOTHER_ADDRESS" | "INVITATION_LINK_INVALID" | "INVITATION_NOT_FOUND" | "INVOICE_ALREADY_ISSUED" | "INVOICE_NOT_CREDITABLE" | "INVOICE_NOT_EDITABLE" | "INVOICE_NOT_FOUND" | "INVOICE_NOT_PAYABLE" | "INVOICE_NOT_SENDABLE" | "INVOICE_NOT_VOIDABLE" | "INVOICE_OF_ANOTHER_CUSTOMER" | "JOURNAL_ENTRY_NOT_FOUND" | "JOURNAL_UNBALANCED" | "LAST_OWNER" | "LAST_SECRET" | "LISTENER_IN_USE" | "LISTENER_LIMIT" | "LISTENER_NOT_FOUND" | "LISTING_EXISTS" | "LISTING_INCOMPLETE" | "LISTING_NOT_FOUND" | "LOGO_INVALID" | "LOGO_NOT_FOUND" | "MAIL_LIMIT_REACHED" | "MAIL_SENT_RECENTLY" | "MEMBER_NOT_FOUND" | "NOT_OF_THE_ORGANIZATION" | "NO_BUSINESS_CHOSEN" | "NO_EMAIL_ADDRESS" | "NO_OPEN_REVISION" | "ONLY_OWNER" | "ORGANIZATION_LIMIT" | "ORGANIZATION_NOT_FOUND" | "ORGANIZATION_ROLE_NEEDED" | "PAGE_NOT_FOUND" | "PASSKEYS_OFF" | "PASSKEY_COPIED" | "PASSKEY_EXPIRED" | "PASSKEY_KNOWN" | "PASSKEY_LIMIT" | "PASSKEY_NOT_FOUND" | "PASSKEY_NOT_MADE" | "PASSKEY_REFUSED" | "PASSWORD_NOT_TEXT" | "PASSWORD_TOO_COMMON" | "PASSWORD_TOO_LONG" | "PASSWORD_TOO_SHORT" | "PAYMENT_EXCEEDS_BALANCE" | "PAYMENT_NOT_FOUND" | "PAYMENT_REFUNDED" | "PENDING_APPROVAL" | "PENDING_CHANGED" | "PENDING_EXPIRED" | "PENDING_LIMIT" | "PENDING_NOT_FOUND" | "PENDING_REFUSED" | "PERIOD_LOCKED" | "PERMISSION_DENIED" | "PERMISSION_FIXED" | "PICTURE_INVALID" | "PLAN_INVOICE_LIMIT_REACHED" | "PLAN_NOT_SELF_SERVICE" | "PLAN_TURNOVER_LIMIT_REACHED" | "PROVIDE_RESOURCEID_RESOURCEIDS" | "PUBLIC_APP_HAS_NO_SECRET" | "RATE_LIMITED" | "RECORD_CHANGED" | "RECORD_ERASED" | "RECORD_NOT_FOUND" | "REDIRECT_URIS_INVALID" | "REDIRECT_URI_NOT_REGISTERED" | "REFUND_EXCEEDS_PAYMENT" | "REQUEST_NOT_FOUND" | "RESET_LINK_INVALID" | "RESOURCEIDS_ACCEPTS_MOST_50_IDS" | "REVIEW_MOVE_NOT_ALLOWED" | "REVIEW_NOT_CLAIMED" | "REVISION_ALREADY_SUBMITTED" | "REVISION_NOT_EDITABLE" | "REVISION_NOT_FOUND" | "REVISION_NOT_SUBMITTED" | "REVISION_NOT_WAITING" | "REVISION_REJECTED" | "ROLE_ABOVE_YOURS" | "SANDBOX_BUSY" | "SANDBOX_CLOCK_BACK" | "SANDBOX_LIMIT" | "SANDBOX_NOT_FOUND" | "SCOPES_ADDED" | "SCOPES_INVALID" | "SCOPES_NOT_PERMITTED" | "SECOND_FACTOR_CODE_INVALID" | "SECOND_FACTOR_LOCKED" | "SECOND_FACTOR_NEEDED" | "SECOND_FACTOR_OFF" | "SECOND_FACTOR_ON" | "SECOND_FACTOR_REQUIRED" | "SECRET_LIMIT" | "SECRET_NOT_FOUND" | "SESSION_NOT_FOUND" | "SESSION_OVER" | "SIGN_UP_CLOSED" | "SIGN_UP_LINK_INVALID" | "SLUG_TAKEN" | "STREAMS_BUSY" | "STREAM_LIMIT" | "SUPPLIER_ERASED" | "SUPPLIER_NOT_FOUND" | "THREAD_FULL" | "TRACE_NOT_FOUND" | "TRIGGER_NOT_POSSIBLE" | "UNKNOWN_APP_DATA_FIELD" | "UNKNOWN_CURSOR" | "UNKNOWN_EVENT_TYPE_TYPES" | "UNKNOWN_PERMISSION" | "UNKNOWN_ROLE" | "UNSUPPORTED_API_VERSION" | "USER_NOT_FOUND" | "WEBHOOK_LIMIT" | "WEBHOOK_NOT_FOUND" | "WEBHOOK_URL_REFUSED" | "WRITING_PAUSED" | "WRONG_PASSWORD";
        User: {
            id: components["schemas"]["UserId"];
            name: string;
            /** Format: email */
            email: string;
            /** @description The language of the pages, as a BCP 47 tag. */
            locale: string;
        };
        /** @description A business, as one of its members sees it. */
        Membership: {
            id: components["schemas"]["BusinessId"];
            name: string;
            role: components["schemas"]["Role"];
            /** @description Whether the business is an organization's, to try apps on. */
            sandbox: boolean;
        };
        Account: {
            user: components["schemas"]["User"];
            /** @description The business the session is in; null where it is in none. */
            business: components["schemas"]["Membership"] | null;
            /** @description All businesses of the user. */
            businesses: components["schemas"]["Membership"][];
        };
        Session: {
            id: components["schemas"]["SessionId"];
            /** @description Whether it is the session that asks. */
            current: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description To the minute. */
            lastSeenAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            /** @description The address it was opened from; null where that is not known. */
            address: string | null;
            /** @description What the browser called itself then. */
            userAgent: string;
        };
        SessionList: {
            data: components["schemas"]["Session"][];
        };
        /**
         * Format: uri
         * @description One absolute URI on the API origin, with any path (RFC 8707).
         */
        Resource: string;
        TokenRequest: {
            /** @enum {string} */
            grant_type: "authorization_code" | "refresh_token" | "urn:ietf:params:oauth:grant-type:device_code" | "urn:ietf:params:oauth:grant-type:token-exchange";
            client_id?: string;
            client_secret?: string;
            /** @description For an authorization code. */
            code?: string;
            /** @description With a code, what the authorization request said. */
            redirect_uri?: string;
            /** @description With a code whose request had a challenge. */
            code_verifier?: string;
            refresh_token?: string;
            device_code?: string;
            /** @description For an exchange, the session token. */
            subject_token?: string;
            /** @enum {string} */
            subject_token_type?: "urn:ietf:params:oauth:token-type:jwt" | "urn:ietf:params:oauth:token-type:id_token";
            /** @enum {string} */
            requested_token_type?: "urn:ietf:params:oauth:token-type:access_token";
            /** @description For an exchange, less than the installation has. */
            scope?: string;
            resource?: components["schemas"]["Resource"];
        };
        Tokens: {
            /** @description To send as a Bearer token. It is opaque. */
            access_token: string;
            /**
             * @description For an exchange.
             * @constant
             */
            issued_token_type?: "urn:ietf:params:oauth:token-type:access_token";
            /** @constant */
            token_type: "Bearer";
            /**
             * @description The life of the access token in seconds. That of a developer token is 90 days.
             * @enum {unknown}
             */
            expires_in: 3600 | 7776000;
            /** @description For the next tokens, once, within 30 days. An exchange gives none. */
            refresh_token?: string;
            /** @description The granted scopes, with spaces between them. */
            scope: string;
        } & ({
            /** @constant */
            expires_in?: 3600;
        } | {
            /** @constant */
            expires_in?: 3600;
        } | {
            access_token?: unknown;
            /** @constant */
            expires_in?: 7776000;
        });
        OAuthError: {
            /**
             * @description What to branch on.
             * @enum {string}
             */
            error: "invalid_request" | "invalid_client" | "invalid_grant" | "invalid_scope" | "invalid_target" | "unsupported_grant_type" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid_redirect_uri" | "invalid_client_metadata" | "temporarily_unavailable" | "server_error";
            /** @description For people. Do not match it, do not show it to merchants. */
            error_description?: string;
            /**
             * @deprecated
             * @description It repeats the description, or the code, and will be removed.
             */
            message: string;
        };
        DeviceRequest: {
            client_id?: string;
            client_secret?: string;
            /** @description Some of the scopes that the app registered, with spaces between them; all of them if absent. */
            scope?: string;
            /**
             * @description What the machine is called, for whoever is asked. From our own command line alone
             *     (`counterpart-cli`): at most 64 characters that can be printed.
             */
            device_name?: string;
            resource?: components["schemas"]["Resource"];
        };
        DeviceCodes: {
            /** @description What the device polls the token endpoint with. */
            device_code: string;
            /** @description What the user types. */
            user_code: string;
            /**
             * Format: uri
             * @description Where the user types it.
             */
            verification_uri: string;
            /**
             * Format: uri
             * @description The same page with the code filled in.
             */
            verification_uri_complete: string;
            /**
             * @description The life of both codes in seconds.
             * @constant
             */
            expires_in: 600;
            /**
             * @description The least number of seconds between two polls.
             * @constant
             */
            interval: 5;
        };
        RevocationRequest: {
            token: string;
            /** @description It is ignored; a token tells its kind itself. */
            token_type_hint?: string;
            client_id?: string;
            client_secret?: string;
        };
        IntrospectionRequest: {
            token: string;
            /** @description It is ignored; a token tells its kind itself. */
            token_type_hint?: string;
        };
        Introspection: {
            active: boolean;
            /** @description The granted scopes, with spaces between them. */
            scope?: string;
            /** @description When the token ends, in Unix seconds. */
            exp?: number;
            client_id?: string;
            /** @description The user who consented. */
            sub?: components["schemas"]["UserId"];
        };
        /** @description What a client says of itself (RFC 7591). Members that are not known are ignored. */
        ClientMetadata: {
            client_name?: string;
            /** @description https, or http to the user's own machine; no wildcard, query or fragment. They are compared to the letter. */
            redirect_uris?: string[];
            /**
             * @default [
             *       "authorization_code"
             *     ]
             */
            grant_types: ("authorization_code" | "refresh_token" | "urn:ietf:params:oauth:grant-type:device_code" | "urn:ietf:params:oauth:grant-type:token-exchange")[];
            /**
             * @default [
             *       "code"
             *     ]
             */
            response_types: "code"[];
            /**
             * @description With none, the client is PUBLIC and has no secret.
             * @default client_secret_basic
             * @enum {string}
             */
            token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none";
            /** @description What it may ask for, with spaces between the scopes; all that apps may ask for if absent. */
            scope?: string;
            /**
             * @default web
             * @enum {string}
             */
            application_type: "web" | "native";
            /** Format: uri */
            client_uri?: string;
            /** Format: uri */
            logo_uri?: string;
            /** Format: uri */
            tos_uri?: string;
            /** Format: uri */
            policy_uri?: string;
            contacts?: string[];
            software_id?: string;
            software_version?: string;
        };
        RegistrationRequest: components["schemas"]["ClientMetadata"] & unknown;
        Registration: components["schemas"]["ClientMetadata"] & {
            client_id: string;
            /** @description Unix seconds. */
            client_id_issued_at: number;
            /** @description Shown once. A PUBLIC client has none. */
            client_secret?: string;
            /**
             * @description It does not expire.
             * @constant
             */
            client_secret_expires_at?: 0;
        } & unknown;
        ServerMetadata: {
            /**
             * Format: uri
             * @description The API origin.
             */
            issuer: string;
            /**
             * Format: uri
             * @description A page on the app host.
             */
            authorization_endpoint: string;
            /** Format: uri */
            token_endpoint: string;
            /** Format: uri */
            device_authorization_endpoint: string;
            /** Format: uri */
            registration_endpoint: string;
            /** Format: uri */
            revocation_endpoint: string;
            /** Format: uri */
            introspection_endpoint: string;
            /** Format: uri */
            jwks_uri: string;
            /**
             * Format: uri
             * @description The root of the REST API. Not a member of the standard.
             */
            api_base_url: string;
            /** @description The header in which calls and answers name their API version. Not a member of the standard. */
            api_version_header: string;
            /** @description Every scope there is. Some of them no app can ask for. */
            scopes_supported: string[];
            /** @constant */
            response_types_supported: [
                "code"
            ];
            /** @constant */
            grant_types_supported: [
                "authorization_code",
                "refresh_token",
                "urn:ietf:params:oauth:grant-type:device_code",
                "urn:ietf:params:oauth:grant-type:token-exchange"
            ];
            /** @constant */
            code_challenge_methods_supported: [
                "S256"
            ];
            /** @constant */
            token_endpoint_auth_methods_supported: [
                "client_secret_basic",
                "client_secret_post",
                "none"
            ];
            /** @constant */
            revocation_endpoint_auth_methods_supported: [
                "client_secret_basic",
                "client_secret_post",
                "none"
            ];
            /** @constant */
            introspection_endpoint_auth_methods_supported: [
                "client_secret_basic"
            ];
            /**
             * @description A client id may be the https URL of a document that describes the client.
             * @constant
             */
            client_id_metadata_document_supported: true;
            /** @constant */
            authorization_response_iss_parameter_supported: true;
            /** Format: uri */
            service_documentation?: string;
            /** Format: uri */
            op_policy_uri?: string;
            /** Format: uri */
            op_tos_uri?: string;
        };
        ResourceMetadata: {
            /** Format: uri */
            resource: string;
            resource_name: string;
            authorization_servers: string[];
            /** @description What an app may ask for. */
            scopes_supported: string[];
            /** @constant */
            bearer_methods_supported: [
                "header"
            ];
        };
        KeySet: {
            keys: {
                /** @constant */
                kty: "EC";
                /** @constant */
                crv: "P-256";
                x: string;
                y: string;
                kid: string;
                /** @constant */
                use: "sig";
                /** @constant */
                alg: "ES256";
            }[];
        };
        /** @description A message of JSON-RPC 2.0, as the Model Context Protocol says. */
        Message: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description By which an answer is known; absent where none is wanted. */
            id?: string | number | null;
            method?: string;
            params?: {
                [key: string]: unknown;
            };
            result?: {
                [key: string]: unknown;
            };
            error?: {
                code: number;
                message: string;
                data?: {
                    [key: string]: unknown;
                } | unknown[] | string | null;
            };
        };
        Business: {
            id: components["schemas"]["BusinessId"];
            name: string;
            /** @enum {string} */
            plan: "FREE" | "STARTER" | "GROWTH" | "SCALE";
            /** @description The currency of its books. */
            currency: components["schemas"]["Currency"];
            /** @description Where its days begin and end, as an IANA time zone. */
            timezone: string;
            /** @description Whether the business is an organization's, to try apps on. */
            sandbox: boolean;
        };
        /**
         * @description Something that a member may do in a business. New ones may be added.
         * @example invoices.view
         */
        Permission: string;
        /**
         * @description Something that an app may do in a business. New ones may be added.
         * @example invoices:read
         */
        Scope: string;
        Me: {
            /** @description Whoever consented; the app acts for them. */
            user: {
                id: components["schemas"]["UserId"];
                name: string;
                /** Format: email */
                email: string;
                /** @description The user's language, as a BCP 47 tag. */
                locale: string;
            };
            business: components["schemas"]["Business"];
            /** @description The app that the token was given to; null for a member who calls in person. */
            app: {
                clientId: string;
                name: string;
            } | null;
            /** @description What the user is in the business. */
            role: components["schemas"]["Role"];
            /** @description What the user may do in the business. */
            permissions: components["schemas"]["Permission"][];
            /** @description What the token may do. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date
             * @description The API version that calls with this token speak.
             */
            apiVersion: string;
        };
        BusinessProfile: {
            id: components["schemas"]["BusinessId"];
            name: string;
            /** @enum {string} */
            plan: "FREE" | "STARTER" | "GROWTH" | "SCALE";
            /** @description The currency of its books. */
            currency: components["schemas"]["Currency"];
            /** @description Where its days begin and end, as an IANA time zone. */
            timezone: string;
            /** @description Whether the business is an organization's, to try apps on. */
            sandbox: boolean;
            /** @description How often it was written; it goes into If-Match. */
            version: number;
        };
        /** @description What is left out stays. */
        BusinessChange: {
            name?: string;
            /** @description An IANA time zone. */
            timezone?: string;
        };
        /**
         * @description What an account stands for. Assets and expenses grow by debits, the others by credits.
         * @enum {string}
         */
        AccountType: "ASSET" | "LIABILITY" | "EQUITY" | "INCOME" | "EXPENSE";
        /** @description A short name by which people know the account. */
        AccountCode: string;
        /**
         * @description What the service itself posts to an account. New ones may be added.
         * @enum {string}
         */
        AccountRole: "RECEIVABLE" | "BANK" | "SALES" | "TAX_PAYABLE";
        /** @description Who created or last changed a record. */
        RecordActor: {
            /**
             * @description An app, a member of the business in person, or the service by itself.
             * @enum {string}
             */
            type: "app" | "user" | "system";
            /** @description The app or the user; null for the service. */
            id: string | null;
            /** @description The user in whose name the app did it; null for all others. */
            userId: components["schemas"]["UserId"] | null;
        };
        "schemas-Account": {
            id: components["schemas"]["AccountId"];
            code: components["schemas"]["AccountCode"];
            name: string;
            type: components["schemas"]["AccountType"];
            /** @description What the service itself posts to it; null for most. One with a role cannot be archived. */
            role: components["schemas"]["AccountRole"] | null;
            description: string | null;
            /** @description Since when nothing is posted to it; null while it is open. */
            archivedAt: components["schemas"]["Timestamp"] | null;
            /** @description How often it was written; it goes into If-Match. */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Who created it; null where that was not written down yet. */
            createdBy: components["schemas"]["RecordActor"] | null;
            /** @description Who last changed it, likewise. */
            updatedBy: components["schemas"]["RecordActor"] | null;
        };
        AccountList: {
            data: components["schemas"]["schemas-Account"][];
            hasMore: boolean;
            /** @description The id of this page's last account, for `after`; null where there is none. */
            nextCursor: components["schemas"]["AccountId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        NewAccount: {
            code: components["schemas"]["AccountCode"];
            name: string;
            type: components["schemas"]["AccountType"];
            description?: string | null;
        };
        /** @description What is left out stays; null empties the description. */
        AccountChange: {
            code?: components["schemas"]["AccountCode"];
            name?: string;
            type?: components["schemas"]["AccountType"];
            description?: string | null;
        };
        AccountBalance: {
            accountId: components["schemas"]["AccountId"];
            asOf: components["schemas"]["Date"];
            currency: components["schemas"]["Currency"];
            /** @description All that was debited. */
            debit: components["schemas"]["Amount"];
            /** @description All that was credited. */
            credit: components["schemas"]["Amount"];
            /**
             * @description The difference on the account's own side: debits less credits for assets and
             *     expenses, credits less debits for the others.
             */
            balance: components["schemas"]["Amount"];
        };
        /**
         * @description What posted an entry. New ones may be added.
         * @enum {string}
         */
        JournalSource: "MANUAL" | "INVOICE" | "CREDIT_NOTE" | "PAYMENT" | "REFUND";
        /** @description A debit or a credit; the other side is zero. */
        JournalLine: {
            accountId: components["schemas"]["AccountId"];
            /** @description The account's code as it is now. */
            accountCode: components["schemas"]["AccountCode"];
            /** @description The account's name as it is now. */
            accountName: string;
            debit: components["schemas"]["Amount"];
            credit: components["schemas"]["Amount"];
            memo: string | null;
        };
        /** @description An entry of the journal. It never changes, so it has no version. */
        JournalEntry: {
            id: components["schemas"]["JournalEntryId"];
            /** @description Counts the business's entries, without a gap. */
            number: string;
            /** @description The day of the entry in the books. */
            date: components["schemas"]["Date"];
            memo: string | null;
            source: components["schemas"]["JournalSource"];
            /** @description The invoice, credit note, payment or refund that it was posted for; null for MANUAL. */
            sourceId: string | null;
            /** @description The entry that this one undoes. */
            reversesId: components["schemas"]["JournalEntryId"] | null;
            /** @description The entry that undid this one. It is all that can be new about an entry. */
            reversedById: components["schemas"]["JournalEntryId"] | null;
            currency: components["schemas"]["Currency"];
            /** @description What the debits come to, and so the credits. */
            total: components["schemas"]["Amount"];
            lines: components["schemas"]["JournalLine"][];
            createdAt: components["schemas"]["Timestamp"];
            /** @description Who created it; null where that was not written down yet. */
            createdBy: components["schemas"]["RecordActor"] | null;
        };
        JournalEntryList: {
            data: components["schemas"]["JournalEntry"][];
            hasMore: boolean;
            /** @description The id of this page's last entry, for `after`; null where there is none. */
            nextCursor: components["schemas"]["JournalEntryId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        /** @description Either a debit or a credit, above zero, with no more decimal places than the currency has. */
        NewJournalLine: {
            accountId: components["schemas"]["AccountId"];
            debit?: components["schemas"]["Amount"];
            credit?: components["schemas"]["Amount"];
            memo?: string | null;
        };
        NewJournalEntry: {
            date: components["schemas"]["Date"];
            memo?: string | null;
            lines: components["schemas"]["NewJournalLine"][];
        };
        JournalEntryReversal: {
            /** @description The day of the reversal; today, where none is given. */
            date?: components["schemas"]["Date"];
            memo?: string | null;
        };
        Periods: {
            /** @description The last day on which nothing is posted any more; null where every day is open. */
            lockedThrough: components["schemas"]["Date"] | null;
        };
        PeriodLock: {
            /** @description The last day to lock, before today; null to open every day. */
            lockedThrough: components["schemas"]["Date"] | null;
        };
        /** @description An account with its balance on the side where it stands; the other side is zero. */
        TrialBalanceRow: {
            accountId: components["schemas"]["AccountId"];
            code: components["schemas"]["AccountCode"];
            name: string;
            type: components["schemas"]["AccountType"];
            debit: components["schemas"]["Amount"];
            credit: components["schemas"]["Amount"];
        };
        TrialBalance: {
            asOf: components["schemas"]["Date"];
            currency: components["schemas"]["Currency"];
            rows: components["schemas"]["TrialBalanceRow"][];
            /** @description What each side comes to. They are the same. */
            totals: {
                debit: components["schemas"]["Amount"];
                credit: components["schemas"]["Amount"];
            };
        };
        /** @description Where a supplier is. What is not known is null. */
        SupplierAddress: {
            line1: string | null;
            line2: string | null;
            city: string | null;
            /** @description A state, province or canton. */
            region: string | null;
            postalCode: string | null;
            /** @description Its ISO 3166-1 alpha-2 code. */
            country: string | null;
        };
        Supplier: {
            id: components["schemas"]["SupplierId"];
            name: string;
            /** Format: email */
            email: string | null;
            phone: string | null;
            taxNumber: string | null;
            address: components["schemas"]["SupplierAddress"] | null;
            notes: string | null;
            /** @description Since when it is out of the way; null while it is not. */
            archivedAt: components["schemas"]["Timestamp"] | null;
            /** @description When all that is personal was taken out of it; null unless it was. */
            erasedAt: components["schemas"]["Timestamp"] | null;
            /** @description How often it was written; it goes into If-Match. */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Who created it; null where that was not written down yet. */
            createdBy: components["schemas"]["RecordActor"] | null;
            /** @description Who last changed it, likewise. */
            updatedBy: components["schemas"]["RecordActor"] | null;
        };
        SupplierList: {
            data: components["schemas"]["Supplier"][];
            hasMore: boolean;
            /** @description The id of this page's last supplier, for `after`; null where there is none. */
            nextCursor: components["schemas"]["SupplierId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        /** @description Where a supplier is. What is not known is left out or null. */
        NewSupplierAddress: {
            line1?: string | null;
            line2?: string | null;
            city?: string | null;
            /** @description A state, province or canton. */
            region?: string | null;
            postalCode?: string | null;
            /** @description Its ISO 3166-1 alpha-2 code. */
            country?: string | null;
        };
        NewSupplier: {
            name: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            taxNumber?: string | null;
            address?: components["schemas"]["NewSupplierAddress"] | null;
            notes?: string | null;
        };
        /** @description What is left out stays; null empties a field. */
        SupplierChange: {
            name?: string;
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            taxNumber?: string | null;
            address?: components["schemas"]["NewSupplierAddress"] | null;
            notes?: string | null;
        };
        /** @enum {string} */
        CustomerType: "BUSINESS" | "PERSON";
        /** @description Where a customer gets its bills. What is not known is null. */
        CustomerAddress: {
            line1: string | null;
            line2: string | null;
            city: string | null;
            /** @description A state, province or canton. */
            region: string | null;
            postalCode: string | null;
            /** @description Its ISO 3166-1 alpha-2 code. */
            country: string | null;
        };
        Customer: {
            id: components["schemas"]["CustomerId"];
            name: string;
            type: components["schemas"]["CustomerType"];
            /** Format: email */
            email: string | null;
            phone: string | null;
            taxNumber: string | null;
            billingAddress: components["schemas"]["CustomerAddress"] | null;
            notes: string | null;
            /**
             * @description What the customer owes: what is due of its invoices, less what it paid and no
             *     invoice has used. It moves with invoices and payments, without a new version.
             */
            balance: components["schemas"]["Amount"];
            /** @description The currency of the balance. */
            currency: components["schemas"]["Currency"];
            /** @description When it was archived; null unless it is. */
            archivedAt: components["schemas"]["Timestamp"] | null;
            /** @description When all that is personal was taken out of it; null unless it was. */
            erasedAt: components["schemas"]["Timestamp"] | null;
            /** @description Counts the changes, from 1. */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Who created it; null where that was not written down yet. */
            createdBy: components["schemas"]["RecordActor"] | null;
            /** @description Who last changed it, likewise. */
            updatedBy: components["schemas"]["RecordActor"] | null;
        };
        CustomerList: {
            data: components["schemas"]["Customer"][];
            hasMore: boolean;
            /** @description The id of this page's last customer, for `after`; null where there is none. */
            nextCursor: components["schemas"]["CustomerId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        /** @description Where a customer gets its bills. What is not known is left out or null. */
        NewCustomerAddress: {
            line1?: string | null;
            line2?: string | null;
            city?: string | null;
            /** @description A state, province or canton. */
            region?: string | null;
            postalCode?: string | null;
            /** @description Its ISO 3166-1 alpha-2 code. */
            country?: string | null;
        };
        NewCustomer: {
            name: string;
            type: components["schemas"]["CustomerType"];
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            taxNumber?: string | null;
            billingAddress?: components["schemas"]["NewCustomerAddress"] | null;
            notes?: string | null;
        };
        /** @description A member that is left out changes nothing; null empties a field. */
        CustomerChange: {
            name?: string;
            type?: components["schemas"]["CustomerType"];
            /** Format: email */
            email?: string | null;
            phone?: string | null;
            taxNumber?: string | null;
            billingAddress?: components["schemas"]["NewCustomerAddress"] | null;
            notes?: string | null;
        };
        CustomerMerge: {
            /** @description The customer that is left. */
            intoId: components["schemas"]["CustomerId"];
        };
        /**
         * @description Where an invoice stands. PAID says that nothing is due: it was paid, credited,
         *     or came to nothing. A credit note is ISSUED for good.
         * @enum {string}
         */
        InvoiceStatus: "DRAFT" | "ISSUED" | "PARTIALLY_PAID" | "PAID" | "VOID";
        /**
         * @description A credit note is an invoice the other way round.
         * @enum {string}
         */
        InvoiceKind: "INVOICE" | "CREDIT_NOTE";
        InvoiceLine: {
            description: string;
            quantity: components["schemas"]["Amount"];
            /** @description Before tax. A discount's is below zero. */
            unitPrice: components["schemas"]["Amount"];
            /** @description Percent. */
            taxRate: components["schemas"]["Amount"];
            /** @description The income account that the net amount is posted to. */
            accountId: components["schemas"]["AccountId"];
            /** @description Quantity times unit price, rounded to the currency's decimal places, half to even. */
            net: components["schemas"]["Amount"];
            /** @description The tax on the net amount, rounded likewise. */
            tax: components["schemas"]["Amount"];
        };
        /**
         * @description An invoice or a credit note. `total` is `subtotal` plus `taxTotal`, which are the
         *     sums of the lines. `amountDue` is `total` less `amountPaid` and `amountCredited`,
         *     and nothing of drafts, void invoices and credit notes.
         */
        Invoice: {
            id: components["schemas"]["InvoiceId"];
            kind: components["schemas"]["InvoiceKind"];
            status: components["schemas"]["InvoiceStatus"];
            /** @description Given at issue, without gaps, unless the draft brought its own. */
            number: string | null;
            customerId: components["schemas"]["CustomerId"];
            /** @description The invoice that a credit note credits. */
            creditsId: components["schemas"]["InvoiceId"] | null;
            currency: components["schemas"]["Currency"];
            /** @description The day of its entry in the journal. */
            issueDate: components["schemas"]["Date"] | null;
            /** @description The day by which it is to be paid. A credit note has none. */
            dueDate: components["schemas"]["Date"] | null;
            /** @description What the customer knows it by, such as a purchase order. */
            reference: string | null;
            /** @description For the customer. A credit note has its reason here. */
            notes: string | null;
            lines: components["schemas"]["InvoiceLine"][];
            subtotal: components["schemas"]["Amount"];
            taxTotal: components["schemas"]["Amount"];
            total: components["schemas"]["Amount"];
            amountPaid: components["schemas"]["Amount"];
            amountCredited: components["schemas"]["Amount"];
            amountDue: components["schemas"]["Amount"];
            /** @description When it was issued. */
            issuedAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was last sent. */
            sentAt: components["schemas"]["Timestamp"] | null;
            /** @description Since when nothing is due. */
            paidAt: components["schemas"]["Timestamp"] | null;
            /** @description When it was voided. */
            voidedAt: components["schemas"]["Timestamp"] | null;
            /** @description Counts the changes, from 1. */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Who created it; null where that was not written down yet. */
            createdBy: components["schemas"]["RecordActor"] | null;
            /** @description Who last changed it, likewise. */
            updatedBy: components["schemas"]["RecordActor"] | null;
        };
        InvoiceList: {
            data: components["schemas"]["Invoice"][];
            hasMore: boolean;
            /** @description The id of this page's last invoice, for `after`; null where there is none. */
            nextCursor: components["schemas"]["InvoiceId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        NewInvoiceLine: {
            description: string;
            /** @description 1 if it is left out. */
            quantity?: components["schemas"]["Amount"] | null;
            /** @description Before tax. A discount's is below zero; the lines together must not be, nor their taxes. */
            unitPrice: components["schemas"]["Amount"];
            /** @description Percent, from 0 to 100; 0 if it is left out. */
            taxRate?: components["schemas"]["Amount"] | null;
            /** @description An income account; the one for sales if it is left out. */
            accountId?: components["schemas"]["AccountId"] | null;
        };
        NewInvoice: {
            customerId: components["schemas"]["CustomerId"];
            /**
             * @description The invoice's own number, instead of the next one. It is taken when the invoice
             *     is issued; one that another invoice has is refused with DUPLICATE_INVOICE_NUMBER.
             */
            number?: string | null;
            /** @description The business's, which it is if it is left out. Another is refused with CURRENCY_MISMATCH. */
            currency?: components["schemas"]["Currency"] | null;
            /** @description The day of issue if it is left out. */
            issueDate?: components["schemas"]["Date"] | null;
            /** @description 30 days after the issue date if it is left out. */
            dueDate?: components["schemas"]["Date"] | null;
            reference?: string | null;
            notes?: string | null;
            lines: components["schemas"]["NewInvoiceLine"][];
            /**
             * @description Issue it at once.
             * @default false
             */
            issue: boolean;
        };
        /** @description A member that is left out changes nothing; null empties a field. */
        InvoiceChange: {
            customerId?: components["schemas"]["CustomerId"];
            number?: string | null;
            issueDate?: components["schemas"]["Date"] | null;
            dueDate?: components["schemas"]["Date"] | null;
            reference?: string | null;
            notes?: string | null;
            lines?: components["schemas"]["NewInvoiceLine"][];
        };
        InvoiceIssue: {
            /** @description The draft's if it is left out, else today in the business's time zone. */
            issueDate?: components["schemas"]["Date"] | null;
            /** @description The draft's if it is left out, else 30 days after the issue date. */
            dueDate?: components["schemas"]["Date"] | null;
        };
        InvoiceSend: {
            /**
             * Format: email
             * @description The customer's address if it is left out; without one, NO_EMAIL_ADDRESS.
             */
            to?: string | null;
        };
        InvoiceCredit: {
            /** @description What is credited, at prices above zero. All of the invoice if it is left out and nothing was paid or credited. */
            lines?: components["schemas"]["NewInvoiceLine"][] | null;
            /** @description Today, in the business's time zone, if it is left out. */
            date?: components["schemas"]["Date"] | null;
            /** @description Becomes the credit note's notes. */
            reason?: string | null;
        };
        ImportedInvoice: components["schemas"]["NewInvoice"] & {
            /** @description Your own name for the invoice, which the result repeats. */
            clientRef?: string | null;
        };
        InvoiceImport: {
            invoices: components["schemas"]["ImportedInvoice"][];
            /**
             * @description Whether invoices succeed or fail one by one.
             * @default PARTIAL
             * @enum {unknown}
             */
            mode: "PARTIAL" | "ALL_OR_NOTHING" | null;
        };
        InvoiceImportRow: {
            /** @description The invoice's place in the request, from 0. */
            index: number;
            clientRef?: string;
            /** @enum {string} */
            status: "CREATED" | "FAILED";
            /** @description The invoice, where it was created. */
            invoiceId?: components["schemas"]["InvoiceId"];
            /** @description What is wrong, where it failed. */
            error?: components["schemas"]["Error"];
        };
        InvoiceImportResult: {
            importId: components["schemas"]["ImportId"];
            created: number;
            failed: number;
            results: components["schemas"]["InvoiceImportRow"][];
        };
        /**
         * @description How a customer paid.
         * @enum {string}
         */
        PaymentMethod: "BANK_TRANSFER" | "CARD" | "CASH" | "DIRECT_DEBIT" | "CHECK" | "OTHER";
        /** @description The part of a payment that settles an invoice. */
        Allocation: {
            invoiceId: components["schemas"]["InvoiceId"];
            amount: components["schemas"]["Amount"];
        };
        /** @description A part of a payment that was given back. */
        Refund: {
            id: components["schemas"]["RefundId"];
            /** @description The day of the refund in the journal. */
            date: components["schemas"]["Date"];
            amount: components["schemas"]["Amount"];
            reason: string | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Money received from a customer. `amount` is always the sum of
         *     `amountAllocated`, `amountRefunded` and `amountUnallocated`.
         */
        Payment: {
            id: components["schemas"]["PaymentId"];
            customerId: components["schemas"]["CustomerId"];
            /** @description The day of the payment in the journal. */
            date: components["schemas"]["Date"];
            method: components["schemas"]["PaymentMethod"];
            currency: components["schemas"]["Currency"];
            amount: components["schemas"]["Amount"];
            /** @description What settles invoices. */
            amountAllocated: components["schemas"]["Amount"];
            /** @description What was given back. */
            amountRefunded: components["schemas"]["Amount"];
            /** @description What is left. */
            amountUnallocated: components["schemas"]["Amount"];
            /** @description The account that the money went to. */
            accountId: components["schemas"]["AccountId"];
            /** @description What stands on the bank statement, or another text to find it by. */
            reference: string | null;
            notes: string | null;
            /** @description What it settles, the oldest invoice first. */
            allocations: components["schemas"]["Allocation"][];
            /** @description What was given back, the first refund first. */
            refunds: components["schemas"]["Refund"][];
            /** @description Counts the payment's changes, from 1. */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Who created it; null where that was not written down yet. */
            createdBy: components["schemas"]["RecordActor"] | null;
            /** @description Who last changed it, likewise. */
            updatedBy: components["schemas"]["RecordActor"] | null;
        };
        PaymentList: {
            data: components["schemas"]["Payment"][];
            hasMore: boolean;
            /** @description The id of this page's last payment, for `after`; null where there is none. */
            nextCursor: components["schemas"]["PaymentId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        NewPayment: {
            customerId: components["schemas"]["CustomerId"];
            /** @description Greater than 0, with no more decimal places than the currency has. */
            amount: components["schemas"]["Amount"];
            /** @description The business's, which it is if it is left out. Another is refused with CURRENCY_MISMATCH. */
            currency?: components["schemas"]["Currency"];
            /** @description Today, in the business's time zone, if it is left out. */
            date?: components["schemas"]["Date"];
            method: components["schemas"]["PaymentMethod"];
            /** @description An asset account, though not the receivable one; the bank account if it is left out. */
            accountId?: components["schemas"]["AccountId"];
            reference?: string | null;
            notes?: string | null;
            /** @description What it settles at once; each invoice at most once. */
            allocations?: components["schemas"]["Allocation"][];
        };
        /** @description A member that is left out changes nothing; null empties a field. */
        PaymentChange: {
            method?: components["schemas"]["PaymentMethod"];
            reference?: string | null;
            notes?: string | null;
        };
        PaymentAllocation: {
            /** @description What it settles besides; each invoice at most once. */
            allocations: components["schemas"]["Allocation"][];
        };
        NewRefund: {
            /** @description All that is left of the payment if it is left out. */
            amount?: components["schemas"]["Amount"];
            /** @description Today, in the business's time zone, if it is left out. */
            date?: components["schemas"]["Date"];
            reason?: string | null;
        };
        /**
         * @description What happened. New types may be added.
         * @example invoice.paid
         */
        EventTypeName: string;
        /** @description Who did it. */
        EventActor: {
            /** @enum {string} */
            type: "user" | "app" | "system";
            /** @description The user or the app; null for the service itself. */
            id: string | null;
        };
        /** @description Something that happened in the business. */
        Event: {
            id: components["schemas"]["EventId"];
            type: components["schemas"]["EventTypeName"];
            /**
             * Format: date
             * @description The version whose shapes `data` has, which is that of the call.
             */
            apiVersion: string;
            businessId: components["schemas"]["BusinessId"];
            /** @description When it happened, in Unix seconds, as webhooks tell it. */
            created: number;
            /** @description What the type's schema says. The same as a webhook carries. */
            data: {
                /** @description The record that it happened to. */
                id: string;
                actor: components["schemas"]["EventActor"];
            } & {
                [key: string]: unknown;
            };
            actor: components["schemas"]["EventActor"];
        };
        EventList: {
            data: components["schemas"]["Event"][];
            /** @description Whether there is more to look at now. */
            hasMore: boolean;
            /**
             * @description The last event that was looked at, seen or not; what `after` named where
             *     there was nothing new. Null only in a log without events.
             */
            nextCursor: components["schemas"]["EventId"] | null;
        };
        EventType: {
            name: components["schemas"]["EventTypeName"];
            /**
             * @description Who hears of it: apps in the business, all of them and with a duty to
             *     erase, or the one app that it is about.
             * @enum {string}
             */
            audience: "business" | "privacy" | "app";
            /** @description The scope that it takes to see it; null where it takes none. */
            scope: components["schemas"]["Scope"] | null;
            description: string;
            /** @description Whether this token may see such events. */
            available: boolean;
            /** @description The JSON Schema of `data`. */
            schema: {
                [key: string]: unknown;
            };
            /** @description Data as such an event carries it. */
            sample: {
                [key: string]: unknown;
            };
        };
        EventTypeList: {
            data: components["schemas"]["EventType"][];
        };
        /** @description A user who belongs to the business. */
        Member: {
            userId: components["schemas"]["UserId"];
            name: string;
            /** Format: email */
            email: string;
            role: components["schemas"]["Role"];
            since: components["schemas"]["Timestamp"];
        };
        MemberList: {
            data: components["schemas"]["Member"][];
        };
        MemberChange: {
            role: components["schemas"]["Role"];
        };
        /** @description Somebody was asked into the business, and has not come yet. */
        Invitation: {
            id: components["schemas"]["InvitationId"];
            /** Format: email */
            email: string;
            role: components["schemas"]["Role"];
            /** @description Null for the service's operator. */
            invitedBy: components["schemas"]["UserId"] | null;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            /** @description When the mail was sent; null while it is on its way. */
            mailedAt: components["schemas"]["Timestamp"] | null;
        };
        InvitationList: {
            data: components["schemas"]["Invitation"][];
        };
        NewInvitation: {
            /** Format: email */
            email: string;
            role: components["schemas"]["Role"];
        };
        RolePermission: {
            permission: components["schemas"]["Permission"];
            description: string;
            granted: boolean;
            /** @description What it is unless the business decides otherwise. */
            default: boolean;
            /** @description Whether the business cannot decide otherwise. */
            fixed: boolean;
        };
        /** @description What members with a role may do in this business. */
        BusinessRole: {
            role: components["schemas"]["Role"];
            /** @description Every permission there is. */
            permissions: components["schemas"]["RolePermission"][];
        };
        RoleList: {
            data: components["schemas"]["BusinessRole"][];
        };
        PermissionChange: {
            granted: boolean;
        };
        /**
         * @description What was done. New actions may be added.
         *
         *     | action | what was done |
         *     |---|---|
         *     | `organization.created` | An organization was created. |
         *     | `organization.renamed` | An organization was renamed. |
         *     | `member.added` | Somebody became a member. |
         *     | `member.role_changed` | A member got another role. |
         *     | `member.removed` | A member was removed. |
         *     | `member.left` | A member left. |
         *     | `invitation.made` | Somebody was invited. |
         *     | `invitation.mailed` | An invitation was mailed. |
         *     | `invitation.accepted` | An invitation was accepted. |
         *     | `invitation.cancelled` | An invitation was cancelled. |
         *     | `sandbox.created` | A sandbox was made. |
         *     | `sandbox.reset` | A sandbox was reset. |
         *     | `sandbox.clock_moved` | A sandbox's clock was moved forward. |
         *     | `sandbox.token_taken` | A member took a token for an app in a sandbox. |
         *     | `business.created` | A business was created. |
         *     | `business.updated` | A business's name, settings or plan were changed. |
         *     | `business.erased` | A business was erased. |
         *     | `permission.changed` | A permission was given to a role, or taken from it. |
         *     | `period.locked` | The books were locked through a day. |
         *     | `period.unlocked` | Locked books were opened again. |
         *     | `customer.erased` | A customer's personal data was erased. |
         *     | `supplier.erased` | A supplier's personal data was erased. |
         *     | `app.connected` | An app was connected to a business. |
         *     | `app.consent_given` | A member consented to an app. |
         *     | `app.consent_withdrawn` | A member withdrew their consent to an app. |
         *     | `app.access_revoked` | An app's access to a business was revoked. |
         *     | `app.uninstalled` | An app was uninstalled from a business. |
         *     | `app.held` | The operator suspended an app in a business. |
         *     | `app.released` | The operator ended an app's suspension in a business. |
         *     | `action.approved` | A member approved what an app asked to do to the books. |
         *     | `action.refused` | A member refused what an app asked to do to the books. |
         *     | `tokens.revoked` | An app gave tokens up. |
         *     | `tokens.burned` | Tokens were revoked because a used code or refresh token came back. |
         *     | `app.registered` | An app was registered. |
         *     | `app.updated` | An app's details were changed. |
         *     | `app.redirect_uris_set` | An app's redirect URIs were set. |
         *     | `app.scopes_set` | An app's scopes were set. |
         *     | `app.logo_set` | An app's logo was set or removed. |
         *     | `app.restated` | An app's published document changed. |
         *     | `app.claimed` | An app that registered itself was claimed. |
         *     | `app.review_moved` | An app's review moved on. |
         *     | `app.suspended` | The operator suspended an app. |
         *     | `app.unsuspended` | The operator ended an app's suspension. |
         *     | `app.deactivated` | An app was deactivated. |
         *     | `app.reactivated` | An app was reactivated. |
         *     | `app.removed` | An app was removed. |
         *     | `app.secret_added` | A client secret was added. |
         *     | `app.secret_revoked` | A client secret was revoked. |
         *     | `app.authentication_refused` | An app failed to authenticate. |
         *     | `app.authentication_locked` | An app failed to authenticate so often that it has to wait. |
         *     | `app_data_field.declared` | A field for app data was declared. |
         *     | `app_data_field.changed` | A field for app data was changed. |
         *     | `app_data_field.removed` | A field for app data was removed. |
         *     | `listing.saved` | A listing was saved. |
         *     | `listing.submitted` | A listing was submitted for review. |
         *     | `listing.withdrawn` | A listing was withdrawn from review. |
         *     | `listing.claimed` | The review of a listing began. |
         *     | `listing.released` | A listing went back into the queue of reviews. |
         *     | `listing.approved` | A listing was approved and is live. |
         *     | `listing.changes_requested` | Review asked for changes of a listing. |
         *     | `listing.rejected` | A listing was rejected. |
         *     | `listing.commented` | Somebody wrote to the thread of a listing. |
         *     | `listing_asset.added` | A picture for a listing was added. |
         *     | `listing_asset.removed` | A picture for a listing was deleted. |
         *     | `extension.added` | An extension was added. |
         *     | `extension.changed` | An extension was changed. |
         *     | `extension.removed` | An extension was removed. |
         *     | `function.added` | A function was added. |
         *     | `function.replaced` | The source of a function was replaced. |
         *     | `function.removed` | A function was removed. |
         *     | `function.made_live` | Another version of a function was made live. |
         *     | `function.subscribed` | It was said what a function runs for. |
         *     | `function.configured` | A function's settings were changed. |
         *     | `function.tried` | A function was run by hand. |
         *     | `function.run_repeated` | A failed run of a function was repeated. |
         *     | `function.switched_off` | A function failed so often that it was switched off. |
         *     | `function.stopped` | The operator stopped functions. |
         *     | `function.resumed` | The operator let functions run again. |
         *     | `webhook.added` | A webhook was added. |
         *     | `webhook.changed` | A webhook was changed. |
         *     | `webhook.removed` | A webhook was removed. |
         *     | `webhook.secret_rotated` | A webhook got a new secret. |
         *     | `listener.started` | Somebody began to listen to sandboxes on a machine of their own. |
         *     | `listener.removed` | A listener was removed. |
         *     | `webhook.probed` | A wrong signature was sent to a webhook, to see it refused. |
         *     | `webhook.tested` | A test was sent to a webhook. |
         *     | `webhook.redelivered` | A delivery was sent again. |
         *     | `webhook.failed_redelivered` | A webhook's failed deliveries were sent again. |
         *     | `webhook.failing` | A webhook has taken no delivery for a while. |
         *     | `webhook.recovered` | A failing webhook takes deliveries again. |
         *     | `developer_token.ended_by_owner` | An owner signed a member's command line out. |
         * @enum {string}
         */
        AuditAction: "organization.created" | "organization.renamed" | "member.added" | "member.role_changed" | "member.removed" | "member.left" | "invitation.made" | "invitation.mailed" | "invitation.accepted" | "invitation.cancelled" | "sandbox.created" | "sandbox.reset" | "sandbox.clock_moved" | "sandbox.token_taken" | "business.created" | "business.updated" | "business.erased" | "permission.changed" | "period.locked" | "period.unlocked" | "customer.erased" | "supplier.erased" | "app.connected" | "app.consent_given" | "app.consent_withdrawn" | "app.access_revoked" | "app.uninstalled" | "app.held" | "app.released" | "action.approved" | "action.refused" | "tokens.revoked" | "tokens.burned" | "app.registered" | "app.updated" | "app.redirect_uris_set" | "app.scopes_set" | "app.logo_set" | "app.restated" | "app.claimed" | "app.review_moved" | "app.suspended" | "app.unsuspended" | "app.deactivated" | "app.reactivated" | "app.removed" | "app.secret_added" | "app.secret_revoked" | "app.authentication_refused" | "app.authentication_locked" | "app_data_field.declared" | "app_data_field.changed" | "app_data_field.removed" | "listing.saved" | "listing.submitted" | "listing.withdrawn" | "listing.claimed" | "listing.released" | "listing.approved" | "listing.changes_requested" | "listing.rejected" | "listing.commented" | "listing_asset.added" | "listing_asset.removed" | "extension.added" | "extension.changed" | "extension.removed" | "function.added" | "function.replaced" | "function.removed" | "function.made_live" | "function.subscribed" | "function.configured" | "function.tried" | "function.run_repeated" | "function.switched_off" | "function.stopped" | "function.resumed" | "webhook.added" | "webhook.changed" | "webhook.removed" | "webhook.secret_rotated" | "listener.started" | "listener.removed" | "webhook.probed" | "webhook.tested" | "webhook.redelivered" | "webhook.failed_redelivered" | "webhook.failing" | "webhook.recovered" | "developer_token.ended_by_owner";
        /** @description Who did it. */
        AuditActor: {
            /** @enum {string} */
            type: "user" | "app" | "operator" | "system";
            /** @description The user or app; null for the operator and for the service itself. */
            id: string | null;
        };
        /** @description Something that somebody did. */
        AuditEntry: {
            id: string;
            /** Format: date-time */
            at: string;
            action: components["schemas"]["AuditAction"];
            actor: components["schemas"]["AuditActor"];
            /** @description The id of what it was done to. */
            subject: string;
            /** @description The request that asked for it; null for what the service did by itself. */
            requestId: string | null;
            /** @description Particulars, which differ from action to action. */
            facts: {
                [key: string]: unknown;
            };
            /** @description The command line by which its actor did it; left out where it was none. */
            via?: {
                tokenId: components["schemas"]["DeveloperTokenId"];
                /** @description What its machine is called; null where that is not known any more. */
                machine: string | null;
            };
        };
        /** @description A part of the audit log. */
        AuditLog: {
            data: components["schemas"]["AuditEntry"][];
            hasMore: boolean;
            /** @description The last entry of the page, where it goes on; null on an empty one. */
            nextCursor: string | null;
        };
        /** @enum {string} */
        PlanCode: "FREE" | "STARTER" | "GROWTH" | "SCALE";
        /** @description What may be invoiced in a calendar year. */
        Plan: {
            code: components["schemas"]["PlanCode"];
            name: string;
            /** @description How many invoices; null for as many as there are. */
            invoices: number | null;
            /** @description What they may come to; null for whatever it is. */
            turnover: components["schemas"]["Amount"] | null;
        };
        BusinessPlan: {
            plan: components["schemas"]["PlanCode"];
            /** @description What the turnover of a plan is counted in. */
            currency: components["schemas"]["Currency"];
            plans: components["schemas"]["Plan"][];
        };
        PlanChange: {
            plan: components["schemas"]["PlanCode"];
        };
        Person: {
            id: components["schemas"]["UserId"];
            name: string;
        };
        /** @description An app that the business has let in. */
        ConnectedApp: {
            id: components["schemas"]["InstallationId"];
            app: {
                id: components["schemas"]["AppId"];
                clientId: string;
                name: string;
                /** @description Whether the service has reviewed the app. */
                reviewed: boolean;
                /**
                 * @description Whether the app may work at all: SUSPENDED by the service's operator, or
                 *     DEACTIVATED by its maker, it has no access to any business.
                 * @enum {string}
                 */
                status: "ACTIVE" | "SUSPENDED" | "DEACTIVATED";
            };
            /**
             * @description Whether it may work in this business. Suspended is one that the service's operator holds.
             * @enum {string}
             */
            status: "ACTIVE" | "SUSPENDED";
            /** @description All that the business has granted so far. */
            scopes: components["schemas"]["Scope"][];
            /** @description Whether its access was revoked, and nobody has consented again since. */
            accessRevoked: boolean;
            installedBy: components["schemas"]["Person"];
            installedAt: components["schemas"]["Timestamp"];
            /**
             * @description When the app last called, as of some seconds ago; null if it has not since it
             *     was let in.
             */
            lastCallAt: components["schemas"]["Timestamp"] | null;
            /** @description Which members said yes to the app and have not taken it back. Who leaves the business takes it back. */
            consents: {
                user: components["schemas"]["Person"];
                scopes: components["schemas"]["Scope"][];
                grantedAt: components["schemas"]["Timestamp"];
            }[];
        };
        ConnectedAppList: {
            data: components["schemas"]["ConnectedApp"][];
        };
        /**
         * @description A kind of record.
         * @enum {string}
         */
        AppActivityKind: "INVOICE" | "CUSTOMER" | "PAYMENT" | "SUPPLIER" | "ACCOUNT" | "JOURNAL_ENTRY";
        /** @description An app, connected still or no longer. */
        AppName: {
            id: components["schemas"]["AppId"];
            /** @description Null for an app that was removed. */
            name: string | null;
        };
        /**
         * @description What was done: the name of the event that tells of it, or `app_data.set` and
         *     `app_data.deleted` for data of the app's own. New actions may be added.
         */
        AppActivityAction: string;
        /** @description What one call of an app changed. */
        AppActivity: {
            id: components["schemas"]["ActivityId"];
            at: components["schemas"]["Timestamp"];
            app: components["schemas"]["AppName"];
            /** @description In whose name the app acted; null where it was nobody's. */
            user: {
                id: components["schemas"]["UserId"];
                name: string;
            } | null;
            /** @description The request that carried it; null where none did. */
            requestId: string | null;
            kind: components["schemas"]["AppActivityKind"];
            /** @description What was changed, the record that the call was about first; in a list no more than 25. */
            changes: {
                action: components["schemas"]["AppActivityAction"];
                /** @description The record, or the import. */
                recordId: string;
                /** @description The fields that were changed, or the app's own that were set or deleted. */
                fields: string[];
            }[];
            /** @description How many changes there are in all. */
            changeCount: number;
        };
        /** @description A part of what apps did. */
        AppActivityList: {
            data: components["schemas"]["AppActivity"][];
            hasMore: boolean;
            /** @description The last entry of the page, for `after`; null where there is none. */
            nextCursor: components["schemas"]["ActivityId"] | null;
        };
        /** @description What apps read. */
        AppReadsList: {
            data: {
                /** Format: date */
                day: string;
                app: components["schemas"]["AppName"];
                /** @description Null for what is no record, such as reports, events and the profile. */
                kind: components["schemas"]["AppActivityKind"] | null;
                /** @description How many calls were answered. */
                count: number;
            }[];
        };
        /**
         * @description A type of record. To keep values on one, the installation needs the type's read scope:
         *     invoices:read, customers:read, payments:read, accounts:read, journal:read, suppliers:read.
         * @enum {string}
         */
        ResourceType: "INVOICE" | "CUSTOMER" | "PAYMENT" | "ACCOUNT" | "JOURNAL_ENTRY" | "SUPPLIER";
        /** @example adv_0g06gxrdfrk1r01v5c7e9h1k3p5r */
        AppDataValueId: string;
        /**
         * @description What a field's values are.
         *
         *     - TEXT, a string of one line, at most 2,000 characters
         *     - LONG_TEXT, a string with line breaks, at most 20,000 characters
         *     - INTEGER, a JSON number in digits alone, within 2 to the power of 53; 1.0 and 1e3 are refused
         *     - DECIMAL, a string like "12.50", at most 18 digits before and 8 after the point
         *     - BOOLEAN, true or false
         *     - DATE, a string like "2026-11-14"
         *     - DATETIME, a string like "2026-11-14T22:38:07.000Z"; other offsets are turned into UTC
         *     - URL, a string that begins with https://, at most 2,048 characters
         *     - EMAIL, a string, at most 254 characters
         *     - CHOICE, one of the field's choices
         *     - JSON, an object or an array, at most 16,384 bytes without white space
         * @enum {string}
         */
        AppDataType: "TEXT" | "LONG_TEXT" | "INTEGER" | "DECIMAL" | "BOOLEAN" | "DATE" | "DATETIME" | "URL" | "EMAIL" | "CHOICE" | "JSON";
        /** @description What an app keeps on a record. */
        AppDataValue: {
            id: components["schemas"]["AppDataValueId"];
            resourceType: components["schemas"]["ResourceType"];
            /** @description The record's id. */
            resourceId: string;
            key: string;
            type: components["schemas"]["AppDataType"];
            /** @description The value, native JSON as the type says. */
            value: string | number | boolean | {
                [key: string]: unknown;
            } | unknown[];
            /**
             * @description True where the value breaks a rule that came after it. Absent otherwise.
             * @constant
             */
            stale?: true;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        AppDataValues: {
            data: components["schemas"]["AppDataValue"][];
        };
        /** @description A value to be. The same field of the same record can be named once in a call. */
        NewAppDataValue: {
            resourceType: components["schemas"]["ResourceType"];
            resourceId: string;
            key: string;
            /** @description The value as the field's type says; null deletes. */
            value: string | number | boolean | {
                [key: string]: unknown;
            } | unknown[] | null;
        };
        NewAppData: {
            values: components["schemas"]["NewAppDataValue"][];
        };
        /** @example adf_0006gxrdfrk1r01f5c7e9h1k3p5r */
        AppDataFieldId: string;
        /** @description A field that an app shows on a record. */
        AppField: {
            fieldId: components["schemas"]["AppDataFieldId"];
            /** @description Whose field it is. */
            app: {
                id: components["schemas"]["AppId"];
                name: string;
            };
            key: string;
            /** @description What people see. */
            label: string;
            /** @description What it is for. */
            description: string;
            type: components["schemas"]["AppDataType"];
            /** @description The least number of characters of TEXT and LONG_TEXT. */
            minLength?: number;
            /**
             * @description The greatest number of characters, at most 2,000 of TEXT and 20,000 of LONG_TEXT, which hold
             *     where it is not given.
             */
            maxLength?: number;
            /**
             * @description The form of TEXT, by name. PHONE is E.164, COUNTRY_CODE two capital letters, CURRENCY_CODE three.
             * @enum {string}
             */
            pattern?: "ALPHANUMERIC" | "COUNTRY_CODE" | "CURRENCY_CODE" | "DIGITS" | "HEX_COLOR" | "PHONE" | "SLUG" | "UUID";
            /** @description The least value, an integer for INTEGER, a decimal string for DECIMAL. */
            min?: number | string;
            /** @description The greatest value, likewise. */
            max?: number | string;
            /** @description The most decimal places of DECIMAL; 8 where it is not given. */
            scale?: number;
            /** @description What can be chosen, of CHOICE. */
            choices?: string[];
            /** @description Whether the business may change the value. */
            editable: boolean;
            /** @description The value as the type says; null where there is none. */
            value: string | number | boolean | {
                [key: string]: unknown;
            } | unknown[] | null;
            /**
             * @description True where the value breaks a rule that came after it. Absent otherwise.
             * @constant
             */
            stale?: true;
            /** @description When the value last changed; null where there is none. */
            updatedAt: components["schemas"]["Timestamp"] | null;
        };
        AppFields: {
            data: components["schemas"]["AppField"][];
        };
        AppFieldsEdit: {
            values: {
                fieldId: components["schemas"]["AppDataFieldId"];
                /** @description The value as the field's type says; null deletes. */
                value: string | number | boolean | {
                    [key: string]: unknown;
                } | unknown[] | null;
            }[];
        };
        DeveloperPerson: {
            id: components["schemas"]["UserId"];
            name: string;
            email: string;
        };
        /**
         * @description What a member is in an organization, from the most to the least.
         * @enum {string}
         */
        OrganizationRole: "owner" | "admin" | "developer" | "viewer";
        /** @description An organization, as one of its members sees it. */
        Organization: {
            id: components["schemas"]["OrganizationId"];
            name: string;
            /** @description What the reader is there. */
            role: components["schemas"]["OrganizationRole"];
            /** @description Counts the changes of the organization's record; also its ETag. */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description A command line that somebody has signed in. */
        DeveloperToken: {
            id: components["schemas"]["DeveloperTokenId"];
            /** @description What its machine is called; may be empty. */
            name: string;
            scopes: ("developer:read" | "developer:write")[];
            /** @description Whether the call came with it. */
            current: boolean;
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it was last used, to the minute. */
            lastUsedAt: components["schemas"]["Timestamp"];
            /** @description When it ends, however often it is used. */
            expiresAt: components["schemas"]["Timestamp"];
            /** @description When it ends if it is not used before. */
            endsUnusedAt: components["schemas"]["Timestamp"];
            /** @description From where it was asked for; null where that is not known. */
            address: string | null;
            userAgent: string;
        };
        /** @description Who works in the console. */
        Developer: {
            user: components["schemas"]["DeveloperPerson"];
            organizations: components["schemas"]["Organization"][];
            /** @description The developer token that the call came with; null where it came with the session. */
            token: components["schemas"]["DeveloperToken"] | null;
        };
        DeveloperTokenList: {
            data: components["schemas"]["DeveloperToken"][];
        };
        OrganizationList: {
            data: components["schemas"]["Organization"][];
        };
        NewOrganization: {
            name: string;
        };
        OrganizationChange: {
            name: string;
        };
        HandOver: {
            /** @description The member who becomes the owner. */
            userId: components["schemas"]["UserId"];
        };
        /** @description A user who belongs to the organization. */
        OrganizationMember: {
            userId: components["schemas"]["UserId"];
            name: string;
            /** Format: email */
            email: string;
            role: components["schemas"]["OrganizationRole"];
            since: components["schemas"]["Timestamp"];
        };
        OrganizationMemberList: {
            data: components["schemas"]["OrganizationMember"][];
        };
        OrganizationMemberChange: {
            role: components["schemas"]["OrganizationRole"];
        };
        MemberDeveloperTokenList: {
            data: (components["schemas"]["DeveloperToken"] & {
                user: components["schemas"]["DeveloperPerson"];
            })[];
        };
        /** @description Somebody was asked into the organization, and has not come yet. */
        OrganizationInvitation: {
            id: components["schemas"]["InvitationId"];
            /** Format: email */
            email: string;
            role: components["schemas"]["OrganizationRole"];
            /** @description Null for the service's operator. */
            invitedBy: components["schemas"]["UserId"] | null;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
            /** @description When the mail was sent; null while it is on its way. */
            mailedAt: components["schemas"]["Timestamp"] | null;
        };
        OrganizationInvitationList: {
            data: components["schemas"]["OrganizationInvitation"][];
        };
        NewOrganizationInvitation: {
            /** Format: email */
            email: string;
            role: components["schemas"]["OrganizationRole"];
        };
        /** @description An app, as its makers see it. */
        App: {
            id: components["schemas"]["AppId"];
            /** @description What it calls itself in OAuth. */
            clientId: string;
            name: string;
            /**
             * @description Whether it can keep a secret: CONFIDENTIAL runs on its maker's servers, PUBLIC on
             *     people's devices.
             * @enum {string}
             */
            type: "CONFIDENTIAL" | "PUBLIC";
            /**
             * @description Whether it may act: SUSPENDED by the operator, DEACTIVATED by its owner. What is both
             *     shows as SUSPENDED; `suspendedAt` and `deactivatedAt` tell the two apart.
             * @enum {string}
             */
            status: "ACTIVE" | "SUSPENDED" | "DEACTIVATED";
            /**
             * @description How far its review has come.
             * @enum {string}
             */
            review: "DRAFT" | "SUBMITTED" | "IN_REVIEW" | "APPROVED" | "CHANGES_REQUESTED" | "REJECTED";
            /** @description Where its embedded pages live; null where it has none. */
            appUrl: string | null;
            /** @description Where it says what it does with data; null where it says so nowhere. */
            privacyUrl: string | null;
            /** @description Where people find help with it; null where there is none. */
            supportUrl: string | null;
            /** @description Its logo, a PNG; null where it has none. */
            logoUrl: string | null;
            /** @description What it may ask for. */
            scopes: string[];
            /** @description Where consent may send people back to. */
            redirectUris: string[];
            /** @description The API version that it speaks; null where it follows the current one. */
            pinnedApiVersion: string | null;
            /**
             * @description The pinned version that there was before, for 72 hours after it was changed; null
             *     afterwards, and where it never was.
             */
            rollBack: {
                /** @description Null where the app followed the current one. */
                pinnedApiVersion: string | null;
                until: components["schemas"]["Timestamp"];
            } | null;
            /** @description Who owns it. */
            organizationId: components["schemas"]["OrganizationId"];
            /** @description Since when the operator shuts it out; null where the operator does not. */
            suspendedAt: components["schemas"]["Timestamp"] | null;
            /** @description Why the operator does, in its words; null where it does not, or gave no reason. */
            suspensionReason: string | null;
            /** @description Since when its owner shuts it out, which the owner can take back; null where the owner does not. */
            deactivatedAt: components["schemas"]["Timestamp"] | null;
            /** @description Counts the changes of the app's record; also its ETag. */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description An app in the list of an organization's. */
        ListedApp: components["schemas"]["App"] & {
            /** @description How many webhooks it has. */
            webhooks: number;
        };
        AppList: {
            data: components["schemas"]["ListedApp"][];
        };
        NewApp: {
            name: string;
            /** @enum {string} */
            type: "CONFIDENTIAL" | "PUBLIC";
            appUrl?: string;
            privacyUrl?: string;
            supportUrl?: string;
            redirectUris?: string[];
            scopes?: string[];
        };
        /** @description A new app with its first client secret. */
        AppMade: components["schemas"]["App"] & {
            /** @description Shown this once; null for a PUBLIC app. */
            clientSecret: string | null;
        };
        AppClaim: {
            clientId: string;
            clientSecret: string;
        };
        /** @description What the catalogue says of a scope. */
        ScopeRow: {
            scope: string;
            /** @description The part of the service that it opens. */
            module: string;
            /**
             * @description How much harm it can do in the wrong hands.
             * @enum {string}
             */
            risk: "read" | "write" | "books";
            /** @description What the app can do with it, in the words of the consent page. */
            says: string;
        };
        ScopeCatalogue: {
            data: components["schemas"]["ScopeRow"][];
        };
        AppChange: {
            name?: string;
            appUrl?: string | null;
            privacyUrl?: string | null;
            supportUrl?: string | null;
            pinnedApiVersion?: string | null;
        };
        /** @example sec_0006gxrdfrk1r01amfzq3tk7993c */
        ClientSecretId: string;
        /** @description What can be told of a client secret after it was shown. */
        ClientSecret: {
            id: components["schemas"]["ClientSecretId"];
            /** @description How it begins. */
            prefix: string;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Who made it; null where that was not a user. */
            madeBy: {
                id: components["schemas"]["UserId"];
                /** @description Null for who is not a member any more. */
                name: string | null;
            } | null;
            /** @description When it was last used, to the hour; null while it never was. */
            lastUsedAt: components["schemas"]["Timestamp"] | null;
            /** @description From where it was used then, of an IPv4 address the first 24 bits, of an IPv6 address the first 48; null where that is not known. */
            network: string | null;
        };
        ClientSecretList: {
            data: components["schemas"]["ClientSecret"][];
        };
        /** @description A new client secret with its text. */
        ClientSecretMade: components["schemas"]["ClientSecret"] & {
            /** @description Shown this once. */
            clientSecret: string;
        };
        /** @description Something about an entry that can be saved and may be a slip. */
        LintWarning: {
            /** @enum {string} */
            code: "TRAILING_SLASH" | "LETTER_CASE" | "LOOPBACK" | "DEFAULT_PORT" | "REASON_MISSING" | "READ_MISSING";
            message: string;
        };
        RedirectUriList: {
            data: {
                uri: string;
                warnings: components["schemas"]["LintWarning"][];
                /** @description How many approvals sent somebody there in the last 30 days, to the day (UTC). It may be a minute late. */
                uses: number;
                /** @description When one last did; null if none did. */
                lastUsedAt: components["schemas"]["Timestamp"] | null;
            }[];
            /** @description That of the app's record; also the ETag. */
            version: number;
        };
        NewRedirectUris: {
            redirectUris: string[];
        };
        ScopeUsage: {
            from: components["schemas"]["Timestamp"];
            data: {
                scope: string;
                calls: number;
                refused: number;
            }[];
        };
        AskedScopeList: {
            data: (components["schemas"]["ScopeRow"] & {
                /** @description Why the app asks for it; null while nobody has said so. */
                reason: string | null;
                warnings: components["schemas"]["LintWarning"][];
            })[];
            /** @description That of the app's record; also the ETag. */
            version: number;
        };
        NewScopes: {
            scopes: {
                scope: string;
                /** @description Why the app asks for it; review wants to know. */
                reason?: string | null;
            }[];
        };
        /** @description What an app may keep on each record of a type. */
        AppDataField: {
            id: components["schemas"]["AppDataFieldId"];
            appId: components["schemas"]["AppId"];
            resourceType: components["schemas"]["ResourceType"];
            key: string;
            /** @description What people see. */
            label: string;
            /** @description What it is for. */
            description: string;
            type: components["schemas"]["AppDataType"];
            /** @description The least number of characters of TEXT and LONG_TEXT. */
            minLength?: number;
            /**
             * @description The greatest number of characters, at most 2,000 of TEXT and 20,000 of LONG_TEXT, which hold
             *     where it is not given.
             */
            maxLength?: number;
            /**
             * @description The form of TEXT, by name. PHONE is E.164, COUNTRY_CODE two capital letters, CURRENCY_CODE three.
             * @enum {string}
             */
            pattern?: "ALPHANUMERIC" | "COUNTRY_CODE" | "CURRENCY_CODE" | "DIGITS" | "HEX_COLOR" | "PHONE" | "SLUG" | "UUID";
            /** @description The least value, an integer for INTEGER, a decimal string for DECIMAL. */
            min?: number | string;
            /** @description The greatest value, likewise. */
            max?: number | string;
            /** @description The most decimal places of DECIMAL; 8 where it is not given. */
            scale?: number;
            /** @description What can be chosen, of CHOICE. */
            choices?: string[];
            /** @description Whether the business sees the field and its value on the record. */
            visibleToBusiness: boolean;
            /** @description Whether the business may change the value; only if it is visible. */
            editableByBusiness: boolean;
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        AppDataFieldList: {
            data: components["schemas"]["AppDataField"][];
        };
        NewAppDataField: {
            resourceType: components["schemas"]["ResourceType"];
            key: string;
            /** @description What people see. */
            label: string;
            /** @description What it is for. */
            description?: string;
            type: components["schemas"]["AppDataType"];
            /** @description The least number of characters of TEXT and LONG_TEXT. */
            minLength?: number | null;
            /**
             * @description The greatest number of characters, at most 2,000 of TEXT and 20,000 of LONG_TEXT, which hold
             *     where it is not given.
             */
            maxLength?: number | null;
            /**
             * @description The form of TEXT, by name. PHONE is E.164, COUNTRY_CODE two capital letters, CURRENCY_CODE three.
             * @enum {string|null}
             */
            pattern?: "ALPHANUMERIC" | "COUNTRY_CODE" | "CURRENCY_CODE" | "DIGITS" | "HEX_COLOR" | "PHONE" | "SLUG" | "UUID" | null;
            /** @description The least value, an integer for INTEGER, a decimal string for DECIMAL. */
            min?: number | string | null;
            /** @description The greatest value, likewise. */
            max?: number | string | null;
            /** @description The most decimal places of DECIMAL; 8 where it is not given. */
            scale?: number | null;
            /** @description What can be chosen, of CHOICE. */
            choices?: string[] | null;
            /** @description Whether the business sees the field and its value on the record. */
            visibleToBusiness?: boolean;
            /** @description Whether the business may change the value; only if it is visible. */
            editableByBusiness?: boolean;
        };
        /** @description What is to change of a field. */
        AppDataFieldChange: {
            /** @description What people see. */
            label?: string;
            /** @description What it is for. */
            description?: string;
            type?: components["schemas"]["AppDataType"];
            /** @description The least number of characters of TEXT and LONG_TEXT. */
            minLength?: number | null;
            /**
             * @description The greatest number of characters, at most 2,000 of TEXT and 20,000 of LONG_TEXT, which hold
             *     where it is not given.
             */
            maxLength?: number | null;
            /**
             * @description The form of TEXT, by name. PHONE is E.164, COUNTRY_CODE two capital letters, CURRENCY_CODE three.
             * @enum {string|null}
             */
            pattern?: "ALPHANUMERIC" | "COUNTRY_CODE" | "CURRENCY_CODE" | "DIGITS" | "HEX_COLOR" | "PHONE" | "SLUG" | "UUID" | null;
            /** @description The least value, an integer for INTEGER, a decimal string for DECIMAL. */
            min?: number | string | null;
            /** @description The greatest value, likewise. */
            max?: number | string | null;
            /** @description The most decimal places of DECIMAL; 8 where it is not given. */
            scale?: number | null;
            /** @description What can be chosen, of CHOICE. */
            choices?: string[] | null;
            /** @description Whether the business sees the field and its value on the record. */
            visibleToBusiness?: boolean;
            /** @description Whether the business may change the value; only if it is visible. */
            editableByBusiness?: boolean;
        };
        /**
         * Format: uri
         * @description Where deliveries are sent, https only.
         */
        WebhookUrl: string;
        /** @description The events to be told of, none twice. There may be none; a test delivery is then `invoice.created`. */
        WebhookEvents: components["schemas"]["EventTypeName"][];
        Webhook: {
            id: components["schemas"]["WebhookId"];
            appId: components["schemas"]["AppId"];
            url: components["schemas"]["WebhookUrl"];
            /** @description What its makers note on it; may be empty. */
            description: string;
            events: components["schemas"]["WebhookEvents"];
            /** @description Whether it is told of anything. */
            enabled: boolean;
            /** @description Whether `app_data.updated` that the app itself caused is left out. */
            ignoreOwnChanges: boolean;
            /** @description Until when the secret before the last rotation still signs too; null where one secret signs. */
            previousSecretExpiresAt: components["schemas"]["Timestamp"] | null;
            /** @description Counts the changes of this record, for If-Match. */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        WebhookList: {
            data: components["schemas"]["Webhook"][];
        };
        NewWebhook: {
            url: components["schemas"]["WebhookUrl"];
            /** @default  */
            description: string;
            events: components["schemas"]["WebhookEvents"];
            /** @default true */
            enabled: boolean;
            /** @default false */
            ignoreOwnChanges: boolean;
        };
        /** @description What deliveries are signed with. The whole text is the key of the HMAC, `whsec_` included. */
        WebhookSecret: string;
        /** @description A new webhook, with its secret. */
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            secret: components["schemas"]["WebhookSecret"];
        };
        WebhookChange: {
            url?: components["schemas"]["WebhookUrl"];
            description?: string;
            events?: components["schemas"]["WebhookEvents"];
            enabled?: boolean;
            ignoreOwnChanges?: boolean;
        };
        RotatedSecret: {
            secret: components["schemas"]["WebhookSecret"];
            /** @description Until when the secret before signs too. */
            previousSecretExpiresAt: components["schemas"]["Timestamp"];
        };
        WebhookProbe: {
            /** @enum {unknown} */
            outcome: "passed" | "failed" | "unreachable";
            /** @description Of the answer; null where none came. */
            status: number | null;
            /** @description What was found, and what to do about it. */
            says: string;
        };
        /**
         * @description `queued`: waits for its first attempt; `retrying`: an attempt failed and the next
         *     one waits; `delivered`: the endpoint answered 2xx within 10 seconds; `failed`: six
         *     attempts failed, or it must not be sent any more.
         * @enum {string}
         */
        DeliveryStatus: "queued" | "retrying" | "delivered" | "failed";
        /** @description One event for one webhook. */
        Delivery: {
            /** @description Stays the same over retries and redeliveries; the header X-Webhook-Id. */
            id: components["schemas"]["DeliveryId"];
            webhookId: components["schemas"]["WebhookId"];
            /** @description Null for a test. */
            eventId: components["schemas"]["EventId"] | null;
            type: components["schemas"]["EventTypeName"];
            /**
             * Format: date
             * @description The version that the body speaks, the app's when the event happened.
             */
            apiVersion: string;
            /** @description Where it happened; `test` for a test. */
            businessId: components["schemas"]["BusinessId"] | "test";
            status: components["schemas"]["DeliveryStatus"];
            /** @description How often it was tried since it was queued. */
            attempts: number;
            /** @description How often it was queued again. */
            redeliveries: number;
            /** @description When it is tried next; null when it has come to its end. */
            nextRetryAt: components["schemas"]["Timestamp"] | null;
            /** @description What the endpoint answered last; null where it did not answer. */
            responseCode: number | null;
            /** @description What the last attempt failed for, or why it was not sent. */
            lastError: string | null;
            /** @description When the event happened, or the test was asked for. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description When it was delivered, or failed. */
            endedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description That of a machine; letters, digits, dots, hyphens and underscores. */
        ListenerName: string;
        /** @description A person's own machine, which is offered what is due from sandboxes. */
        Listener: {
            /** @description It is a webhook's id; its deliveries are found by it. */
            id: components["schemas"]["WebhookId"];
            /** @description Whose it is. */
            userId: components["schemas"]["UserId"];
            name: components["schemas"]["ListenerName"];
            events: string[];
            /** @description Off after 5 minutes in which nobody was connected. */
            enabled: boolean;
            connected: boolean;
            /** @description When somebody was last connected. */
            lastSeenAt: components["schemas"]["Timestamp"];
        };
        Listeners: {
            data: components["schemas"]["Listener"][];
        };
        NewListener: {
            name: components["schemas"]["ListenerName"];
            /** @description None are all that the app's webhooks listen to, and where it has none all that it may hear of. */
            events?: string[];
            /** @description Sandboxes of the organization; none are all, those too that are made later. */
            businessIds?: components["schemas"]["BusinessId"][];
            /** @description Whoever listens by this name listens no more. */
            takeover?: boolean;
            /** @description Makes a new secret. The one before signs nothing from then on. */
            newSecret?: boolean;
        };
        ListenerMade: components["schemas"]["Listener"] & {
            secret: string;
            /** @description Names the program that may open the stream. */
            connection: string;
            /** @description The sandboxes that it hears. */
            businessIds: components["schemas"]["BusinessId"][];
        };
        ListenerReadyEvent: {
            /** @constant */
            event: "ready";
            data: {
                listener: components["schemas"]["Listener"];
                /** @description How many offers are out at most. */
                window: number;
                heartbeatSeconds: number;
                /** @description How many the organization has. */
                sandboxes: number;
            };
        };
        /** @description A delivery that is due, to be sent once. */
        Offer: {
            /** @description Goes back with the answer. */
            offer: string;
            id: components["schemas"]["DeliveryId"];
            /** @description Null for a test. */
            eventId: components["schemas"]["EventId"] | null;
            type: string;
            /** @description `test` for a test. */
            businessId: string;
            redelivery: number;
            attempt: number;
            answerBy: components["schemas"]["Timestamp"];
            headers: {
                [key: string]: string;
            };
            /** @description The bytes of the body, which are JSON. */
            body: string;
        };
        ListenerDeliveryEvent: {
            /** @constant */
            event: "delivery";
            data: components["schemas"]["Offer"];
        };
        ListenerWithdrawnEvent: {
            /** @constant */
            event: "withdrawn";
            data: {
                offer: string;
                /** @enum {unknown} */
                reason: "TIMEOUT";
            };
        };
        ListenerEndEvent: {
            /** @enum {unknown} */
            event: "moving" | "ended";
            data: {
                /** @enum {unknown} */
                reason: "STOPPING" | "UNAVAILABLE" | "SIGN_IN_ENDED" | "ROLE_LOST" | "APP_SUSPENDED" | "APP_GONE" | "REPLACED";
            };
        };
        /** @description One event of a listener's stream. */
        ListenerEvent: components["schemas"]["ListenerReadyEvent"] | components["schemas"]["ListenerDeliveryEvent"] | components["schemas"]["ListenerWithdrawnEvent"] | components["schemas"]["ListenerEndEvent"];
        /** @description Either a status, or why there is none. */
        OfferAnswer: {
            offer: string;
            status?: number;
            headers?: {
                [key: string]: string[];
            };
            /** @description The first 16 KB. */
            body?: string;
            /**
             * @description Of the body here.
             * @enum {unknown}
             */
            encoding?: "text" | "base64";
            truncated?: boolean;
            /** @enum {unknown} */
            failure?: "connect" | "tls" | "timeout" | "protocol";
            /** @description The same in a few words. */
            error?: string;
            durationMs?: number;
            /**
             * @description Where it is false, a failure is the last attempt.
             * @default true
             */
            retry: boolean;
        };
        OfferAnswers: {
            answers: components["schemas"]["OfferAnswer"][];
        };
        OffersAnswered: {
            data: {
                offer: string;
                /**
                 * @description Null where the answer counts.
                 * @enum {string|null}
                 */
                refused: "OFFER_OVER" | null;
                /**
                 * @description Of the delivery, from now on.
                 * @enum {string|null}
                 */
                status: "queued" | "retrying" | "delivered" | "failed" | null;
                attempts: number | null;
                nextRetryAt: components["schemas"]["Timestamp"] | null;
            }[];
        };
        RedeliverFailed: {
            /** @description The earliest delivery to send again, by its createdAt. */
            since: components["schemas"]["Timestamp"];
        };
        Redelivered: {
            queued: number;
            skipped: number;
            /** @description The `since` of the next call; null when there is no more. */
            nextSince: components["schemas"]["Timestamp"] | null;
        };
        DeliveryList: {
            data: components["schemas"]["Delivery"][];
        };
        DeliveryCounts: {
            queued: number;
            retrying: number;
            delivered: number;
            failed: number;
            /** @description Where counting ends. */
            mostCounted: number;
        };
        DeliveryRequest: {
            /** @constant */
            method: "POST";
            url: string;
            headers: {
                [key: string]: string;
            };
            /** @description The bytes of the body, which are JSON. */
            body: string;
        };
        /**
         * @description How long the steps took, in milliseconds; 0 for those that were not needed, such as
         *     all of the connection's when one was open already.
         */
        DeliveryTimings: {
            dnsMs: number;
            connectMs: number;
            tlsMs: number;
            firstByteMs: number;
        };
        DeliveryResponse: {
            status: number;
            headers: {
                [key: string]: string[];
            };
            /** @description Its first 16 KB. Of answers to customer.redact, supplier.redact and business.redact nothing is kept but the status. */
            body: string;
            /**
             * @description How the body stands here.
             * @enum {unknown}
             */
            encoding: "text" | "base64";
            /** @description Whether the body went on. */
            truncated: boolean;
        };
        DeliveryAttempt: {
            /** @description Which redelivery it belongs to; 0 for the first round. */
            redelivery: number;
            /** @description Its number in the round. */
            attempt: number;
            at: components["schemas"]["Timestamp"];
            /** @description From the look-up of the host's name to the last byte of the answer, in milliseconds. */
            durationMs: number;
            timings: components["schemas"]["DeliveryTimings"];
            /**
             * @description The header `X-Webhook-Signature` as it was sent: one `v1` for each secret that signed
             *     then. Null where nothing was sent.
             */
            signature: string | null;
            /** @description What the endpoint answered; null where it did not. */
            response: components["schemas"]["DeliveryResponse"] | null;
            /**
             * @description What went wrong, in one word: `dns` (the name leads to no public address), `connect`, `tls`, `timeout`, `protocol`,
             *     `refused` (the address is not public), `status` (not 2xx), `dropped` (it was not
             *     sent). Null when it was received. More words may be added.
             */
            failure: string | null;
            /** @description The same in a sentence. */
            error: string | null;
        };
        /** @description All that is known of a delivery. */
        DeliveryInspection: components["schemas"]["Delivery"] & {
            /**
             * @description The request as it is sent, to the webhook's present URL. The body is the same
             *     bytes in each attempt. X-Webhook-Signature is not shown: each attempt has one
             *     of its own. Null where nothing was sent and nothing may be, because the app
             *     must not hear of the event any more.
             */
            request: components["schemas"]["DeliveryRequest"] | null;
            /** @description Every attempt, oldest first. */
            log: components["schemas"]["DeliveryAttempt"][];
        };
        LoggedRequest: {
            id: components["schemas"]["RequestId"];
            at: components["schemas"]["Timestamp"];
            businessId: components["schemas"]["BusinessId"];
            /** @description On whose behalf the app called. Who that is, the business knows. */
            userId: components["schemas"]["UserId"];
            method: string;
            /** @description The pattern of the route; null where no route fits the path. */
            route: string | null;
            /** @description The path, with everything taken out that is neither ours nor an id. */
            path: string;
            /** @description The query string, with values taken out likewise. */
            query: string;
            /** @description What the call spoke; null where it was refused before that was known. */
            apiVersion: string | null;
            status: number;
            /** @description What it was refused with; null for none. */
            code: string | null;
            durationMs: number;
            bytesIn: number;
            bytesOut: number;
            /** @description The network that it came from; the address itself is not kept. */
            network: string | null;
            userAgent: string;
            /** @description The caller's own id for the request, if it sent one. */
            correlationId: string | null;
            /** @description Whether the answer was the first one to its idempotency key. */
            replayed: boolean;
            /** @description How many calls the line stands for; more than one where reads were sampled. */
            standsFor: number;
        };
        RequestList: {
            data: components["schemas"]["LoggedRequest"][];
            /** @description Where to go on, as `before`; null at the end of the log. */
            nextBefore: components["schemas"]["RequestId"] | null;
        };
        RequestInspection: components["schemas"]["LoggedRequest"] & {
            /** @description The body, redacted; null where there was none, or none that could be kept. */
            requestBody: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            /** @description The refusal, redacted; null where the call succeeded. */
            responseBody: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The place of an event in the stream of its app, for `Last-Event-ID`. It says nothing else. */
        StreamEventId: string;
        /** @description A call, in short. */
        StreamRequest: {
            id: components["schemas"]["RequestId"];
            at: components["schemas"]["Timestamp"];
            businessId: components["schemas"]["BusinessId"];
            method: string;
            /** @description The pattern of the route; null where no route fits the path. */
            route: string | null;
            /** @description What the call spoke; null where it was refused before that was known. */
            apiVersion: string | null;
            status: number;
            /** @description What it was refused with; null for none. */
            code: string | null;
            durationMs: number;
            /** @description How many calls the line stands for; more than one where reads were sampled. */
            standsFor: number;
        };
        /** @description A call of the app was answered, and is in the log. */
        StreamRequestEvent: {
            id: components["schemas"]["StreamEventId"];
            /** @constant */
            event: "request";
            data: components["schemas"]["StreamRequest"];
        };
        /** @description A delivery, in short. */
        StreamDelivery: {
            id: components["schemas"]["DeliveryId"];
            webhookId: components["schemas"]["WebhookId"];
            /** @description Null for a test. */
            eventId: components["schemas"]["EventId"] | null;
            type: components["schemas"]["EventTypeName"];
            /** @description Where it happened; `test` for a test. */
            businessId: components["schemas"]["BusinessId"] | "test";
            status: components["schemas"]["DeliveryStatus"];
            /** @description How often it was tried since it was queued. */
            attempts: number;
            /** @description How often it was queued again. */
            redeliveries: number;
        };
        /** @description A delivery was made, was queued again, or will not be sent. */
        StreamDeliveryEvent: {
            id: components["schemas"]["StreamEventId"];
            /** @constant */
            event: "delivery";
            data: components["schemas"]["StreamDelivery"];
        };
        /** @description An attempt, and what it made of its delivery. */
        StreamAttempt: {
            at: components["schemas"]["Timestamp"];
            durationMs: number;
            /** @description What the endpoint answered; null where it did not. */
            responseCode: number | null;
            /** @description What went wrong, as in the delivery's log; null where it was received. */
            failure: string | null;
            /** @description When it is tried next; null when it has come to its end. */
            nextRetryAt: components["schemas"]["Timestamp"] | null;
            delivery: components["schemas"]["StreamDelivery"];
        };
        /** @description An attempt to deliver ended. */
        StreamAttemptEvent: {
            id: components["schemas"]["StreamEventId"];
            /** @constant */
            event: "attempt";
            data: components["schemas"]["StreamAttempt"];
        };
        /** @example whd_0006gxrdfrk1r0104p6c8ncq4rec.1.1 */
        RunId: string;
        /** @example fun_0006gxrdfrk1r0104p6c8ncq4rec */
        FunctionId: string;
        /**
         * @description - `ok`: the handler returned.
         *     - `threw`: it threw, or its promise was rejected.
         *     - `invalid`: the source is no module with a handler.
         *     - `unfinished`: its promise waits for what never comes.
         *     - `cpu`, `wall`, `memory`, `stack`: it went over that limit.
         *     - `output`: it returned too much, or what is not JSON.
         *     - `died`: its runner ended, for none of these reasons.
         *     - `not_run`: something forbade it; `failure` says what.
         * @enum {string}
         */
        RunOutcome: "ok" | "threw" | "invalid" | "unfinished" | "cpu" | "wall" | "memory" | "stack" | "output" | "died" | "not_run";
        /** @description A run of a function. */
        StreamRun: {
            id: components["schemas"]["RunId"];
            functionId: components["schemas"]["FunctionId"];
            /** @description Of the event. */
            type: string;
            /** @description `test` for a sample that is in no business. */
            businessId: string;
            /** @description Of the source; 0 where it did not run. */
            version: number;
            outcome: components["schemas"]["RunOutcome"];
            byHand: boolean;
            at: components["schemas"]["Timestamp"];
            durationMs: number;
        };
        /** @description A function ran, or was kept from it. */
        StreamRunEvent: {
            id: components["schemas"]["StreamEventId"];
            /** @constant */
            event: "run";
            data: components["schemas"]["StreamRun"];
        };
        /** @description How the stream itself is doing. `paused` has no id. */
        StreamStateEvent: {
            id?: components["schemas"]["StreamEventId"];
            /** @enum {unknown} */
            event: "ready" | "reload" | "paused";
            data: Record<string, never>;
        };
        /** @description One event of a stream. */
        StreamEvent: components["schemas"]["StreamRequestEvent"] | components["schemas"]["StreamDeliveryEvent"] | components["schemas"]["StreamAttemptEvent"] | components["schemas"]["StreamRunEvent"] | components["schemas"]["StreamStateEvent"];
        /** @description How long answers took, in milliseconds. All but the mean are estimates. */
        CallLatency: {
            meanMs: number;
            p50Ms: number;
            p95Ms: number;
            p99Ms: number;
        };
        CallFigures: {
            calls: number;
            /** @description Answers of 400 and above; the next two are among them. */
            errors: number;
            /** @description Answers of 500 and above. */
            serverErrors: number;
            rateLimited: number;
            latency: components["schemas"]["CallLatency"];
        };
        CallSeries: {
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            /** @enum {unknown} */
            interval: "hour" | "day";
            total: components["schemas"]["CallFigures"];
            /** @description A point for each interval, those without a call included. */
            data: (components["schemas"]["CallFigures"] & {
                at: components["schemas"]["Timestamp"];
            })[];
        };
        AttemptFigures: {
            /** @description How often something was sent. */
            attempts: number;
            /** @description Of these, how often it was taken. */
            delivered: number;
            /** @description Of these, how often it was the last of a delivery, and in vain. */
            failed: number;
            /** @description Deliveries that ended without being sent again, because they must not be. */
            notSent: number;
            /** @description Deliveries that were sent for the first time. */
            firstTries: number;
            /** @description Of these, how many were taken at once. */
            firstTryDelivered: number;
            /** @description The latter of the former; null where nothing was sent for the first time. */
            firstTryShare: number | null;
            latency: components["schemas"]["CallLatency"];
        };
        AttemptSeries: {
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            /** @enum {unknown} */
            interval: "hour" | "day";
            total: components["schemas"]["AttemptFigures"];
            /** @description The webhooks that the app has, oldest first; the wanted one alone if one is named. */
            webhooks: (components["schemas"]["AttemptFigures"] & {
                webhookId: components["schemas"]["WebhookId"];
            })[];
            /** @description A point for each interval, those without an attempt included. */
            data: (components["schemas"]["AttemptFigures"] & {
                at: components["schemas"]["Timestamp"];
            })[];
        };
        ErrorGroup: {
            /** @description Null where the refusal has none, as a list of problems has. */
            code: string | null;
            status: number;
            method: string | null;
            /** @description Null where no route fits the path. */
            route: string | null;
            /** @description What was said to the last of them, redacted; the first problem of several. */
            message: string | null;
            calls: number;
            /** @description In how many businesses; up to a few exactly, of very many an estimate. */
            businesses: number;
            firstAt: components["schemas"]["Timestamp"];
            lastAt: components["schemas"]["Timestamp"];
            lastRequestId: components["schemas"]["RequestId"];
        };
        ErrorGroups: {
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            data: components["schemas"]["ErrorGroup"][];
        };
        /**
         * @description What became of a version by now.
         * @enum {unknown}
         */
        VersionStatus: "current" | "supported" | "deprecated" | "ended" | "planned" | "unknown";
        VersionUsage: {
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            /** @description The version that the app is pinned to; null where it follows the current one. */
            pinnedApiVersion: string | null;
            data: {
                /** @description Null for calls that were refused before theirs was known. */
                apiVersion: string | null;
                status: components["schemas"]["VersionStatus"];
                calls: number;
                errors: number;
                lastCallAt: components["schemas"]["Timestamp"];
            }[];
        };
        VersionRehearsal: {
            apiVersion: string;
            status: components["schemas"]["VersionStatus"];
            from: components["schemas"]["Timestamp"];
            to: components["schemas"]["Timestamp"];
            /** @description How many calls were looked at. */
            calls: number;
            /** @description Those in which something would differ. */
            routes: {
                method: string;
                route: string;
                /** @description What the calls spoke. */
                apiVersion: string;
                calls: number;
                /** @description What would have to be sent otherwise, in sentences. */
                requests: string[];
                /** @description What would be answered otherwise, in sentences. */
                responses: string[];
            }[];
            /** @description Those that webhooks listen to and whose payloads would differ. */
            events: {
                type: string;
                /** @description What payloads speak now. */
                apiVersion: string;
                webhookIds: components["schemas"]["WebhookId"][];
                changes: string[];
            }[];
        };
        DeveloperInstallation: {
            id: components["schemas"]["InstallationId"];
            businessId: components["schemas"]["BusinessId"];
            /**
             * @description `SUSPENDED` is by the operator.
             * @enum {unknown}
             */
            status: "ACTIVE" | "SUSPENDED" | "UNINSTALLED";
            /** @description Whether the business has revoked access, and nobody there has consented since. */
            accessRevoked: boolean;
            /** @description What the business has granted. */
            scopes: string[];
            installedBy: components["schemas"]["UserId"];
            installedAt: components["schemas"]["Timestamp"];
            endedAt: components["schemas"]["Timestamp"] | null;
            /**
             * @description `UNINSTALLED` by somebody in the business, or `BUSINESS_CLOSED`; null while it has not
             *     ended.
             * @enum {string|null}
             */
            endReason: "UNINSTALLED" | "BUSINESS_CLOSED" | null;
            /** @description When the app last called there; null where it never did. */
            lastCallAt: components["schemas"]["Timestamp"] | null;
        };
        InstallationList: {
            data: components["schemas"]["DeveloperInstallation"][];
            /** @description Where to go on, as `before`; null on the last page. */
            nextBefore: components["schemas"]["InstallationId"] | null;
        };
        /** @description The tokens that came from one approval. */
        TokenFamily: {
            id: string;
            userId: components["schemas"]["UserId"];
            scopes: string[];
            createdAt: components["schemas"]["Timestamp"];
            /** @description Since when there is the present refresh token; null where there is none. */
            refreshedAt: components["schemas"]["Timestamp"] | null;
            refreshExpiresAt: components["schemas"]["Timestamp"] | null;
            accessExpiresAt: components["schemas"]["Timestamp"];
            revokedAt: components["schemas"]["Timestamp"] | null;
            /**
             * @description `revoked` by somebody who held a token, `reuse` of a used refresh token, or
             *     `code_replay`; null where it was not.
             * @enum {string|null}
             */
            revokedFor: "revoked" | "reuse" | "code_replay" | null;
        };
        InstallationInspection: components["schemas"]["DeveloperInstallation"] & {
            consents: {
                userId: components["schemas"]["UserId"];
                scopes: string[];
                grantedAt: components["schemas"]["Timestamp"];
                withdrawnAt: components["schemas"]["Timestamp"] | null;
            }[];
            tokens: components["schemas"]["TokenFamily"][];
        };
        WebhookHealth: {
            data: {
                webhookId: components["schemas"]["WebhookId"];
                /**
                 * @description `failing` did not take the last delivery, `unused` was sent none yet, `off` is
                 *     switched off.
                 * @enum {unknown}
                 */
                state: "working" | "failing" | "unused" | "off";
                /** @description The first failure after the last success; null while it works. */
                failingSince: components["schemas"]["Timestamp"] | null;
                /** @description To the minute. */
                lastDeliveredAt: components["schemas"]["Timestamp"] | null;
            }[];
        };
        /** @description One time that a function ran, or is to. */
        FunctionRun: {
            id: components["schemas"]["RunId"];
            functionId: components["schemas"]["FunctionId"];
            /**
             * @description A run that waits has not begun.
             * @enum {string}
             */
            status: "waiting" | "succeeded" | "failed";
            /** @description How it ended; null while it waits. */
            outcome: components["schemas"]["RunOutcome"] | null;
            /** @description Of the source that ran; null where none did. */
            version: number | null;
            /** @description Whether somebody asked for it. */
            byHand: boolean;
            /** @description Of the event. */
            type: string;
            /** @description Null for a sample. */
            eventId: components["schemas"]["EventId"] | null;
            /** @description Whose event it is; `test` for a sample that is in no business. */
            businessId: string;
            /** @description Which attempt of the round it is. */
            attempt: number;
            /** @description Counts the rounds; 0 for the first. */
            repetition: number;
            /** @description When it ended, or, while it waits, when the event happened. */
            at: components["schemas"]["Timestamp"];
            durationMs: number;
            cpuMs: number;
            /** @description What the machine had in the end; null where that is not known. */
            memoryBytes: number | null;
            /** @description How often it called the API. */
            calls: number;
            /** @description Why it failed, with the place in the source; null where it did not. */
            failure: string | null;
        };
        Trace: {
            /** @description The apps in whose log and webhooks it was found. */
            appIds: components["schemas"]["AppId"][];
            /** @description The call; null where no app of yours made it, or it has no line in the log. */
            request: components["schemas"]["LoggedRequest"] | null;
            events: {
                id: components["schemas"]["EventId"];
                type: string;
                businessId: components["schemas"]["BusinessId"];
                at: components["schemas"]["Timestamp"];
            }[];
            /** @description To webhooks of your apps; a test has no event. */
            deliveries: (components["schemas"]["Delivery"] & {
                appId: components["schemas"]["AppId"];
                /** @description The attempts, oldest first. */
                log: components["schemas"]["DeliveryAttempt"][];
            })[];
            /** @description Of functions of your apps, each event's oldest first; what it waits for is the last. */
            runs: (components["schemas"]["FunctionRun"] & {
                appId: components["schemas"]["AppId"];
                functionName: string;
            })[];
        };
        AppsUsage: {
            from: components["schemas"]["Timestamp"];
            data: {
                appId: components["schemas"]["AppId"];
                /** @description That have the app now. */
                businesses: number;
                calls: number;
                /** @description Answers of 400 and above. */
                errors: number;
                /** @description However long ago; null if it never called, or not for 400 days. */
                lastCallAt: components["schemas"]["Timestamp"] | null;
                webhooks: number;
                /** @description Those that are on and did not take what they were sent last. */
                failingWebhooks: number;
            }[];
        };
        DeveloperEventType: {
            name: string;
            /**
             * @description `business` and `privacy` events go to apps that are installed in the business and hold
             *     the scope, `app` events to the app that they are about.
             * @enum {unknown}
             */
            audience: "business" | "privacy" | "app";
            /** @description The scope that it takes; null where none is needed. */
            scope: string | null;
            description: string;
            /**
             * @description What can be set when it is triggered in a sandbox; null where it cannot be triggered,
             *     because it would destroy something.
             */
            triggerTakes: string[] | null;
        };
        DeveloperEventTypes: {
            data: components["schemas"]["DeveloperEventType"][];
        };
        DeveloperEventTypeShown: components["schemas"]["DeveloperEventType"] & {
            apiVersion: string;
            /** @description The JSON Schema of the event's data. */
            schema: {
                [key: string]: unknown;
            };
            /** @description Data as the event would carry it. */
            sample: {
                [key: string]: unknown;
            };
        };
        ApiVersions: {
            data: {
                name: string;
                status: components["schemas"]["VersionStatus"];
                releasedAt: components["schemas"]["Timestamp"];
                deprecatedAt: components["schemas"]["Timestamp"] | null;
                /** @description From when on calls that speak it are refused. */
                sunsetAt: components["schemas"]["Timestamp"] | null;
                changes: string[];
            }[];
        };
        /** @enum {string} */
        SandboxTemplate: "SERVICES" | "RETAIL";
        SandboxTemplateList: {
            data: {
                code: components["schemas"]["SandboxTemplate"];
                name: string;
                description: string;
            }[];
        };
        Sandbox: {
            id: components["schemas"]["BusinessId"];
            name: string;
            template: components["schemas"]["SandboxTemplate"];
            currency: components["schemas"]["Currency"];
            /** @description An IANA time zone. */
            timezone: string;
            /** @description What its clock shows. It goes on from there. */
            time: components["schemas"]["Timestamp"];
            /** @description When its books were last filled; null while they are not complete. */
            filledAt: components["schemas"]["Timestamp"] | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        SandboxList: {
            data: components["schemas"]["Sandbox"][];
        };
        NewSandbox: {
            name: string;
            template: components["schemas"]["SandboxTemplate"];
        };
        SandboxClockMove: {
            /**
             * Format: date-time
             * @description What the clock shall show; any offset from UTC.
             */
            time: string;
        };
        SandboxTrigger: {
            /** @description The event's name. */
            event: string;
            /** @description What shall be written, by name. */
            set?: {
                [key: string]: string;
            };
            /** @description Whose event it is, for those that are for an app. */
            appId?: components["schemas"]["AppId"];
        };
        SandboxTriggered: {
            businessId: components["schemas"]["BusinessId"];
            /** @description The events of that name that happened, in the log's order. */
            eventIds: components["schemas"]["EventId"][];
            /** @description The records that were written, in this order. Some may be gone by now. */
            records: string[];
        };
        SandboxTokenRequest: {
            appId: components["schemas"]["AppId"];
        };
        SandboxToken: {
            accessToken: string;
            /** @description Seconds. */
            expiresIn: number;
            scopes: string[];
        };
        /**
         * @description What apps of one kind are found under. New ones may be added.
         * @enum {string}
         */
        ListingCategory: "BANKING" | "COMMERCE" | "CRM" | "DOCUMENTS" | "EXPENSES" | "INVENTORY" | "INVOICING" | "PAYMENTS" | "PAYROLL" | "POINT_OF_SALE" | "PROJECTS" | "REPORTING" | "TAX" | "TIME_TRACKING" | "OTHER";
        /** @description The categories. */
        ListingCategoryList: {
            data: {
                category: components["schemas"]["ListingCategory"];
                name: string;
            }[];
        };
        /** @example rev_0006gxrdfrk1r0104p6c8ncq4rec */
        RevisionId: string;
        /**
         * @description How far a revision has come. APPROVED is live; SUPERSEDED was. All others are open.
         * @enum {string}
         */
        RevisionState: "DRAFT" | "SUBMITTED" | "IN_REVIEW" | "CHANGES_REQUESTED" | "REJECTED" | "APPROVED" | "SUPERSEDED";
        /** @example ast_0006gxrdfrk1r0104p6c8ncq4rec */
        AssetId: string;
        /** @description A listing as it was, is or may become. */
        Revision: {
            id: components["schemas"]["RevisionId"];
            /** @description Counts the revisions of the listing. */
            number: number;
            state: components["schemas"]["RevisionState"];
            /** @description Its address in the marketplace. */
            slug: string;
            name: string;
            /** @description One line. */
            tagline: string;
            /** @description Plain text, in paragraphs. */
            description: string;
            categories: components["schemas"]["ListingCategory"][];
            /** @description Empty, or an https address. */
            privacyUrl: string;
            /** @description Empty, or an https address. */
            supportUrl: string;
            /** @description Where the app begins to connect, as its own page that sends people to consent. Empty, or an https address. */
            connectUrl: string;
            /** @description Null where there is none. */
            iconId: components["schemas"]["AssetId"] | null;
            /** @description At most 8. */
            screenshotIds: components["schemas"]["AssetId"][];
            /** @description Why the app asks for each scope, by scope. Reviewers read it. */
            scopeReasons: {
                [key: string]: string;
            };
            /** @description The members that must not be empty when it is submitted, and are. */
            missing: string[];
            /** @description Null where it is not with review. */
            submittedAt: components["schemas"]["Timestamp"] | null;
            /** @description Null where review has not decided. */
            decidedAt: components["schemas"]["Timestamp"] | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description An app's listing. */
        Listing: {
            appId: components["schemas"]["AppId"];
            /** @description Null before the first approval. */
            live: components["schemas"]["Revision"] | null;
            /** @description Null where all that was saved is live. */
            open: components["schemas"]["Revision"] | null;
            /** @description Counts all changes of it. */
            version: number;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description What people read and see. What is left out is empty. */
        ListingContent: {
            /** @description Its address in the marketplace. */
            slug?: string;
            name?: string;
            /** @description One line. */
            tagline?: string;
            /** @description Plain text, in paragraphs. */
            description?: string;
            categories?: components["schemas"]["ListingCategory"][];
            /** @description Empty, or an https address. */
            privacyUrl?: string;
            /** @description Empty, or an https address. */
            supportUrl?: string;
            /** @description Where the app begins to connect, as its own page that sends people to consent. Empty, or an https address. */
            connectUrl?: string;
            /** @description Null where there is none. */
            iconId?: components["schemas"]["AssetId"] | null;
            /** @description At most 8. */
            screenshotIds?: components["schemas"]["AssetId"][];
            /** @description Why the app asks for each scope, by scope. Reviewers read it. */
            scopeReasons?: {
                [key: string]: string;
            };
        };
        /** @description Revisions. */
        RevisionList: {
            data: components["schemas"]["Revision"][];
        };
        /** @description A part that differs. */
        ListingPart: {
            /** @description Which member differs. */
            part: string;
            /** @description Its lines there; none where it is empty. */
            live: string[];
            open: string[];
        };
        /** @description What differs. */
        ListingDiff: {
            /** @description Null where nothing is live. */
            liveNumber: number | null;
            /** @description Null where all that was saved is live. */
            openNumber: number | null;
            parts: components["schemas"]["ListingPart"][];
        };
        /** @description Something that an app should have done before review looks at it. */
        Check: {
            /** @enum {string} */
            name: "LISTENS_TO_ERASURE" | "TEST_DELIVERED" | "SANDBOX_INSTALL" | "VERSION_PINNED" | "SCOPES_JUSTIFIED" | "SCOPES_USED" | "PRIVACY_PAGE" | "SUPPORT_PAGE";
            passed: boolean;
            /** @description Whether it can be submitted all the same where this one fails. Review will ask about it. */
            warning: boolean;
            /** @description What was found, and what to do if it failed. */
            says: string;
        };
        /** @description The checks. */
        CheckList: {
            data: components["schemas"]["Check"][];
        };
        /** @description What goes along to review. */
        ListingSubmission: {
            /** @description For the reviewer. */
            note?: string;
        };
        /** @example thr_0006gxrdfrk1r0104p6c8ncq4rec */
        ThreadEntryId: string;
        /** @description One of the makers, or review. */
        ListingAuthor: {
            /** @description Whether it was review. */
            review: boolean;
            /** @description Null for review. */
            id: components["schemas"]["UserId"] | null;
            /** @description Null for who is no member any more. */
            name: string | null;
        };
        /** @description What somebody did, or said. */
        ListingThreadEntry: {
            id: components["schemas"]["ThreadEntryId"];
            /** @description The number of the revision. */
            revision: number;
            /** @enum {string} */
            kind: "SUBMITTED" | "WITHDRAWN" | "CLAIMED" | "RELEASED" | "CHANGES_REQUESTED" | "REJECTED" | "APPROVED" | "COMMENT";
            author: components["schemas"]["ListingAuthor"];
            /** @description Empty where it was done without a word. */
            text: string;
            at: components["schemas"]["Timestamp"];
        };
        /** @description The thread. */
        ListingThread: {
            data: components["schemas"]["ListingThreadEntry"][];
        };
        /** @description Words for the thread. */
        ListingComment: {
            text: string;
        };
        /** @enum {string} */
        AssetKind: "ICON" | "SCREENSHOT";
        /** @description A picture. */
        Asset: {
            id: components["schemas"]["AssetId"];
            kind: components["schemas"]["AssetKind"];
            /** @description What it shows, for those who cannot see it. */
            caption: string;
            /** @enum {string} */
            mediaType: "image/png" | "image/jpeg";
            width: number;
            height: number;
            bytes: number;
            /** @description The numbers of the live and the open revision, as far as they show it. */
            shownBy: number[];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description Pictures. */
        AssetList: {
            data: components["schemas"]["Asset"][];
        };
        /** @description A picture to be added. */
        NewAsset: {
            kind: components["schemas"]["AssetKind"];
            caption: string;
            /** @description A PNG or JPEG in base64. */
            image: string;
        };
        /** @description A live listing in the list. */
        Listed: {
            appId: components["schemas"]["AppId"];
            /** @description Its address. */
            slug: string;
            name: string;
            /** @description One line. */
            tagline: string;
            /** @description The organization that makes it. */
            publisher: string;
            categories: components["schemas"]["ListingCategory"][];
            /** Format: uri */
            iconUrl: string;
            /**
             * Format: uri
             * @description Its page for people.
             */
            pageUrl: string;
            /** @description Since when it is in the marketplace. */
            listedAt: components["schemas"]["Timestamp"];
        };
        /** @description A part of the marketplace. */
        Marketplace: {
            data: components["schemas"]["Listed"][];
            /** @description The last app of the page, for `before`; null on the last page. */
            nextCursor: components["schemas"]["AppId"] | null;
        };
        /** @description A live listing. */
        MarketplaceListing: {
            appId: components["schemas"]["AppId"];
            /** @description Its address. */
            slug: string;
            name: string;
            /** @description One line. */
            tagline: string;
            /** @description The organization that makes it. */
            publisher: string;
            categories: components["schemas"]["ListingCategory"][];
            /** Format: uri */
            iconUrl: string;
            /**
             * Format: uri
             * @description Its page for people.
             */
            pageUrl: string;
            /** @description Since when it is in the marketplace. */
            listedAt: components["schemas"]["Timestamp"];
            /** @description Plain text, in paragraphs. */
            description: string;
            screenshotUrls: string[];
            /** Format: uri */
            privacyUrl: string;
            /** Format: uri */
            supportUrl: string;
            /**
             * Format: uri
             * @description Where the app begins to connect.
             */
            connectUrl: string;
            /** @description What it asks for. */
            scopes: components["schemas"]["Scope"][];
        };
        /** @description A revision in the queue. */
        Review: {
            id: components["schemas"]["RevisionId"];
            number: number;
            state: components["schemas"]["RevisionState"];
            app: {
                id: components["schemas"]["AppId"];
                /** @description As it is registered, which consent shows. */
                name: string;
            };
            publisher: {
                id: components["schemas"]["OrganizationId"];
                name: string;
            };
            /** @description Nothing of the app is live. */
            first: boolean;
            /** @description The parts that differ from what is live. */
            changes: string[];
            /**
             * @description Of the scopes that the app asks for; null where it asks for none.
             * @enum {string|null}
             */
            highestRisk: "read" | "write" | "books" | null;
            /** @description Null where it was withdrawn. */
            submittedAt: components["schemas"]["Timestamp"] | null;
            /** @description Null where nobody has claimed it. */
            claimedAt: components["schemas"]["Timestamp"] | null;
            /** @description The operator; null where nobody has claimed it. */
            claimedBy: components["schemas"]["UserId"] | null;
            /** @description Null where it is not decided. */
            decidedAt: components["schemas"]["Timestamp"] | null;
        };
        /** @description The queue. */
        ReviewList: {
            data: components["schemas"]["Review"][];
            /** @description How many wait in all. */
            waiting: number;
            /** @description Since when the longest waiting one waits. */
            oldestAt: components["schemas"]["Timestamp"] | null;
            /** @description From submission to decision, in the last 30 days; null where there was none. */
            medianSeconds: number | null;
        };
        /** @description What people will read and see. */
        ReviewContent: {
            /** @description Its address in the marketplace. */
            slug: string;
            name: string;
            /** @description One line. */
            tagline: string;
            /** @description Plain text, in paragraphs. */
            description: string;
            categories: components["schemas"]["ListingCategory"][];
            /** @description Empty, or an https address. */
            privacyUrl: string;
            /** @description Empty, or an https address. */
            supportUrl: string;
            /** @description Where the app begins to connect, as its own page that sends people to consent. Empty, or an https address. */
            connectUrl: string;
            /** @description Null where there is none. */
            iconId: components["schemas"]["AssetId"] | null;
            /** @description At most 8. */
            screenshotIds: components["schemas"]["AssetId"][];
        };
        /** @description A part that differs from what is live. */
        ReviewPart: {
            /** @description Which member differs. */
            part: string;
            /** @description Its lines there; none where it is empty. */
            live: string[];
            new: string[];
        };
        /** @description A scope that the app asks for. */
        ReviewScope: {
            scope: components["schemas"]["Scope"];
            /** @enum {string} */
            risk: "read" | "write" | "books";
            /** @description What it lets an app do. */
            says: string;
            /** @description That its makers give. */
            reason: string;
            /** @description It was not approved before. */
            new: boolean;
        };
        /** @description What somebody did, or said. */
        ReviewEntry: {
            id: components["schemas"]["ThreadEntryId"];
            /** @description The number of the revision. */
            revision: number;
            /** @enum {string} */
            kind: "SUBMITTED" | "WITHDRAWN" | "CLAIMED" | "RELEASED" | "CHANGES_REQUESTED" | "REJECTED" | "APPROVED" | "COMMENT";
            /** @description Whether a reviewer did. */
            review: boolean;
            userId: components["schemas"]["UserId"] | null;
            text: string;
            at: components["schemas"]["Timestamp"];
        };
        /** @description A revision with all that a reviewer looks at. */
        ReviewDetails: {
            id: components["schemas"]["RevisionId"];
            number: number;
            state: components["schemas"]["RevisionState"];
            app: {
                id: components["schemas"]["AppId"];
                /** @description As it is registered, which consent shows. */
                name: string;
            };
            publisher: {
                id: components["schemas"]["OrganizationId"];
                name: string;
            };
            /** @description Nothing of the app is live. */
            first: boolean;
            /** @description The parts that differ from what is live. */
            changes: string[];
            /**
             * @description Of the scopes that the app asks for; null where it asks for none.
             * @enum {string|null}
             */
            highestRisk: "read" | "write" | "books" | null;
            /** @description Null where it was withdrawn. */
            submittedAt: components["schemas"]["Timestamp"] | null;
            /** @description Null where nobody has claimed it. */
            claimedAt: components["schemas"]["Timestamp"] | null;
            /** @description The operator; null where nobody has claimed it. */
            claimedBy: components["schemas"]["UserId"] | null;
            /** @description Null where it is not decided. */
            decidedAt: components["schemas"]["Timestamp"] | null;
            content: components["schemas"]["ReviewContent"];
            parts: components["schemas"]["ReviewPart"][];
            scopes: components["schemas"]["ReviewScope"][];
            thread: components["schemas"]["ReviewEntry"][];
        };
        /** @description Words for the makers. */
        ReviewWords: {
            words?: string;
        };
        /** @description Words for the makers, which they are owed. */
        ReviewObjection: {
            words: string;
        };
        /** @example ext_0006gxrdfrk1r0104p6c8ncq4rec */
        ExtensionId: string;
        /**
         * @description Where it appears: in a panel or behind a button on records of one type, as a page in the
         *     navigation, or as a card on the dashboard. On a record, the page is asked for with
         *     `resourceType` and `resourceId` added to its query, so that it knows what it is about.
         * @enum {string}
         */
        ExtensionType: "RECORD_PANEL" | "RECORD_ACTION" | "NAV_PAGE" | "DASHBOARD_CARD";
        /** @description A place where an app's own page appears. */
        Extension: {
            id: components["schemas"]["ExtensionId"];
            appId: components["schemas"]["AppId"];
            type: components["schemas"]["ExtensionType"];
            /** @description The type of record that it is on; null for NAV_PAGE and DASHBOARD_CARD. */
            resourceType: components["schemas"]["ResourceType"] | null;
            label: string;
            /** @description Joined to the App URL. What comes of it must be on the same origin. */
            path: string;
            /** @description The page that it leads to; null where the path leads nowhere any more. */
            url: string | null;
            /**
             * @description Why nobody is shown it; null where nothing is wrong.
             * @enum {string|null}
             */
            problem: "EXTENSION_SCOPE_REQUIRED" | "EXTENSION_PATH_INVALID" | null;
            version: number;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description Extensions. */
        ExtensionList: {
            data: components["schemas"]["Extension"][];
        };
        /** @description An extension to be added. */
        NewExtension: {
            type: components["schemas"]["ExtensionType"];
            /** @description The type of record that it is on; null for NAV_PAGE and DASHBOARD_CARD. */
            resourceType?: components["schemas"]["ResourceType"] | null;
            label: string;
            /** @description Joined to the App URL. What comes of it must be on the same origin. */
            path: string;
        };
        /** @description What is to change of an extension. */
        ExtensionChange: {
            type?: components["schemas"]["ExtensionType"];
            /** @description The type of record that it is on; null for NAV_PAGE and DASHBOARD_CARD. */
            resourceType?: components["schemas"]["ResourceType"] | null;
            label?: string;
            /** @description Joined to the App URL. What comes of it must be on the same origin. */
            path?: string;
        };
        /** @description What is known of a source. */
        FunctionSource: {
            /** @description Counts the sources of the function. */
            version: number;
            /** @description Of the text, in hexadecimal. */
            sha256: string;
            bytes: number;
            exports: string[];
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @description A function. */
        Function: {
            id: components["schemas"]["FunctionId"];
            appId: components["schemas"]["AppId"];
            /** @description Unique in the app. */
            name: string;
            /** @description Whether the operator lets it run. */
            runnable: boolean;
            /** @description Why it does not; null where it does. */
            runnableReason: string | null;
            /** @description Since when the operator has stopped it; null where it runs, and where all functions are switched off. */
            stoppedAt: components["schemas"]["Timestamp"] | null;
            /** @description The live source. */
            current: components["schemas"]["FunctionSource"];
            /** @description What it runs for, while it is enabled. */
            events: string[];
            /** @description Whether it runs for events. */
            enabled: boolean;
            /** @description When it was switched off because it failed 50 times in a row; null where it was not. */
            switchedOffAt: components["schemas"]["Timestamp"] | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @description Functions. */
        FunctionList: {
            data: components["schemas"]["Function"][];
        };
        /** @description A function to be added. */
        NewFunction: {
            name: string;
            source: string;
        };
        /** @description A function with its sources. */
        FunctionDetails: {
            id: components["schemas"]["FunctionId"];
            appId: components["schemas"]["AppId"];
            /** @description Unique in the app. */
            name: string;
            /** @description Whether the operator lets it run. */
            runnable: boolean;
            /** @description Why it does not; null where it does. */
            runnableReason: string | null;
            /** @description Since when the operator has stopped it; null where it runs, and where all functions are switched off. */
            stoppedAt: components["schemas"]["Timestamp"] | null;
            /** @description The live source. */
            current: components["schemas"]["FunctionSource"];
            /** @description What it runs for, while it is enabled. */
            events: string[];
            /** @description Whether it runs for events. */
            enabled: boolean;
            /** @description When it was switched off because it failed 50 times in a row; null where it was not. */
            switchedOffAt: components["schemas"]["Timestamp"] | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            versions: components["schemas"]["FunctionSource"][];
        };
        /** @description A source. */
        FunctionText: {
            /** @description Counts the sources of the function. */
            version: number;
            /** @description Of the text, in hexadecimal. */
            sha256: string;
            bytes: number;
            exports: string[];
            createdAt: components["schemas"]["Timestamp"];
            source: string;
        };
        /** @description A source. */
        NewSource: {
            source: string;
            /**
             * @description Whether it is live at once.
             * @default true
             */
            live: boolean;
        };
        /** @description A function with the source that it was given. */
        FunctionUploaded: {
            id: components["schemas"]["FunctionId"];
            appId: components["schemas"]["AppId"];
            /** @description Unique in the app. */
            name: string;
            /** @description Whether the operator lets it run. */
            runnable: boolean;
            /** @description Why it does not; null where it does. */
            runnableReason: string | null;
            /** @description Since when the operator has stopped it; null where it runs, and where all functions are switched off. */
            stoppedAt: components["schemas"]["Timestamp"] | null;
            /** @description The live source. */
            current: components["schemas"]["FunctionSource"];
            /** @description What it runs for, while it is enabled. */
            events: string[];
            /** @description Whether it runs for events. */
            enabled: boolean;
            /** @description When it was switched off because it failed 50 times in a row; null where it was not. */
            switchedOffAt: components["schemas"]["Timestamp"] | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            uploaded: components["schemas"]["FunctionSource"];
        };
        /** @description Which version is to be live. */
        LiveVersion: {
            version: number;
        };
        /** @description What a function runs for. */
        FunctionSubscription: {
            events: string[];
            /** @default true */
            enabled: boolean;
        };
        /** @description A value, or a secret. */
        FunctionSetting: {
            name: string;
            secret: boolean;
            /** @description Of a secret null. To set one, give it. */
            value: string | null;
        };
        /** @description What a function finds in `ctx.config`. */
        FunctionConfig: {
            values: components["schemas"]["FunctionSetting"][];
        };
        /** @description A run by hand. All of it may be left out. */
        WantedRun: {
            /** @description Of the source; the live one by default. */
            version?: number;
            /** @description Of which type the sample is; by default the first that the function runs for. */
            event?: string;
            /** @description A sandbox of the app's organization. */
            businessId?: components["schemas"]["BusinessId"];
            /** @description An event of that sandbox, in place of a sample. */
            eventId?: components["schemas"]["EventId"];
        };
        /** @description Runs. */
        FunctionRunList: {
            data: components["schemas"]["FunctionRun"][];
            /** @description Where to go on; null where the list ends. */
            nextAfter: components["schemas"]["RunId"] | null;
        };
        /** @description What the function logged, or why a call of its was refused. */
        RunLine: {
            /** @description Since the run began. */
            atMs: number;
            text: string;
        };
        /** @description A run with all that is known of it. */
        FunctionRunDetails: {
            id: components["schemas"]["RunId"];
            functionId: components["schemas"]["FunctionId"];
            /**
             * @description A run that waits has not begun.
             * @enum {string}
             */
            status: "waiting" | "succeeded" | "failed";
            /** @description How it ended; null while it waits. */
            outcome: components["schemas"]["RunOutcome"] | null;
            /** @description Of the source that ran; null where none did. */
            version: number | null;
            /** @description Whether somebody asked for it. */
            byHand: boolean;
            /** @description Of the event. */
            type: string;
            /** @description Null for a sample. */
            eventId: components["schemas"]["EventId"] | null;
            /** @description Whose event it is; `test` for a sample that is in no business. */
            businessId: string;
            /** @description Which attempt of the round it is. */
            attempt: number;
            /** @description Counts the rounds; 0 for the first. */
            repetition: number;
            /** @description When it ended, or, while it waits, when the event happened. */
            at: components["schemas"]["Timestamp"];
            durationMs: number;
            cpuMs: number;
            /** @description What the machine had in the end; null where that is not known. */
            memoryBytes: number | null;
            /** @description How often it called the API. */
            calls: number;
            /** @description Why it failed, with the place in the source; null where it did not. */
            failure: string | null;
            /** @description The event as the function saw it; null where it did not and may not. */
            input: {
                [key: string]: unknown;
            } | null;
            /** @description What the handler returned; null where there is nothing. */
            output: {
                [key: string]: unknown;
            } | unknown[] | string | number | boolean | null;
            log: components["schemas"]["RunLine"][];
            /** @description Lines after the first hundred. */
            linesDropped: number;
            /** @description When the event is tried next; null where that has ended. */
            nextRetryAt: components["schemas"]["Timestamp"] | null;
        };
        AdminApp: {
            id: components["schemas"]["AppId"];
            clientId: string;
            name: string;
            /** @enum {string} */
            type: "CONFIDENTIAL" | "PUBLIC";
            /** @enum {string} */
            status: "ACTIVE" | "SUSPENDED" | "DEACTIVATED";
            review: string;
            /** @description Who made it; null for one that registered itself and that nobody has claimed. */
            organizationId: components["schemas"]["OrganizationId"] | null;
            scopes: string[];
            redirectUris: string[];
            suspendedAt: components["schemas"]["Timestamp"] | null;
            /** @description What the app's makers were told; null where it is not suspended, or for no reason given. */
            suspensionReason: string | null;
            deactivatedAt: components["schemas"]["Timestamp"] | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        AdminAppList: components["schemas"]["Page"] & {
            data?: components["schemas"]["AdminApp"][];
        };
        AppImpact: {
            /** @description The businesses that have the app. */
            installations: number;
            /** @description Of the last 24 hours and the begun one before. */
            calls: number;
            /** @description How many of them were answered with an error. */
            errors: number;
            webhooks: number;
            /** @description Those that are due or wait for a retry, counted to 100,000. */
            deliveriesWaiting: number;
        };
        AppSuspension: {
            /** @description Why, in words for the app's makers. */
            reason: string;
        };
        FunctionsStop: {
            /** @description What the makers read. */
            reason: string;
            stoppedAt: components["schemas"]["Timestamp"];
            /** @description The operator who gave the reason; null for somebody at the command line. */
            stoppedBy: components["schemas"]["UserId"] | null;
        };
        AdminAppFunctions: {
            /** @description How many the app has. */
            functions: number;
            /** @description How many of them run for events, where nothing is stopped. */
            enabled: number;
            /** @description Whether functions are switched off for everybody. */
            offForAll: boolean;
            /** @description That of the app; null where there is none. */
            stop: components["schemas"]["FunctionsStop"] | null;
            /** @description That of all apps of its organization; null where there is none. */
            organizationStop: components["schemas"]["FunctionsStop"] | null;
        };
        DomainList: {
            data: {
                domain: string;
                trustedAt: components["schemas"]["Timestamp"];
                /** @description The operator's user id, or the account of the machine it was done on. */
                trustedBy: string;
            }[];
        };
        NewDomain: {
            /** @description A host's name, without a port and without what lies below it. */
            domain: string;
        };
        Backlog: {
            due: number;
            /** @description For how long the one that waits longest has been due. */
            oldestSeconds: number;
        };
        DeliveryBacklog: {
            healthy: components["schemas"]["Backlog"];
            failing: components["schemas"]["Backlog"];
        };
        Lockout: {
            id: string;
            /**
             * @description Wrong passwords, wrong codes of a second factor, or wrong client secrets.
             * @enum {string}
             */
            action: "session.paused" | "second_factor.paused" | "app.authentication_locked";
            /** @description The user or app; null for a name that is nobody's. */
            subject: string | null;
            /** @description The network that the first came from; null where it is not known. */
            network: string | null;
            /** @description How often all tries were used up. */
            count: number;
            firstAt: components["schemas"]["Timestamp"];
            lastAt: components["schemas"]["Timestamp"];
        };
        LockoutList: components["schemas"]["Page"] & {
            data?: components["schemas"]["Lockout"][];
        };
        AdminUser: {
            id: components["schemas"]["UserId"];
            name: string;
            email: string;
            operator: boolean;
            /** @description Since when the operator has shut the user out; null where it has not. */
            suspendedAt: components["schemas"]["Timestamp"] | null;
            /** @description Since when the processing of the user's data is restricted; null where it is not. */
            restrictedAt: components["schemas"]["Timestamp"] | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        AdminUserList: components["schemas"]["Page"] & {
            data?: components["schemas"]["AdminUser"][];
        };
        AdminPlans: {
            data: components["schemas"]["Plan"][];
        };
        AdminBusiness: {
            id: components["schemas"]["BusinessId"];
            name: string;
            plan: string;
            currency: components["schemas"]["Currency"];
            timezone: string;
            /** @description The organization whose sandbox it is; null where it is none. */
            sandboxOf: components["schemas"]["OrganizationId"] | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        AdminPlanChange: {
            /** @enum {string} */
            plan: "FREE" | "STARTER" | "GROWTH" | "SCALE";
        };
    };
    responses: {
        /** @description The request cannot be carried out as it is. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 400;
                    /** @constant */
                    error?: "Bad Request";
                };
            };
        };
        /**
         * @description Nobody we know is asking. `DEVELOPER_TOKEN_ENDED` says when a developer token ended, and
         *     why: ENDED, ENDED_BY_OWNER, PASSWORD, UNUSED or EXPIRED.
         */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 401;
                    /** @constant */
                    error?: "Unauthorized";
                };
            };
        };
        /** @description Whoever asks may not. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 403;
                    /** @constant */
                    error?: "Forbidden";
                };
            };
        };
        /** @description There is no such thing, for this caller. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 404;
                    /** @constant */
                    error?: "Not Found";
                };
            };
        };
        /** @description The path takes other methods. */
        MethodNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 405;
                    /** @constant */
                    error?: "Method Not Allowed";
                };
            };
        };
        /** @description The body is too large. */
        ContentTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 413;
                    /** @constant */
                    error?: "Request Entity Too Large";
                };
            };
        };
        /** @description The body is not JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 415;
                    /** @constant */
                    error?: "Unsupported Media Type";
                };
            };
        };
        /** @description Too often. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 429;
                    /** @constant */
                    error?: "Too Many Requests";
                };
            };
        };
        /**
         * @description Something we need is away or overloaded for the moment. Try again after
         *     Retry-After, a write with the same Idempotency-Key: the key tells whether
         *     the first attempt had come through.
         */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 503;
                    /** @constant */
                    error?: "Service Unavailable";
                    /** @constant */
                    message?: "Service Unavailable";
                };
            };
        };
        /** @description The header of the request is larger than 32 KiB. */
        HeaderTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 431;
                    /** @constant */
                    error?: "Request Header Fields Too Large";
                };
            };
        };
        /** @description Our own fault. Try again later, and quote the request's id if it lasts. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 500;
                    /** @constant */
                    error?: "Internal Server Error";
                    /** @constant */
                    message?: "Internal Server Error";
                };
            };
        };
        /**
         * @description The client is unknown or may not act, or did not prove who it is. After too
         *     many of these the caller is locked out for a minute.
         */
        InvalidClient: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                "WWW-Authenticate": components["headers"]["BasicChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"] & {
                    /** @constant */
                    error?: "invalid_client";
                };
            };
        };
        /** @description Too often, or locked out. */
        TemporarilyUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"] & {
                    /** @constant */
                    error?: "temporarily_unavailable";
                };
            };
        };
        /** @description Our own fault. Try again later, and quote the request's id if it lasts. */
        ServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"] & {
                    /** @constant */
                    error?: "server_error";
                };
            };
        };
        /**
         * @description Something we need is away or overloaded for the moment. Try again after
         *     Retry-After, with what you sent.
         */
        ServerUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"] & {
                    /** @constant */
                    error?: "server_error";
                };
            };
        };
        /** @description Something is missing or malformed. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"] & {
                    /** @constant */
                    error?: "invalid_request";
                };
            };
        };
        /** @description The document. */
        ResourceMetadata: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cacheable"];
                "Access-Control-Allow-Origin": components["headers"]["AnyOrigin"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ResourceMetadata"];
            };
        };
        /** @description The answer to the message. */
        Answer: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
        /** @description The message needs no answer. */
        Accepted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description No message of the protocol, or one in a revision that is not spoken here. */
        BadMessage: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"] | components["schemas"]["Error"];
            };
        };
        /**
         * @description The request carries no live access token. Refresh it; where that is refused
         *     too, ask the user again.
         */
        "responses-Unauthorized": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 401;
                    /** @constant */
                    error?: "Unauthorized";
                    /** @enum {unknown} */
                    code: "ACCOUNT_RESTRICTED" | "ACCOUNT_SUSPENDED" | "INVALID_TOKEN" | "SESSION_OVER";
                };
            };
        };
        /**
         * @description The token lacks the scope, or the user the permission; both are needed.
         *     Some endpoints are for members in person and closed to apps.
         */
        "responses-Forbidden": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "WWW-Authenticate": components["headers"]["Insufficient-Scope"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 403;
                    /** @constant */
                    error?: "Forbidden";
                };
            };
        };
        /** @description A method that is not served here. */
        UnknownMethod: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"] | components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the endpoint takes. */
        "responses-ContentTooLarge": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 413;
                    /** @constant */
                    error?: "Request Entity Too Large";
                };
            };
        };
        /** @description The body is not JSON. */
        "responses-UnsupportedMediaType": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 415;
                    /** @constant */
                    error?: "Unsupported Media Type";
                };
            };
        };
        /**
         * @description The app has used up its calls of this minute: those in this business, or those
         *     in all of them. Wait as long as Retry-After says.
         */
        "responses-TooManyRequests": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 429;
                    /** @constant */
                    error?: "Too Many Requests";
                };
            };
        };
        /**
         * @description The request cannot be carried out as it is. A list of messages tells what is
         *     wrong with its form; a code, which rule it met.
         */
        "responses-BadRequest": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 400;
                    /** @constant */
                    error?: "Bad Request";
                };
            };
        };
        /** @description There is no such record in the business that the token stands for. */
        "responses-NotFound": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 404;
                    /** @constant */
                    error?: "Not Found";
                };
            };
        };
        /** @description Something else happened first. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                };
            };
        };
        /** @description The record has changed since the version that If-Match names. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 412;
                    /** @constant */
                    error?: "Precondition Failed";
                    /** @enum {unknown} */
                    code: "RECORD_CHANGED";
                };
            };
        };
        /** @description The idempotency key was used for another request. */
        UnprocessableEntity: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 422;
                    /** @constant */
                    error?: "Unprocessable Entity";
                    /** @enum {unknown} */
                    code: "IDEMPOTENCY_KEY_REUSED";
                };
            };
        };
        /**
         * @description The business has asked for too many mails in this hour or day, or too many went
         *     to this address (`MAIL_LIMIT_REACHED`); the same mail was sent to it less than
         *     five minutes ago (`MAIL_SENT_RECENTLY`); or the app has used up its calls of this
         *     minute. Wait as long as Retry-After says.
         */
        TooManyMails: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Service-Version": components["headers"]["Service-Version"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 429;
                    /** @constant */
                    error?: "Too Many Requests";
                };
            };
        };
        /** @description Things are such that it cannot be done. */
        "responses-Conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                    /** @enum {unknown} */
                    code: "ORGANIZATION_LIMIT" | "LAST_OWNER" | "ALREADY_MEMBER";
                };
            };
        };
        /** @description The organization has changed since the version that If-Match names. */
        "responses-PreconditionFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 412;
                    /** @constant */
                    error?: "Precondition Failed";
                    /** @enum {unknown} */
                    code: "RECORD_CHANGED";
                };
            };
        };
        /** @description Things are such that it cannot be done. */
        "components-responses-Conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                    /** @enum {unknown} */
                    code: "APP_LIMIT" | "APP_IN_USE" | "SECRET_LIMIT" | "LAST_SECRET";
                };
            };
        };
        /** @description The app has changed since the version that If-Match names. */
        "components-responses-PreconditionFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 412;
                    /** @constant */
                    error?: "Precondition Failed";
                    /** @enum {unknown} */
                    code: "RECORD_CHANGED";
                };
            };
        };
        /** @description The field has changed since the version that If-Match names. */
        "appdata_components-responses-PreconditionFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 412;
                    /** @constant */
                    error?: "Precondition Failed";
                    /** @enum {unknown} */
                    code: "RECORD_CHANGED";
                };
            };
        };
        /** @description The app has as many webhooks as it can have. */
        "webhooks-console_components-responses-Conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                    /** @enum {unknown} */
                    code: "WEBHOOK_LIMIT";
                };
            };
        };
        /** @description The webhook has changed since the version that If-Match names. */
        "webhooks-console_components-responses-PreconditionFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 412;
                    /** @constant */
                    error?: "Precondition Failed";
                    /** @enum {unknown} */
                    code: "RECORD_CHANGED";
                };
            };
        };
        /** @description There are too many listeners, or another program listens by this name. */
        ListenerConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                    /** @enum {unknown} */
                    code: "LISTENER_IN_USE" | "LISTENER_LIMIT";
                };
            };
        };
        /** @description Something about the sandbox or the app is in the way. */
        "sandboxes_components-responses-Conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                };
            };
        };
        /** @description The state of the listing stands in the way. */
        ListingConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                    /** @enum {unknown} */
                    code: "LISTING_EXISTS" | "REVISION_NOT_EDITABLE" | "REVISION_ALREADY_SUBMITTED" | "REVISION_REJECTED" | "REVISION_NOT_SUBMITTED" | "NO_OPEN_REVISION" | "APP_CHECKS_FAILED" | "THREAD_FULL" | "ASSET_LIMIT";
                };
            };
        };
        /** @description It has changed since the version that If-Match names. */
        "listings_components-responses-PreconditionFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 412;
                    /** @constant */
                    error?: "Precondition Failed";
                    /** @enum {unknown} */
                    code: "RECORD_CHANGED";
                };
            };
        };
        /** @description Somebody else was quicker, or has claimed it. */
        ReviewConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                    /** @enum {unknown} */
                    code: "REVISION_NOT_WAITING" | "REVIEW_NOT_CLAIMED" | "SCOPES_ADDED";
                };
            };
        };
        /** @description There are too many. */
        "extensions_components-responses-Conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                    /** @enum {unknown} */
                    code: "EXTENSION_LIMIT";
                };
            };
        };
        /** @description It has changed since the version that If-Match names. */
        "extensions_components-responses-PreconditionFailed": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 412;
                    /** @constant */
                    error?: "Precondition Failed";
                    /** @enum {unknown} */
                    code: "RECORD_CHANGED";
                };
            };
        };
        /** @description There are too many, or one of that name. */
        "functions_components-responses-Conflict": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @constant */
                    statusCode?: 409;
                    /** @constant */
                    error?: "Conflict";
                    /** @enum {unknown} */
                    code: "FUNCTION_LIMIT" | "FUNCTION_NAME_TAKEN";
                };
            };
        };
    };
    parameters: {
        /** @description How many to return. */
        Limit: number;
        /**
         * @description The version of the record that the change is meant for, in quotes. A record
         *     that has changed since is left as it is: 412. Without it the change is made
         *     to whatever the record is now.
         * @example "3"
         */
        IfMatch: string;
        /** @description The `nextCursor` of the page before. Absent for the first page. */
        After: string;
        /** @description Newest first, or oldest first. Records are in the order of their creation. */
        Order: "asc" | "desc";
        /** @description Only records that were changed at this instant or later. */
        UpdatedSince: string;
        /** @description Only records that have this text in one of the fields that people search by. */
        Search: string;
        /** @description Also count all records that fit. The count ends at 10,001, which stands for more than 10,000. */
        IncludeTotal: boolean;
        /**
         * @description A key of your choosing, for calls from an app. The same key with the same
         *     body, within 24 hours, is answered with the first answer and changes nothing
         *     again; the answer then says `Idempotent-Replayed: true`.
         * @example 4d1c9c2e-invoice-0107
         */
        IdempotencyKey: string;
        /** @description The account's id. */
        AccountId: components["schemas"]["AccountId"];
        /** @description The entry's id. */
        JournalEntryId: components["schemas"]["JournalEntryId"];
        /** @description The supplier's id. */
        SupplierId: components["schemas"]["SupplierId"];
        /** @description The customer's id. */
        CustomerId: components["schemas"]["CustomerId"];
        /** @description The invoice's id. */
        InvoiceId: components["schemas"]["InvoiceId"];
        /** @description The import's id. */
        ImportId: components["schemas"]["ImportId"];
        /** @description The payment's id. */
        PaymentId: components["schemas"]["PaymentId"];
        /**
         * @description Only what was done to this: the id of an app, an installation, a user, a webhook or another subject.
         * @example ins_0g06gxrdfrk1r01m4c6e8h0k2p4r
         */
        AuditSubject: string;
        /**
         * @description Only this kind of action.
         * @example app.uninstalled
         */
        AuditAction: string;
        /** @description Only what was done at this instant or later. */
        AuditFrom: string;
        /** @description Only what was done before this instant. */
        AuditTo: string;
        /** @description Only what this app did, connected still or no longer. */
        ActivityApp: components["schemas"]["AppId"];
        /** @description Only calls about records of this kind. Needs an `appId`. */
        ActivityKind: components["schemas"]["AppActivityKind"];
        /** @description The first day, in the business's time zone. */
        ActivityFrom: string;
        /** @description The last day, in the business's time zone. */
        ActivityTo: string;
        /**
         * @description The first day, in the business's time zone; the seventh up to `to` where it is not given.
         * @example 2026-11-09
         */
        ActivityFirst: string;
        /**
         * @description The last day; today where it is not given, or the 93rd from the first.
         * @example 2026-11-15
         */
        ActivityLast: string;
        /** @description The record. */
        RecordId: string;
        /** @description The organization. */
        OrganizationId: components["schemas"]["OrganizationId"];
        /** @description The member. */
        MemberId: components["schemas"]["UserId"];
        /** @description The invitation. */
        InvitationId: components["schemas"]["InvitationId"];
        /** @description The app. */
        AppId: components["schemas"]["AppId"];
        /** @description The client secret. */
        SecretId: components["schemas"]["ClientSecretId"];
        /** @description The field. */
        FieldId: components["schemas"]["AppDataFieldId"];
        WebhookId: components["schemas"]["WebhookId"];
        ListenerId: components["schemas"]["WebhookId"];
        DeliveryId: components["schemas"]["DeliveryId"];
        /** @description Only calls with such a status. */
        StatusClass: "2xx" | "3xx" | "4xx" | "5xx";
        /** @description Only calls with this method, to `route`. */
        Method: string;
        /** @description Only calls to this route, such as `/invoices/{id}`, with `method`. */
        Route: string;
        /** @description Only calls in this business. */
        BusinessId: components["schemas"]["BusinessId"];
        /** @description The version of the API. */
        ApiVersion: string;
        /** @description Only calls that were refused with this code. */
        Code: string;
        /** @description The beginning of the time, which is part of it. */
        From: components["schemas"]["Timestamp"];
        /** @description The end of the time, which is not part of it. */
        To: components["schemas"]["Timestamp"];
        /** @description Only calls before this one; `nextBefore` of the page before. */
        Before: components["schemas"]["RequestId"];
        /** @description How many at most, from 1 to 100. */
        "parameters-Limit": number;
        /** @description The request, as its answer's header `X-Request-Id` named it. */
        RequestId: components["schemas"]["RequestId"];
        /** @description The `id` of the last event that was read, to go on after it. */
        LastEventId: string;
        /** @description What a point stands for. */
        Interval: "hour" | "day";
        /** @description Only of this webhook. */
        "parameters-WebhookId": components["schemas"]["WebhookId"];
        /** @description The version to rehearse. */
        ApiVersionPath: string;
        /** @description Only those that have ended, or only those that have not. */
        InstallationState: "current" | "ended";
        /** @description Only installations before this one; `nextBefore` of the page before. */
        BeforeInstallation: components["schemas"]["InstallationId"];
        InstallationId: components["schemas"]["InstallationId"];
        /** @description The id of a request, an event, a delivery or a run of a function. */
        TraceId: string;
        /** @description Only apps made before this one. */
        BeforeApp: components["schemas"]["AppId"];
        /** @description The event's name. */
        EventName: string;
        /** @description The sandbox. */
        SandboxId: components["schemas"]["BusinessId"];
        /** @description The picture. */
        AssetIdInPath: components["schemas"]["AssetId"];
        /** @description The picture. */
        AssetIdAsId: components["schemas"]["AssetId"];
        /** @description The revision. */
        RevisionIdInPath: components["schemas"]["RevisionId"];
        /** @description The extension. */
        ExtensionIdInPath: components["schemas"]["ExtensionId"];
        /** @description The function. */
        FunctionIdInPath: components["schemas"]["FunctionId"];
        /** @description The run. */
        RunIdInPath: components["schemas"]["RunId"];
        /** @description The user. */
        UserId: components["schemas"]["UserId"];
        /** @description The business. */
        "parameters-BusinessId": components["schemas"]["BusinessId"];
    };
    requestBodies: {
        Message: {
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
    };
    headers: {
        /** @description The id of this request, to quote to support. */
        "X-Request-Id": components["schemas"]["RequestId"];
        /**
         * @description The methods that the path takes.
         * @example GET, HEAD, OPTIONS
         */
        Allow: string;
        /**
         * @description Seconds to wait before the next try.
         * @example 17
         */
        "Retry-After": number;
        /** @description Nobody may keep the answer. */
        NoStore: "no-store";
        /** @description The same, for caches of old. */
        NoCache: "no-cache";
        /**
         * @description Where Basic was used. The realm names the service.
         * @example Basic realm="Service"
         */
        BasicChallenge: string;
        /**
         * @description Anybody may keep the document for a while.
         * @example public, max-age=900
         */
        Cacheable: string;
        /**
         * @description Web pages of any origin may read the document.
         * @example *
         */
        AnyOrigin: string;
        /** @description The API version that this answer speaks. The header has the service's name. */
        "Service-Version": string;
        /**
         * @description The calls that an app may make in this business in a minute. On answers to apps.
         * @example 300
         */
        "RateLimit-Limit": number;
        /**
         * @description The calls that are left of this minute. On answers to apps.
         * @example 299
         */
        "RateLimit-Remaining": number;
        /**
         * @description Seconds until the minute begins anew. On answers to apps.
         * @example 60
         */
        "RateLimit-Reset": number;
        /**
         * @description What is wrong with the token (RFC 6750), and where to find out how to get
         *     one (RFC 9728).
         * @example Bearer error="invalid_token", resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"
         */
        "WWW-Authenticate": string;
        /** @description Which scopes the operation needs, where a scope is missing (RFC 6750). */
        "Insufficient-Scope": string;
        /**
         * @description The version of the record, for If-Match.
         * @example "1"
         */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is over. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The user has no such session. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @constant */
                        statusCode?: 404;
                        /** @constant */
                        error?: "Not Found";
                        /** @constant */
                        code: "SESSION_NOT_FOUND";
                    };
                };
            };
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    requestTokens: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a refresh safe to send again. Other grants do not look at it. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description Tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    /** @description Sent where this answer was given before, to the same refresh with the same key. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
            /**
             * @description `invalid_grant` means that the grant is dead: do not try it again. Its
             *     description is one of those in the examples, or absent: the grant is
             *     unknown or another client's, or the business no longer lets the app in.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"] & {
                        /** @enum {unknown} */
                        error?: "invalid_request" | "invalid_grant" | "unsupported_grant_type" | "invalid_scope" | "invalid_target" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token";
                    };
                };
            };
            401: components["responses"]["InvalidClient"];
            429: components["responses"]["TemporarilyUnavailable"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServerUnavailable"];
        };
    };
    authorizeDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["DeviceRequest"];
                "application/json": components["schemas"]["DeviceRequest"];
            };
        };
        responses: {
            /** @description The codes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceCodes"];
                };
            };
            /** @description No codes were made. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"] & {
                        /** @enum {unknown} */
                        error?: "invalid_request" | "invalid_scope" | "invalid_target";
                    };
                };
            };
            401: components["responses"]["InvalidClient"];
            429: components["responses"]["TemporarilyUnavailable"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServerUnavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["RevocationRequest"];
            };
        };
        responses: {
            /** @description There is no such live token any more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidClient"];
            429: components["responses"]["TemporarilyUnavailable"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServerUnavailable"];
        };
    };
    introspectToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["IntrospectionRequest"];
            };
        };
        responses: {
            /** @description What the token is good for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Introspection"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["InvalidClient"];
            429: components["responses"]["TemporarilyUnavailable"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServerUnavailable"];
        };
    };
    registerClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegistrationRequest"];
            };
        };
        responses: {
            /** @description The client, and all that is stored of it. Its secret is shown once. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registration"];
                };
            };
            /** @description The client cannot be registered as it is. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthError"] & {
                        /** @enum {unknown} */
                        error?: "invalid_request" | "invalid_redirect_uri" | "invalid_client_metadata";
                    };
                };
            };
            429: components["responses"]["TemporarilyUnavailable"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["ServerUnavailable"];
        };
    };
    readServerMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cacheable"];
                    "Access-Control-Allow-Origin": components["headers"]["AnyOrigin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerMetadata"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readResourceMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ResourceMetadata"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readPathMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example invoices */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ResourceMetadata"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readReadingToolsMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: components["responses"]["ResourceMetadata"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cacheable"];
                    "Access-Control-Allow-Origin": components["headers"]["AnyOrigin"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readDescription: {
        parameters: {
            query?: {
                /**
                 * @description The API version. Without it the header that calls name their version with
                 *     counts, and without that the current version is described.
                 * @example 2026-11-01
                 */
                version?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    /**
                     * @description What the description is known by, for If-None-Match.
                     * @example "5f1d7a84db61cd9e0b3a4c1e"
                     */
                    ETag: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description The description is the one that If-None-Match names. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description What the description is known by. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    callTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Message"];
        responses: {
            200: components["responses"]["Answer"];
            202: components["responses"]["Accepted"];
            400: components["responses"]["BadMessage"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["UnknownMethod"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    callReadingTools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["Message"];
        responses: {
            200: components["responses"]["Answer"];
            202: components["responses"]["Accepted"];
            400: components["responses"]["BadMessage"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["UnknownMethod"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the token stands for. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The business. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessProfile"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeBusiness: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BusinessChange"];
            };
        };
        responses: {
            /** @description The business as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessProfile"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLedgerAccounts: {
        parameters: {
            query?: {
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
                /** @description Newest first, or oldest first. Records are in the order of their creation. */
                order?: components["parameters"]["Order"];
                /** @description Only records that were changed at this instant or later. */
                updatedSince?: components["parameters"]["UpdatedSince"];
                /** @description Only records that have this text in one of the fields that people search by. */
                q?: components["parameters"]["Search"];
                /** @description Also count all records that fit. The count ends at 10,001, which stands for more than 10,000. */
                includeTotal?: components["parameters"]["IncludeTotal"];
                /** @description Only accounts of this type. */
                type?: components["schemas"]["AccountType"];
                /** @description Only archived accounts, or only others. Both, where it is not given. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the chart. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLedgerAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account as it was added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["schemas-Account"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readLedgerAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account's id. */
                id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["schemas-Account"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeLedgerAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The account's id. */
                id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountChange"];
            };
        };
        responses: {
            /** @description The account as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["schemas-Account"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readLedgerAccountBalance: {
        parameters: {
            query?: {
                /** @description The day at whose end it is read; today in the business's own time zone, where none is given. */
                asOf?: components["schemas"]["Date"];
            };
            header?: never;
            path: {
                /** @description The account's id. */
                id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountBalance"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archiveLedgerAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The account's id. */
                id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["schemas-Account"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreLedgerAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The account's id. */
                id: components["parameters"]["AccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["schemas-Account"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listJournalEntries: {
        parameters: {
            query?: {
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
                /** @description Newest first, or oldest first. Records are in the order of their creation. */
                order?: components["parameters"]["Order"];
                /** @description Only records that were changed at this instant or later. */
                updatedSince?: components["parameters"]["UpdatedSince"];
                /** @description Only records that have this text in one of the fields that people search by. */
                q?: components["parameters"]["Search"];
                /** @description Also count all records that fit. The count ends at 10,001, which stands for more than 10,000. */
                includeTotal?: components["parameters"]["IncludeTotal"];
                /** @description Only entries of this day or later. */
                dateFrom?: components["schemas"]["Date"];
                /** @description Only entries of this day or earlier. */
                dateTo?: components["schemas"]["Date"];
                /** @description Only entries with a line on this account. */
                accountId?: components["schemas"]["AccountId"];
                /** @description Only entries that came from this. */
                source?: components["schemas"]["JournalSource"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the journal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntryList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    postJournalEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewJournalEntry"];
            };
        };
        responses: {
            /** @description The entry as it was posted. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntry"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readJournalEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The entry's id. */
                id: components["parameters"]["JournalEntryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntry"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reverseJournalEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The entry's id. */
                id: components["parameters"]["JournalEntryId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["JournalEntryReversal"];
            };
        };
        responses: {
            /** @description The reversal, which is an entry of its own. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntry"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readPeriods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lock. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Periods"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    lockPeriods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PeriodLock"];
            };
        };
        responses: {
            /** @description The lock as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Periods"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readTrialBalance: {
        parameters: {
            query?: {
                /** @description The day at whose end it is read; today in the business's own time zone, where none is given. */
                asOf?: components["schemas"]["Date"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trial balance. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialBalance"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSuppliers: {
        parameters: {
            query?: {
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
                /** @description Newest first, or oldest first. Records are in the order of their creation. */
                order?: components["parameters"]["Order"];
                /** @description Only records that were changed at this instant or later. */
                updatedSince?: components["parameters"]["UpdatedSince"];
                /** @description Only records that have this text in one of the fields that people search by. */
                q?: components["parameters"]["Search"];
                /** @description Also count all records that fit. The count ends at 10,001, which stands for more than 10,000. */
                includeTotal?: components["parameters"]["IncludeTotal"];
                /** @description Only archived suppliers, or only others. Both, where it is not given. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the suppliers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSupplier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSupplier"];
            };
        };
        responses: {
            /** @description The supplier as it was added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readSupplier: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The supplier's id. */
                id: components["parameters"]["SupplierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The supplier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSupplier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The supplier's id. */
                id: components["parameters"]["SupplierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The supplier is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeSupplier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The supplier's id. */
                id: components["parameters"]["SupplierId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupplierChange"];
            };
        };
        responses: {
            /** @description The supplier as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archiveSupplier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The supplier's id. */
                id: components["parameters"]["SupplierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The archived supplier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreSupplier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The supplier's id. */
                id: components["parameters"]["SupplierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The supplier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redactSupplier: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The supplier's id. */
                id: components["parameters"]["SupplierId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is left of the supplier. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
                /** @description Newest first, or oldest first. Records are in the order of their creation. */
                order?: components["parameters"]["Order"];
                /** @description Only records that were changed at this instant or later. */
                updatedSince?: components["parameters"]["UpdatedSince"];
                /** @description Only records that have this text in one of the fields that people search by. */
                q?: components["parameters"]["Search"];
                /** @description Also count all records that fit. The count ends at 10,001, which stands for more than 10,000. */
                includeTotal?: components["parameters"]["IncludeTotal"];
                /** @description The archived customers instead of the others. */
                archived?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the customers. A search looks at name, email and taxNumber. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCustomer"];
            };
        };
        responses: {
            /** @description The customer as it was added. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The customer's id. */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The customer's id. */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The customer's id. */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerChange"];
            };
        };
        responses: {
            /** @description The customer as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    archiveCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The customer's id. */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The customer's id. */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    mergeCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The customer's id. */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerMerge"];
            };
        };
        responses: {
            /** @description The customer that is left. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redactCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The customer's id. */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is left of the customer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
                /** @description Newest first, or oldest first. Records are in the order of their creation. */
                order?: components["parameters"]["Order"];
                /** @description Only records that were changed at this instant or later. */
                updatedSince?: components["parameters"]["UpdatedSince"];
                /** @description Only records that have this text in one of the fields that people search by. */
                q?: components["parameters"]["Search"];
                /** @description Also count all records that fit. The count ends at 10,001, which stands for more than 10,000. */
                includeTotal?: components["parameters"]["IncludeTotal"];
                /** @description Only invoices in this status. */
                status?: components["schemas"]["InvoiceStatus"];
                /** @description Only invoices, or only credit notes. */
                kind?: components["schemas"]["InvoiceKind"];
                /** @description Only invoices of this customer. */
                customerId?: components["schemas"]["CustomerId"];
                /** @description Only invoices with this issue date or a later one. */
                issuedFrom?: components["schemas"]["Date"];
                /** @description Only invoices with this issue date or an earlier one. */
                issuedTo?: components["schemas"]["Date"];
                /** @description Only invoices that are due before this day. */
                dueBefore?: components["schemas"]["Date"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the invoices. A search looks at number and reference. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvoice"];
            };
        };
        responses: {
            /** @description The invoice as it was created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invoice's id. */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invoice. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The invoice's id. */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The invoice's id. */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceChange"];
            };
        };
        responses: {
            /** @description The invoice as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    issueInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The invoice's id. */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InvoiceIssue"];
            };
        };
        responses: {
            /** @description The invoice as it was issued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The invoice's id. */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InvoiceSend"];
            };
        };
        responses: {
            /** @description The invoice with the time of its sending. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyMails"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    voidInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The invoice's id. */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The void invoice. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    creditInvoice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The invoice's id. */
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InvoiceCredit"];
            };
        };
        responses: {
            /** @description The credit note. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importInvoices: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceImport"];
            };
        };
        responses: {
            /** @description What came of each invoice, in the order they were sent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceImportResult"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readInvoiceImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The import's id. */
                id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of each invoice. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceImportResult"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPayments: {
        parameters: {
            query?: {
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
                /** @description Newest first, or oldest first. Records are in the order of their creation. */
                order?: components["parameters"]["Order"];
                /** @description Only records that were changed at this instant or later. */
                updatedSince?: components["parameters"]["UpdatedSince"];
                /** @description Only records that have this text in one of the fields that people search by. */
                q?: components["parameters"]["Search"];
                /** @description Also count all records that fit. The count ends at 10,001, which stands for more than 10,000. */
                includeTotal?: components["parameters"]["IncludeTotal"];
                /** @description Only payments of this customer. */
                customerId?: components["schemas"]["CustomerId"];
                /** @description Only payments that settle this invoice, at least in part. */
                invoiceId?: components["schemas"]["InvoiceId"];
                /** @description Only payments of this day or later. */
                dateFrom?: components["schemas"]["Date"];
                /** @description Only payments of this day or earlier. */
                dateTo?: components["schemas"]["Date"];
                /** @description Only payments that were made in this way. */
                method?: components["schemas"]["PaymentMethod"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the payments. A search looks at their reference. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    recordPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPayment"];
            };
        };
        responses: {
            /** @description The payment as it was recorded. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The payment's id. */
                id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deletePayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The payment's id. */
                id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updatePayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The payment's id. */
                id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentChange"];
            };
        };
        responses: {
            /** @description The payment as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    allocatePayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The payment's id. */
                id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentAllocation"];
            };
        };
        responses: {
            /** @description The payment as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The payment's id. */
                id: components["parameters"]["PaymentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewRefund"];
            };
        };
        responses: {
            /** @description The payment as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description The `nextCursor` of the page before. Absent for the oldest events that there are. */
                after?: components["schemas"]["EventId"];
                /**
                 * @description Only events of these types, separated by commas. An unknown one is refused with `UNKNOWN_EVENT_TYPE_TYPES`.
                 * @example [
                 *       "invoice.issued",
                 *       "invoice.paid"
                 *     ]
                 */
                types?: string[];
                /** @description How many to return at most. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalogue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: components["schemas"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: components["schemas"]["UserId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberChange"];
            };
        };
        responses: {
            /** @description The member. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description The invitation. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["TooManyMails"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitation is withdrawn. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRoles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The roles. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoleList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setRolePermission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                role: components["schemas"]["Role"];
                permission: components["schemas"]["Permission"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionChange"];
            };
        };
        responses: {
            /** @description The role. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessRole"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description Only what was done to this: the id of an app, an installation, a user, a webhook or another subject.
                 * @example ins_0g06gxrdfrk1r01m4c6e8h0k2p4r
                 */
                subject?: components["parameters"]["AuditSubject"];
                /**
                 * @description Only this kind of action.
                 * @example app.uninstalled
                 */
                action?: components["parameters"]["AuditAction"];
                /** @description Only what was done at this instant or later. */
                from?: components["parameters"]["AuditFrom"];
                /** @description Only what was done before this instant. */
                to?: components["parameters"]["AuditTo"];
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessPlan"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanChange"];
            };
        };
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessPlan"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConnectedApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connected apps. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectedAppList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeConnectedApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The installation. */
                id: components["schemas"]["InstallationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connected app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectedApp"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uninstallConnectedApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The installation. */
                id: components["schemas"]["InstallationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app is uninstalled. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAppActivity: {
        parameters: {
            query?: {
                /** @description Only what this app did, connected still or no longer. */
                appId?: components["parameters"]["ActivityApp"];
                /** @description Only calls about records of this kind. Needs an `appId`. */
                kind?: components["parameters"]["ActivityKind"];
                /**
                 * @description Only what was done to this record, of whichever kind. Not together with `kind`.
                 * @example inv_0g06gxrdfrk1r01ay6wqnfdg3bx0
                 */
                recordId?: string;
                /** @description The first day, in the business's time zone. */
                from?: components["parameters"]["ActivityFrom"];
                /** @description The last day, in the business's time zone. */
                to?: components["parameters"]["ActivityTo"];
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the activity. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppActivityList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readAppActivity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["schemas"]["ActivityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppActivity"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAppReads: {
        parameters: {
            query?: {
                /** @description Only what this app did, connected still or no longer. */
                appId?: components["parameters"]["ActivityApp"];
                /** @description Only calls about records of this kind. Needs an `appId`. */
                kind?: components["parameters"]["ActivityKind"];
                /**
                 * @description The first day, in the business's time zone; the seventh up to `to` where it is not given.
                 * @example 2026-11-09
                 */
                from?: components["parameters"]["ActivityFirst"];
                /**
                 * @description The last day; today where it is not given, or the 93rd from the first.
                 * @example 2026-11-15
                 */
                to?: components["parameters"]["ActivityLast"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What apps read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppReadsList"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    downloadAppActivity: {
        parameters: {
            query?: {
                /** @description Only what this app did, connected still or no longer. */
                appId?: components["parameters"]["ActivityApp"];
                /** @description Only calls about records of this kind. Needs an `appId`. */
                kind?: components["parameters"]["ActivityKind"];
                /**
                 * @description The first day, in the business's time zone; the seventh up to `to` where it is not given.
                 * @example 2026-11-09
                 */
                from?: components["parameters"]["ActivityFirst"];
                /**
                 * @description The last day; today where it is not given, or the 93rd from the first.
                 * @example 2026-11-15
                 */
                to?: components["parameters"]["ActivityLast"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, with a line of names first. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "Content-Disposition": string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readAppData: {
        parameters: {
            query?: {
                /**
                 * @description A record. This or `resourceIds` is needed (`PROVIDE_RESOURCEID_RESOURCEIDS`).
                 * @example inv_0g06gxrdfrk1r01d7xk2m9c4r5tg
                 */
                resourceId?: string;
                /**
                 * @description Several records, separated by commas or as a repeated parameter, at most 50
                 *     (`RESOURCEIDS_ACCEPTS_MOST_50_IDS`).
                 */
                resourceIds?: string[];
                /** @description Only values on records of this type. */
                resourceType?: components["schemas"]["ResourceType"];
                /** @description Only values of these fields, separated by commas or as a repeated parameter. */
                keys?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values, ordered by record and key. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppDataValues"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putAppData: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAppData"];
            };
        };
        responses: {
            /** @description The values that are there now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppDataValues"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteAppData: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your choosing, for calls from an app. The same key with the same
                 *     body, within 24 hours, is answered with the first answer and changes nothing
                 *     again; the answer then says `Idempotent-Replayed: true`.
                 * @example 4d1c9c2e-invoice-0107
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The value. */
                id: components["schemas"]["AppDataValueId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The value is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    showInvoiceAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editInvoiceAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppFieldsEdit"];
            };
        };
        responses: {
            /** @description The fields after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    showCustomerAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editCustomerAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppFieldsEdit"];
            };
        };
        responses: {
            /** @description The fields after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    showPaymentAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editPaymentAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppFieldsEdit"];
            };
        };
        responses: {
            /** @description The fields after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    showAccountAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editAccountAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppFieldsEdit"];
            };
        };
        responses: {
            /** @description The fields after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    showJournalEntryAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editJournalEntryAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppFieldsEdit"];
            };
        };
        responses: {
            /** @description The fields after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    showSupplierAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    editSupplierAppFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record. */
                id: components["parameters"]["RecordId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppFieldsEdit"];
            };
        };
        responses: {
            /** @description The fields after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Service-Version": components["headers"]["Service-Version"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppFields"];
                };
            };
            400: components["responses"]["responses-BadRequest"];
            401: components["responses"]["responses-Unauthorized"];
            403: components["responses"]["responses-Forbidden"];
            404: components["responses"]["responses-NotFound"];
            413: components["responses"]["responses-ContentTooLarge"];
            415: components["responses"]["responses-UnsupportedMediaType"];
            429: components["responses"]["responses-TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readDeveloper: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Developer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeveloperTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The developer tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeveloperTokenList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endDeveloperTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are over. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endDeveloperToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tokenId: components["schemas"]["DeveloperTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is over. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organizations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganization"];
            };
        };
        responses: {
            /** @description The organization. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeOrganization: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationChange"];
            };
        };
        responses: {
            /** @description The organization after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    leaveOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Left. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    handOverOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandOver"];
            };
        };
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMemberList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizationMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMemberList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                /** @description The member. */
                userId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeOrganizationMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                /** @description The member. */
                userId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationMemberChange"];
            };
        };
        responses: {
            /** @description The member after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationMember"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMembersDeveloperTokens: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The developer tokens. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberDeveloperTokenList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    endMembersDeveloperToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                tokenId: components["schemas"]["DeveloperTokenId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is over. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listOrganizationInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The invitations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationInvitationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganizationInvitation"];
            };
        };
        responses: {
            /** @description The invitation. The mail is on its way. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawOrganizationInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                /** @description The invitation. */
                invitationId: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Withdrawn. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The apps. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApp"];
            };
        };
        responses: {
            /** @description The app. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppMade"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    claimApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppClaim"];
            };
        };
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listScopes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scopes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScopeCatalogue"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeApp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["components-responses-Conflict"];
            412: components["responses"]["components-responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeApp: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppChange"];
            };
        };
        responses: {
            /** @description The app after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["components-responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deactivateApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    reactivateApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setAppLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        /** @description The picture. */
        requestBody: {
            content: {
                "image/png": string;
                "image/jpeg": string;
            };
        };
        responses: {
            /** @description The app after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["App"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeAppLogo: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listClientSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secrets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecretMade"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The client secret. */
                secretId: components["parameters"]["SecretId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRedirectUris: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The redirect URIs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedirectUriList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    saveRedirectUris: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRedirectUris"];
            };
        };
        responses: {
            /** @description The redirect URIs after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedirectUriList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["components-responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readScopeUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scopes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScopeUsage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAppScopes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scopes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedScopeList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    saveAppScopes: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewScopes"];
            };
        };
        responses: {
            /** @description The scopes after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskedScopeList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["components-responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAppDataFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppDataFieldList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    declareAppDataField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAppDataField"];
            };
        };
        responses: {
            /** @description The field. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppDataField"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeAppDataField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The field. */
                fieldId: components["parameters"]["FieldId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The field is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeAppDataField: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The field. */
                fieldId: components["parameters"]["FieldId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppDataFieldChange"];
            };
        };
        responses: {
            /** @description The field after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppDataField"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["appdata_components-responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["webhooks-console_components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The webhook after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["webhooks-console_components-responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    probeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How it was taken. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookProbe"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description One of the webhook's events. */
                    event?: string;
                };
            };
        };
        responses: {
            /** @description The delivery, queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listListeners: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listeners. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listeners"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addListener: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewListener"];
            };
        };
        responses: {
            /** @description The listener, and what its program needs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListenerMade"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ListenerConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeListener: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                listenerId: components["parameters"]["ListenerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    streamListener: {
        parameters: {
            query: {
                /** @description What the listener was made or found with. */
                connection: string;
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                listenerId: components["parameters"]["ListenerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, as they come. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": "no-store";
                    /** @description Tells proxies to pass events on as they come. */
                    "X-Accel-Buffering": "no";
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["ListenerEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ListenerConflict"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    answerOffers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                listenerId: components["parameters"]["ListenerId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfferAnswers"];
            };
        };
        responses: {
            /** @description What became of the deliveries, in the order of the answers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OffersAnswered"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliverFailed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverFailed"];
            };
        };
        responses: {
            /** @description How many were queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redelivered"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries in this status. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description Only deliveries of this event. */
                type?: components["schemas"]["EventTypeName"];
                /** @description Only deliveries about this business. */
                businessId?: components["schemas"]["BusinessId"];
                /** @description How many to return at most. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    countDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryCounts"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    inspectDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryInspection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                webhookId: components["parameters"]["WebhookId"];
                deliveryId: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Only calls with such a status. */
                status?: components["parameters"]["StatusClass"];
                /** @description Only calls with this method, to `route`. */
                method?: components["parameters"]["Method"];
                /** @description Only calls to this route, such as `/invoices/{id}`, with `method`. */
                route?: components["parameters"]["Route"];
                /** @description Only calls in this business. */
                businessId?: components["parameters"]["BusinessId"];
                /** @description The version of the API. */
                apiVersion?: components["parameters"]["ApiVersion"];
                /** @description Only calls that were refused with this code. */
                code?: components["parameters"]["Code"];
                /** @description The beginning of the time, which is part of it. */
                from?: components["parameters"]["From"];
                /** @description The end of the time, which is not part of it. */
                to?: components["parameters"]["To"];
                /** @description Only calls before this one; `nextBefore` of the page before. */
                before?: components["parameters"]["Before"];
                /** @description How many at most, from 1 to 100. */
                limit?: components["parameters"]["parameters-Limit"];
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The request, as its answer's header `X-Request-Id` named it. */
                requestId: components["parameters"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestInspection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    streamApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `id` of the last event that was read, to go on after it. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, as they come. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": "no-store";
                    /** @description Tells proxies to pass events on as they come. */
                    "X-Accel-Buffering": "no";
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    analyseCalls: {
        parameters: {
            query?: {
                /** @description The beginning of the time, which is part of it. */
                from?: components["parameters"]["From"];
                /** @description The end of the time, which is not part of it. */
                to?: components["parameters"]["To"];
                /** @description What a point stands for. */
                interval?: components["parameters"]["Interval"];
                /** @description Only calls in this business. */
                businessId?: components["parameters"]["BusinessId"];
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallSeries"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    analyseWebhooks: {
        parameters: {
            query?: {
                /** @description The beginning of the time, which is part of it. */
                from?: components["parameters"]["From"];
                /** @description The end of the time, which is not part of it. */
                to?: components["parameters"]["To"];
                /** @description What a point stands for. */
                interval?: components["parameters"]["Interval"];
                /** @description Only of this webhook. */
                webhookId?: components["parameters"]["parameters-WebhookId"];
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptSeries"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listErrors: {
        parameters: {
            query?: {
                /** @description The beginning of the time, which is part of it. */
                from?: components["parameters"]["From"];
                /** @description The end of the time, which is not part of it. */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The errors. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorGroups"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readVersionUsage: {
        parameters: {
            query?: {
                /** @description The beginning of the time, which is part of it. */
                from?: components["parameters"]["From"];
                /** @description The end of the time, which is not part of it. */
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionUsage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rehearseVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The version to rehearse. */
                apiVersion: components["parameters"]["ApiVersionPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would differ. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionRehearsal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInstallations: {
        parameters: {
            query?: {
                /** @description Only those that have ended, or only those that have not. */
                state?: components["parameters"]["InstallationState"];
                /** @description Only installations before this one; `nextBefore` of the page before. */
                before?: components["parameters"]["BeforeInstallation"];
                /** @description How many at most, from 1 to 100. */
                limit?: components["parameters"]["parameters-Limit"];
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readInstallation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                installationId: components["parameters"]["InstallationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationInspection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readWebhookHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookHealth"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readTrace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a request, an event, a delivery or a run of a function. */
                traceId: components["parameters"]["TraceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The way. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readAppsUsage: {
        parameters: {
            query?: {
                /** @description Only apps made before this one. */
                before?: components["parameters"]["BeforeApp"];
                /** @description How many at most, from 1 to 100. */
                limit?: components["parameters"]["parameters-Limit"];
            };
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppsUsage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDeveloperEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeveloperEventTypes"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readDeveloperEventType: {
        parameters: {
            query?: {
                /** @description The version of the API. */
                apiVersion?: components["parameters"]["ApiVersion"];
            };
            header?: never;
            path: {
                /** @description The event's name. */
                name: components["parameters"]["EventName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeveloperEventTypeShown"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiVersions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiVersions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readOrganizationAuditLog: {
        parameters: {
            query?: {
                /**
                 * @description Only what was done to this: the id of an app, an installation, a user, a webhook or another subject.
                 * @example ins_0g06gxrdfrk1r01m4c6e8h0k2p4r
                 */
                subject?: components["parameters"]["AuditSubject"];
                /**
                 * @description Only this kind of action.
                 * @example app.uninstalled
                 */
                action?: components["parameters"]["AuditAction"];
                /** @description Only what was done at this instant or later. */
                from?: components["parameters"]["AuditFrom"];
                /** @description Only what was done before this instant. */
                to?: components["parameters"]["AuditTo"];
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path: {
                /** @description The organization. */
                id: components["schemas"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the log. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSandboxTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxTemplateList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSandboxes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandboxes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSandbox"];
            };
        };
        responses: {
            /** @description The sandbox. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["sandboxes_components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                /** @description The sandbox. */
                sandboxId: components["parameters"]["SandboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                /** @description The sandbox. */
                sandboxId: components["parameters"]["SandboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                /** @description The sandbox. */
                sandboxId: components["parameters"]["SandboxId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["sandboxes_components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    moveSandboxClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                /** @description The sandbox. */
                sandboxId: components["parameters"]["SandboxId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxClockMove"];
            };
        };
        responses: {
            /** @description The sandbox. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["sandboxes_components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    triggerSandboxEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                /** @description The sandbox. */
                sandboxId: components["parameters"]["SandboxId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxTrigger"];
            };
        };
        responses: {
            /** @description What happened. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxTriggered"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["sandboxes_components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    takeSandboxToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
                /** @description The sandbox. */
                sandboxId: components["parameters"]["SandboxId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SandboxTokenRequest"];
            };
        };
        responses: {
            /** @description The token. It is shown this once. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SandboxToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["sandboxes_components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listListingCategories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The categories. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingCategoryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    saveListing: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListingContent"];
            };
        };
        responses: {
            /** @description The listing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ListingConflict"];
            412: components["responses"]["listings_components-responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listListingRevisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revisions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    diffListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The difference. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingDiff"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    submitListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ListingSubmission"];
            };
        };
        responses: {
            /** @description The listing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ListingConflict"];
            412: components["responses"]["listings_components-responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    withdrawListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Listing"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ListingConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readListingThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The thread. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingThread"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    writeToListingThread: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListingComment"];
            };
        };
        responses: {
            /** @description The thread. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListingThread"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ListingConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listListingAssets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pictures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssetList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addListingAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAsset"];
            };
        };
        responses: {
            /** @description The picture. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ListingConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readListingAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The picture. */
                assetId: components["parameters"]["AssetIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How long it may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeListingAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The picture. */
                assetId: components["parameters"]["AssetIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMarketplace: {
        parameters: {
            query?: {
                /** @description Words, each of which occurs in the name, the tagline or the description. */
                q?: string;
                /** @description Those of one category alone. */
                category?: components["schemas"]["ListingCategory"];
                /** @description The last app of the page before. */
                before?: components["schemas"]["AppId"];
                /** @description How many. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How long it may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Marketplace"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readMarketplaceListing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Its address.
                 * @example bakery-sync
                 */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How long it may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarketplaceListing"];
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readMarketplaceAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The picture. */
                id: components["parameters"]["AssetIdAsId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How long it may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReviews: {
        parameters: {
            query?: {
                /** @description WAITING includes what is in review. */
                state?: "WAITING" | "DECIDED";
                /** @description Those that the reader has claimed. */
                claimed?: "me";
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The queue. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revision. */
                id: components["parameters"]["RevisionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    checkReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revision. */
                id: components["parameters"]["RevisionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The checks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readReviewAsset: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revision. */
                id: components["parameters"]["RevisionIdInPath"];
                /** @description The picture. */
                assetId: components["parameters"]["AssetIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    /** @description How long it may be kept. */
                    "Cache-Control"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    claimReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revision. */
                id: components["parameters"]["RevisionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision after that. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    releaseReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revision. */
                id: components["parameters"]["RevisionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revision after that. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    approveReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revision. */
                id: components["parameters"]["RevisionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReviewWords"];
            };
        };
        responses: {
            /** @description The revision after that. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    requestChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revision. */
                id: components["parameters"]["RevisionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewObjection"];
            };
        };
        responses: {
            /** @description The revision after that. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rejectReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The revision. */
                id: components["parameters"]["RevisionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewObjection"];
            };
        };
        responses: {
            /** @description The revision after that. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewConflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listExtensions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The extensions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtensionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addExtension: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExtension"];
            };
        };
        responses: {
            /** @description The extension. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Extension"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["extensions_components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeExtension: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The extension. */
                extensionId: components["parameters"]["ExtensionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeExtension: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The version of the record that the change is meant for, in quotes. A record
                 *     that has changed since is left as it is: 412. Without it the change is made
                 *     to whatever the record is now.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The extension. */
                extensionId: components["parameters"]["ExtensionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExtensionChange"];
            };
        };
        responses: {
            /** @description The extension. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Extension"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["extensions_components-responses-PreconditionFailed"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFunctions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The functions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFunction"];
            };
        };
        responses: {
            /** @description The function. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Function"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["functions_components-responses-Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The function. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readFunctionSource: {
        parameters: {
            query?: {
                /** @description Which one; the current one where it is left out. */
                version?: number;
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The source. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionText"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replaceFunctionSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSource"];
            };
        };
        responses: {
            /** @description The function. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionUploaded"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    makeFunctionLive: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LiveVersion"];
            };
        };
        responses: {
            /** @description The function. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Function"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    subscribeFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunctionSubscription"];
            };
        };
        responses: {
            /** @description The function. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Function"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readFunctionConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setFunctionConfig: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FunctionConfig"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionConfig"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    runFunction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WantedRun"];
            };
        };
        responses: {
            /** @description The run, which waits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFunctionRuns: {
        parameters: {
            query?: {
                /** @description Those that ended so. */
                status?: "succeeded" | "failed";
                /** @description Those that ended exactly so. */
                outcome?: components["schemas"]["RunOutcome"];
                /** @description Those of this version. */
                version?: number;
                /** @description Goes on after this run. */
                after?: components["schemas"]["RunId"];
                /** @description How many at most. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionRunList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readFunctionRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
                /** @description The run. */
                runId: components["parameters"]["RunIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionRunDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    repeatFunctionRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
                /** @description The function. */
                functionId: components["parameters"]["FunctionIdInPath"];
                /** @description The run. */
                runId: components["parameters"]["RunIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run, which waits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FunctionRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listAllApps: {
        parameters: {
            query?: {
                /** @description Whose apps to list. */
                organizationId?: components["schemas"]["OrganizationId"];
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAppList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readAnyApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminApp"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readAppImpact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is at stake. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppImpact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    suspendApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppSuspension"];
            };
        };
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminApp"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unsuspendApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminApp"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readFunctionsOfApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The app's functions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminAppFunctions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    stopFunctionsOfApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppSuspension"];
            };
        };
        responses: {
            /** @description They are stopped. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resumeFunctionsOfApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The app. */
                id: components["parameters"]["AppId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They run again. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    stopFunctionsOfOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppSuspension"];
            };
        };
        responses: {
            /** @description They are stopped. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resumeFunctionsOfOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The organization. */
                id: components["parameters"]["OrganizationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They run again. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listDomains: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domains. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    trustDomain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDomain"];
            };
        };
        responses: {
            /** @description The domains. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DomainList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    distrustDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The host's name. */
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The domain is not trusted. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readDeliveryBacklog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is due. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryBacklog"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLockouts: {
        parameters: {
            query?: {
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LockoutList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The address of the user to find. */
                email?: string;
                /** @description How many to return. */
                limit?: components["parameters"]["Limit"];
                /** @description The `nextCursor` of the page before. Absent for the first page. */
                after?: components["parameters"]["After"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A part of the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUserList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    suspendUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unsuspendUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restrictUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unrestrictUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unlockUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
                id: components["parameters"]["UserId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plans. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPlans"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    readAnyBusiness: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The business. */
                id: components["parameters"]["parameters-BusinessId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The business. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBusiness"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The business. */
                id: components["parameters"]["parameters-BusinessId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPlanChange"];
            };
        };
        responses: {
            /** @description The business. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminBusiness"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
