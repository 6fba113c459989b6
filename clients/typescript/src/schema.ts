// Written by `npm run generate` in ui/. Do not edit.
export interface paths {
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
        patch?: never;
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
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
        /** @description What is left out stays; null empties the description. */
        AccountChange: {
            code?: components["schemas"]["AccountCode"];
            name?: string;
            type?: components["schemas"]["AccountType"];
            description?: string | null;
        };
        /** @description A short name by which people know the account. */
        AccountCode: string;
        /** @example acc_0g06gxrdfrk1r0161v2wx9q3zt8c */
        AccountId: string;
        AccountList: {
            data: components["schemas"]["LedgerAccount"][];
            hasMore: boolean;
            /** @description The id of this page's last account, for `after`; null where there is none. */
            nextCursor: components["schemas"]["AccountId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        /**
         * @description What the service itself posts to an account. New ones may be added.
         * @enum {string}
         */
        AccountRole: "RECEIVABLE" | "BANK" | "SALES" | "TAX_PAYABLE";
        /**
         * @description What an account stands for. Assets and expenses grow by debits, the others by credits.
         * @enum {string}
         */
        AccountType: "ASSET" | "LIABILITY" | "EQUITY" | "INCOME" | "EXPENSE";
        /** @description The part of a payment that settles an invoice. */
        Allocation: {
            invoiceId: components["schemas"]["InvoiceId"];
            amount: components["schemas"]["Amount"];
        };
        /**
         * @description An exact decimal number.
         * @example 1250.00
         */
        Amount: string;
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
            value: unknown;
            /**
             * @description True where the value breaks a rule that came after it. Absent otherwise.
             * @constant
             */
            stale?: true;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        /** @example adv_0g06gxrdfrk1r01v5c7e9h1k3p5r */
        AppDataValueId: string;
        AppDataValues: {
            data: components["schemas"]["AppDataValue"][];
        };
        /** @example app_0006gxrdfrk1r0104p6c8ncq4rec */
        AppId: string;
        /** @example ast_0006gxrdfrk1r0104p6c8ncq4rec */
        AssetId: string;
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
        /** @example biz_0g06gxrdfrk1r013cadwrrbm1r1w */
        BusinessId: string;
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
            grant_types?: ("authorization_code" | "refresh_token" | "urn:ietf:params:oauth:grant-type:device_code" | "urn:ietf:params:oauth:grant-type:token-exchange")[];
            /**
             * @default [
             *       "code"
             *     ]
             */
            response_types?: "code"[];
            /**
             * @description With none, the client is PUBLIC and has no secret.
             * @default client_secret_basic
             * @enum {string}
             */
            token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "none";
            /** @description What it may ask for, with spaces between the scopes; all that apps may ask for if absent. */
            scope?: string;
            /**
             * @default web
             * @enum {string}
             */
            application_type?: "web" | "native";
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
        /**
         * @description A currency, by its ISO 4217 code.
         * @example EUR
         */
        Currency: string;
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
        /** @example cus_0g06gxrdfrk1r019b0mxq6d5p3hw */
        CustomerId: string;
        CustomerList: {
            data: components["schemas"]["Customer"][];
            hasMore: boolean;
            /** @description The id of this page's last customer, for `after`; null where there is none. */
            nextCursor: components["schemas"]["CustomerId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        CustomerMerge: {
            /** @description The customer that is left. */
            intoId: components["schemas"]["CustomerId"];
        };
        /** @enum {string} */
        CustomerType: "BUSINESS" | "PERSON";
        /**
         * Format: date
         * @description A day of the calendar.
         * @example 2026-11-14
         */
        Date: string;
        /** @example whd_4c06gxrdfrk1r01fk2m9c4r5tg7x */
        DeliveryId: string;
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
        /** @description Who did it. */
        EventActor: {
            /** @enum {string} */
            type: "user" | "app" | "system";
            /** @description The user or the app; null for the service itself. */
            id: string | null;
        };
        /** @example evt_0g06gxrdfrk1r017f5a7bftta4em */
        EventId: string;
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
        /**
         * @description What happened. New types may be added.
         * @example invoice.paid
         */
        EventTypeName: string;
        /** @example imp_0g06gxrdfrk1r01c2n5q8s1v4yae */
        ImportId: string;
        ImportedInvoice: components["schemas"]["NewInvoice"] & {
            /** @description Your own name for the invoice, which the result repeats. */
            clientRef?: string | null;
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
        IntrospectionRequest: {
            token: string;
            /** @description It is ignored; a token tells its kind itself. */
            token_type_hint?: string;
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
        InvoiceCredit: {
            /** @description What is credited, at prices above zero. All of the invoice if it is left out and nothing was paid or credited. */
            lines?: components["schemas"]["NewInvoiceLine"][] | null;
            /** @description Today, in the business's time zone, if it is left out. */
            date?: components["schemas"]["Date"] | null;
            /** @description Becomes the credit note's notes. */
            reason?: string | null;
        };
        /** @example inv_0g06gxrdfrk1r01d7xk2m9c4r5tg */
        InvoiceId: string;
        InvoiceImport: {
            invoices: components["schemas"]["ImportedInvoice"][];
            /**
             * @description Whether invoices succeed or fail one by one.
             * @default PARTIAL
             * @enum {unknown}
             */
            mode?: "PARTIAL" | "ALL_OR_NOTHING" | null;
        };
        InvoiceImportResult: {
            importId: components["schemas"]["ImportId"];
            created: number;
            failed: number;
            results: components["schemas"]["InvoiceImportRow"][];
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
        InvoiceIssue: {
            /** @description The draft's if it is left out, else today in the business's time zone. */
            issueDate?: components["schemas"]["Date"] | null;
            /** @description The draft's if it is left out, else 30 days after the issue date. */
            dueDate?: components["schemas"]["Date"] | null;
        };
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
        InvoiceList: {
            data: components["schemas"]["Invoice"][];
            hasMore: boolean;
            /** @description The id of this page's last invoice, for `after`; null where there is none. */
            nextCursor: components["schemas"]["InvoiceId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        InvoiceSend: {
            /**
             * Format: email
             * @description The customer's address if it is left out; without one, NO_EMAIL_ADDRESS.
             */
            to?: string | null;
        };
        /**
         * @description Where an invoice stands. PAID says that nothing is due: it was paid, credited,
         *     or came to nothing. A credit note is ISSUED for good.
         * @enum {string}
         */
        InvoiceStatus: "DRAFT" | "ISSUED" | "PARTIALLY_PAID" | "PAID" | "VOID";
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
        /** @example jrn_0g06gxrdfrk1r01h2k5n8q0s3v6y */
        JournalEntryId: string;
        JournalEntryList: {
            data: components["schemas"]["JournalEntry"][];
            hasMore: boolean;
            /** @description The id of this page's last entry, for `after`; null where there is none. */
            nextCursor: components["schemas"]["JournalEntryId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        JournalEntryReversal: {
            /** @description The day of the reversal; today, where none is given. */
            date?: components["schemas"]["Date"];
            memo?: string | null;
        };
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
        /**
         * @description What posted an entry. New ones may be added.
         * @enum {string}
         */
        JournalSource: "MANUAL" | "INVOICE" | "CREDIT_NOTE" | "PAYMENT" | "REFUND";
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
        LedgerAccount: {
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
        /**
         * @description What apps of one kind are found under. New ones may be added.
         * @enum {string}
         */
        ListingCategory: "BANKING" | "COMMERCE" | "CRM" | "DOCUMENTS" | "EXPENSES" | "INVENTORY" | "INVOICING" | "PAYMENTS" | "PAYROLL" | "POINT_OF_SALE" | "PROJECTS" | "REPORTING" | "TAX" | "TIME_TRACKING" | "OTHER";
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
        /** @description A message of JSON-RPC 2.0, as the Model Context Protocol says. */
        Message: {
            /** @constant */
            jsonrpc: "2.0";
            /** @description By which an answer is known; absent where none is wanted. */
            id?: null | unknown;
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
                data?: null | unknown;
            };
        };
        NewAccount: {
            code: components["schemas"]["AccountCode"];
            name: string;
            type: components["schemas"]["AccountType"];
            description?: string | null;
        };
        NewAppData: {
            values: components["schemas"]["NewAppDataValue"][];
        };
        /** @description A value to be. The same field of the same record can be named once in a call. */
        NewAppDataValue: {
            resourceType: components["schemas"]["ResourceType"];
            resourceId: string;
            key: string;
            /** @description The value as the field's type says; null deletes. */
            value: null | unknown;
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
            issue?: boolean;
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
        NewJournalEntry: {
            date: components["schemas"]["Date"];
            memo?: string | null;
            lines: components["schemas"]["NewJournalLine"][];
        };
        /** @description Either a debit or a credit, above zero, with no more decimal places than the currency has. */
        NewJournalLine: {
            accountId: components["schemas"]["AccountId"];
            debit?: components["schemas"]["Amount"];
            credit?: components["schemas"]["Amount"];
            memo?: string | null;
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
        NewRefund: {
            /** @description All that is left of the payment if it is left out. */
            amount?: components["schemas"]["Amount"];
            /** @description Today, in the business's time zone, if it is left out. */
            date?: components["schemas"]["Date"];
            reason?: string | null;
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
        PaymentAllocation: {
            /** @description What it settles besides; each invoice at most once. */
            allocations: components["schemas"]["Allocation"][];
        };
        /** @description A member that is left out changes nothing; null empties a field. */
        PaymentChange: {
            method?: components["schemas"]["PaymentMethod"];
            reference?: string | null;
            notes?: string | null;
        };
        /** @example pay_0g06gxrdfrk1r01f3wz8n1b6y2jr */
        PaymentId: string;
        PaymentList: {
            data: components["schemas"]["Payment"][];
            hasMore: boolean;
            /** @description The id of this page's last payment, for `after`; null where there is none. */
            nextCursor: components["schemas"]["PaymentId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        /**
         * @description How a customer paid.
         * @enum {string}
         */
        PaymentMethod: "BANK_TRANSFER" | "CARD" | "CASH" | "DIRECT_DEBIT" | "CHECK" | "OTHER";
        Periods: {
            /** @description The last day on which nothing is posted any more; null where every day is open. */
            lockedThrough: components["schemas"]["Date"] | null;
        };
        /**
         * @description Something that a member may do in a business. New ones may be added.
         * @example invoices.view
         */
        Permission: string;
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
        /** @description A part of a payment that was given back. */
        Refund: {
            id: components["schemas"]["RefundId"];
            /** @description The day of the refund in the journal. */
            date: components["schemas"]["Date"];
            amount: components["schemas"]["Amount"];
            reason: string | null;
            createdAt: components["schemas"]["Timestamp"];
        };
        /** @example rfd_0g06gxrdfrk1r0128kt5v4h7c9mw */
        RefundId: string;
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
        RegistrationRequest: components["schemas"]["ClientMetadata"] & unknown;
        /** @example req_0006gxrdfrk1r0141d5fve586pwm */
        RequestId: string;
        /**
         * Format: uri
         * @description One absolute URI on the API origin, with any path (RFC 8707).
         */
        Resource: string;
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
        /**
         * @description A type of record. To keep values on one, the installation needs the type's read scope:
         *     invoices:read, customers:read, payments:read, accounts:read, journal:read, suppliers:read.
         * @enum {string}
         */
        ResourceType: "INVOICE" | "CUSTOMER" | "PAYMENT" | "ACCOUNT" | "JOURNAL_ENTRY" | "SUPPLIER";
        RevocationRequest: {
            token: string;
            /** @description It is ignored; a token tells its kind itself. */
            token_type_hint?: string;
            client_id?: string;
            client_secret?: string;
        };
        /**
         * @description What a member is in a business.
         * @enum {string}
         */
        Role: "owner" | "admin" | "accountant" | "bookkeeper" | "sales" | "viewer";
        /**
         * @description Something that an app may do in a business. New ones may be added.
         * @example invoices:read
         */
        Scope: string;
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
        /** @example sup_0g06gxrdfrk1r01m4c6e8h0k2p4r */
        SupplierId: string;
        SupplierList: {
            data: components["schemas"]["Supplier"][];
            hasMore: boolean;
            /** @description The id of this page's last supplier, for `after`; null where there is none. */
            nextCursor: components["schemas"]["SupplierId"] | null;
            /** @description How many there are in all, where `includeTotal` asked for it. */
            total?: number;
        };
        /**
         * Format: date-time
         * @description An instant, in UTC with milliseconds.
         * @example 2026-11-14T22:38:07.000Z
         */
        Timestamp: string;
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
        /** @description An account with its balance on the side where it stands; the other side is zero. */
        TrialBalanceRow: {
            accountId: components["schemas"]["AccountId"];
            code: components["schemas"]["AccountCode"];
            name: string;
            type: components["schemas"]["AccountType"];
            debit: components["schemas"]["Amount"];
            credit: components["schemas"]["Amount"];
        };
        /** @example usr_0006gxrdfrk1r01bdfqdxxg3fb64 */
        UserId: string;
    };
    responses: {
        /** @description The message needs no answer. */
        Accepted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The answer to the message. */
        Answer: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Message"];
            };
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
        /** @description The request cannot be carried out as it is. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Our own fault. Try again later, and quote the request's id if it lasts. */
        InternalServerError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The client is unknown or may not act, or did not prove who it is. After too
         *     many of these the caller is locked out for a minute.
         */
        InvalidClient: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                "WWW-Authenticate": components["headers"]["BasicChallenge"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"] & {
                    /** @constant */
                    error?: "invalid_client";
                };
            };
        };
        /** @description Something is missing or malformed. */
        InvalidRequest: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"] & {
                    /** @constant */
                    error?: "invalid_request";
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
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The request cannot be carried out as it is. A list of messages tells what is
         *     wrong with its form; a code, which rule it met.
         */
        PartnerBadRequest: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something else happened first. */
        PartnerConflict: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["PartnerRetry-After"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the endpoint takes. */
        PartnerContentTooLarge: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The token lacks the scope, or the user the permission; both are needed.
         *     Some endpoints are for members in person and closed to apps.
         */
        PartnerForbidden: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Service-Version": components["headers"]["Service-Version"];
                "WWW-Authenticate": components["headers"]["Insufficient-Scope"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such record in the business that the token stands for. */
        PartnerNotFound: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The record has changed since the version that If-Match names. */
        PartnerPreconditionFailed: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The app has used up its calls of this minute: those in this business, or those
         *     in all of them. Wait as long as Retry-After says.
         */
        PartnerTooManyRequests: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The request carries no live access token. Refresh it; where that is refused
         *     too, ask the user again.
         */
        PartnerUnauthorized: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Service-Version": components["headers"]["Service-Version"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not JSON. */
        PartnerUnsupportedMediaType: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The document. */
        ResourceMetadata: {
            headers: {
                "Access-Control-Allow-Origin": components["headers"]["AnyOrigin"];
                "Cache-Control": components["headers"]["Cacheable"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ResourceMetadata"];
            };
        };
        /** @description Our own fault. Try again later, and quote the request's id if it lasts. */
        ServerError: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
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
         *     Retry-After, a write with the same Idempotency-Key: the key tells whether
         *     the first attempt had come through.
         */
        ServiceUnavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too often, or locked out. */
        TemporarilyUnavailable: {
            headers: {
                "Cache-Control": components["headers"]["NoStore"];
                Pragma: components["headers"]["NoCache"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["OAuthError"] & {
                    /** @constant */
                    error?: "temporarily_unavailable";
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
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too often. */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
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
        /** @description The idempotency key was used for another request. */
        UnprocessableEntity: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Service-Version": components["headers"]["Service-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The account's id. */
        AccountId: components["schemas"]["AccountId"];
        /** @description The `nextCursor` of the page before. Absent for the first page. */
        After: string;
        /** @description The picture. */
        AssetIdAsId: components["schemas"]["AssetId"];
        /** @description The customer's id. */
        CustomerId: components["schemas"]["CustomerId"];
        /** @description The delivery's id, as in the body. It is the same each time that a delivery comes, by which to tell. */
        DeliveryIdHeader: components["schemas"]["DeliveryId"];
        /** @description The event's id, as in the body. Absent in a test. */
        EventIdHeader: components["schemas"]["EventId"];
        /** @description The event's type, as in the body. */
        EventTypeHeader: components["schemas"]["EventTypeName"];
        /**
         * @description A key of your choosing, for calls from an app. The same key with the same
         *     body, within 24 hours, is answered with the first answer and changes nothing
         *     again; the answer then says `Idempotent-Replayed: true`.
         * @example 4d1c9c2e-invoice-0107
         */
        IdempotencyKey: string;
        /**
         * @description The version of the record that the change is meant for, in quotes. A record
         *     that has changed since is left as it is: 412. Without it the change is made
         *     to whatever the record is now.
         * @example "3"
         */
        IfMatch: string;
        /** @description The import's id. */
        ImportId: components["schemas"]["ImportId"];
        /** @description Also count all records that fit. The count ends at 10,001, which stands for more than 10,000. */
        IncludeTotal: boolean;
        /** @description The invoice's id. */
        InvoiceId: components["schemas"]["InvoiceId"];
        /** @description The entry's id. */
        JournalEntryId: components["schemas"]["JournalEntryId"];
        /** @description How many to return. */
        Limit: number;
        /** @description Newest first, or oldest first. Records are in the order of their creation. */
        Order: "asc" | "desc";
        /** @description The payment's id. */
        PaymentId: components["schemas"]["PaymentId"];
        /** @description Only records that have this text in one of the fields that people search by. */
        Search: string;
        /**
         * @description When it was signed, in Unix seconds, and the signatures. Each attempt is signed anew.
         *
         *     To check it, take `t` and every `v1`; reckon the HMAC-SHA256 over `t`, a full stop and
         *     the body's bytes as they came, keyed with the webhook's whole secret, `whsec_` included;
         *     compare it, in lower-case hex and in constant time, with each `v1`; refuse a `t` that is
         *     more than 5 minutes off. For 24 hours after a rotation there are two `v1`, of the new
         *     secret and of the one before.
         * @example t=1794695887,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        SignatureHeader: string;
        /** @description The supplier's id. */
        SupplierId: components["schemas"]["SupplierId"];
        /** @description Only records that were changed at this instant or later. */
        UpdatedSince: string;
    };
    requestBodies: {
        Message: {
            content: {
                "application/json": components["schemas"]["Message"];
            };
        };
    };
    headers: {
        /**
         * @description Web pages of any origin may read the document.
         * @example *
         */
        AnyOrigin: string;
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
         * @description The version of the record, for If-Match.
         * @example "1"
         */
        ETag: string;
        /** @description Which scopes the operation needs, where a scope is missing (RFC 6750). */
        "Insufficient-Scope": string;
        /** @description The same, for caches of old. */
        NoCache: "no-cache";
        /** @description Nobody may keep the answer. */
        NoStore: "no-store";
        /**
         * @description Seconds to wait before the next try, where waiting helps.
         * @example 1
         */
        "PartnerRetry-After": number;
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
         * @description Seconds to wait before the next try.
         * @example 17
         */
        "Retry-After": number;
        /** @description The API version that this answer speaks. The header has the service's name. */
        "Service-Version": string;
        /**
         * @description What is wrong with the token (RFC 6750), and where to find out how to get
         *     one (RFC 9728).
         * @example Bearer error="invalid_token", resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"
         */
        "WWW-Authenticate": string;
        /** @description The id of this request, to quote to support. */
        "X-Request-Id": components["schemas"]["RequestId"];
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
                    "Cache-Control": components["headers"]["NoStore"];
                    /** @description Sent where this answer was given before, to the same refresh with the same key. */
                    "Idempotent-Replayed"?: "true";
                    Pragma: components["headers"]["NoCache"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                "application/json": components["schemas"]["DeviceRequest"];
                "application/x-www-form-urlencoded": components["schemas"]["DeviceRequest"];
            };
        };
        responses: {
            /** @description The codes. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceCodes"];
                };
            };
            /** @description No codes were made. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registration"];
                };
            };
            /** @description The client cannot be registered as it is. */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["NoStore"];
                    Pragma: components["headers"]["NoCache"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    "Access-Control-Allow-Origin": components["headers"]["AnyOrigin"];
                    "Cache-Control": components["headers"]["Cacheable"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    "Access-Control-Allow-Origin": components["headers"]["AnyOrigin"];
                    "Cache-Control": components["headers"]["Cacheable"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    /**
                     * @description What the description is known by, for If-None-Match.
                     * @example "5f1d7a84db61cd9e0b3a4c1e"
                     */
                    ETag: string;
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    /** @description What the description is known by. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["UnknownMethod"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            429: components["responses"]["PartnerTooManyRequests"];
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
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["UnknownMethod"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BusinessProfile"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountList"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAccount"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAccount"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAccount"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountBalance"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAccount"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerAccount"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntryList"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntry"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntry"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JournalEntry"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Periods"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrialBalance"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierList"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supplier"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceList"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceImportResult"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceImportResult"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    ETag: components["headers"]["ETag"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            412: components["responses"]["PartnerPreconditionFailed"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppDataValues"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppDataValues"];
                };
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Service-Version": components["headers"]["Service-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["PartnerBadRequest"];
            401: components["responses"]["PartnerUnauthorized"];
            403: components["responses"]["PartnerForbidden"];
            404: components["responses"]["PartnerNotFound"];
            409: components["responses"]["PartnerConflict"];
            413: components["responses"]["PartnerContentTooLarge"];
            415: components["responses"]["PartnerUnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["PartnerTooManyRequests"];
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
                    /** @description How long it may be kept. */
                    "Cache-Control"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    /** @description How long it may be kept. */
                    "Cache-Control"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
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
                    /** @description How long it may be kept. */
                    "Cache-Control"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": unknown;
                    "image/png": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}
