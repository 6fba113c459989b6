// Written by `npm run generate` in ui/. Do not edit.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * account.archived
         * @description An account was archived.
         */
        "account.archived": {
            id: string;
            code: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * account.created
         * @description An account was added to the chart of accounts.
         */
        "account.created": {
            id: string;
            code: string;
            name: string;
            /** @enum {string} */
            type: "ASSET" | "LIABILITY" | "EQUITY" | "INCOME" | "EXPENSE";
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * account.restored
         * @description An archived account was restored.
         */
        "account.restored": {
            id: string;
            code: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * account.updated
         * @description An account was changed.
         */
        "account.updated": {
            id: string;
            code: string;
            changedFields: string[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * app.installed
         * @description A business installed the app.
         */
        "app.installed": {
            id: string;
            installationId: string;
            scopes: ("accounts:read" | "accounts:write" | "customers:read" | "customers:write" | "events:read" | "invoices:read" | "invoices:write" | "journal:read" | "journal:write" | "payments:read" | "payments:write" | "profile:read" | "suppliers:read" | "suppliers:write")[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * app.scopes_updated
         * @description The scopes that a business granted the app changed.
         */
        "app.scopes_updated": {
            id: string;
            installationId: string;
            scopes: ("accounts:read" | "accounts:write" | "customers:read" | "customers:write" | "events:read" | "invoices:read" | "invoices:write" | "journal:read" | "journal:write" | "payments:read" | "payments:write" | "profile:read" | "suppliers:read" | "suppliers:write")[];
            added: ("accounts:read" | "accounts:write" | "customers:read" | "customers:write" | "events:read" | "invoices:read" | "invoices:write" | "journal:read" | "journal:write" | "payments:read" | "payments:write" | "profile:read" | "suppliers:read" | "suppliers:write")[];
            removed: ("accounts:read" | "accounts:write" | "customers:read" | "customers:write" | "events:read" | "invoices:read" | "invoices:write" | "journal:read" | "journal:write" | "payments:read" | "payments:write" | "profile:read" | "suppliers:read" | "suppliers:write")[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * app.uninstalled
         * @description The app's installation in a business ended.
         */
        "app.uninstalled": {
            id: string;
            installationId: string;
            /** Format: date-time */
            uninstalledAt: string;
            /** @enum {string} */
            reason: "UNINSTALLED" | "BUSINESS_CLOSED";
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * app_data.updated
         * @description A value of the app on a record was set or deleted.
         */
        "app_data.updated": {
            id: string;
            /** @enum {string} */
            resourceType: "CUSTOMER" | "INVOICE" | "PAYMENT" | "ACCOUNT" | "JOURNAL_ENTRY" | "SUPPLIER";
            resourceId: string;
            key: string;
            /** @enum {string} */
            operation: "SET" | "DELETE";
            /** @enum {string} */
            origin: "USER" | "APP" | "SYSTEM";
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * business.plan_limit_reached
         * @description The business reached a ceiling of its plan; new invoices are refused until it resets.
         */
        "business.plan_limit_reached": {
            id: string;
            /** @enum {string} */
            limit: "INVOICE_COUNT" | "TURNOVER";
            /** @enum {string} */
            plan: "FREE" | "STARTER" | "GROWTH" | "SCALE";
            /** Format: date-time */
            resetsAt: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * business.redact
         * @description A business left; erase all you hold of it by the due time.
         */
        "business.redact": {
            id: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            dueBy: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * business.updated
         * @description The business's profile was changed.
         */
        "business.updated": {
            id: string;
            changedFields: string[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * customer.archived
         * @description A customer was archived.
         */
        "customer.archived": {
            id: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * customer.created
         * @description A customer was added.
         */
        "customer.created": {
            id: string;
            name: string;
            /** @enum {string} */
            type: "BUSINESS" | "PERSON";
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * customer.deleted
         * @description A customer was deleted.
         */
        "customer.deleted": {
            id: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * customer.merged
         * @description A customer was merged into another and is gone.
         */
        "customer.merged": {
            id: string;
            mergedIntoId: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * customer.redact
         * @description A customer's personal data was erased; erase your copy by the due time.
         */
        "customer.redact": {
            id: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            dueBy: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * customer.restored
         * @description An archived customer was restored.
         */
        "customer.restored": {
            id: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * customer.updated
         * @description A customer was changed.
         */
        "customer.updated": {
            id: string;
            changedFields: string[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.created
         * @description An invoice was created.
         */
        "invoice.created": {
            id: string;
            number: string | null;
            /** @enum {string} */
            status: "DRAFT" | "ISSUED" | "PARTIALLY_PAID" | "PAID" | "VOID";
            customerId: string;
            currency: string;
            total: string;
            /** Format: date */
            dueDate: string | null;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.credited
         * @description A credit note was issued against an invoice.
         */
        "invoice.credited": {
            id: string;
            creditNoteId: string;
            amountCredited: string;
            amountDue: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.deleted
         * @description A draft invoice was deleted.
         */
        "invoice.deleted": {
            id: string;
            number: string | null;
            /** @enum {string} */
            status: "DRAFT";
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.import_completed
         * @description A bulk import of invoices came to its end.
         */
        "invoice.import_completed": {
            id: string;
            importId: string;
            created: number;
            failed: number;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.issued
         * @description A draft became an invoice, with its number and its entry in the journal.
         */
        "invoice.issued": {
            id: string;
            number: string;
            /** Format: date */
            issueDate: string;
            /** Format: date */
            dueDate: string;
            total: string;
            currency: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.overdue
         * @description An invoice was not paid by its due date.
         */
        "invoice.overdue": {
            id: string;
            number: string;
            /** Format: date */
            dueDate: string;
            amountDue: string;
            daysOverdue: number;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.paid
         * @description An invoice was paid in full.
         */
        "invoice.paid": {
            id: string;
            number: string;
            paymentId: string;
            total: string;
            /** Format: date-time */
            paidAt: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.partially_paid
         * @description A part of an invoice was paid.
         */
        "invoice.partially_paid": {
            id: string;
            paymentId: string;
            amountPaid: string;
            amountDue: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.reopened
         * @description A paid invoice has something due again.
         */
        "invoice.reopened": {
            id: string;
            number: string;
            /** @enum {string} */
            reason: "PAYMENT_DELETED" | "REFUND";
            amountDue: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.sent
         * @description An invoice was sent to the customer.
         */
        "invoice.sent": {
            id: string;
            number: string;
            /** @enum {string} */
            channel: "EMAIL";
            /** Format: date-time */
            sentAt: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.updated
         * @description An invoice was changed.
         */
        "invoice.updated": {
            id: string;
            number: string | null;
            /** @enum {string} */
            status: "DRAFT" | "ISSUED" | "PARTIALLY_PAID" | "PAID" | "VOID";
            changedFields: string[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * invoice.voided
         * @description An issued invoice was voided.
         */
        "invoice.voided": {
            id: string;
            number: string;
            /** Format: date-time */
            voidedAt: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * journal_entry.posted
         * @description An entry was posted to the journal.
         */
        "journal_entry.posted": {
            id: string;
            number: string;
            /** Format: date */
            date: string;
            total: string;
            currency: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * journal_entry.reversed
         * @description A journal entry was reversed by another.
         */
        "journal_entry.reversed": {
            id: string;
            number: string;
            reversedById: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * payment.allocated
         * @description A payment was allocated to invoices.
         */
        "payment.allocated": {
            id: string;
            allocations: {
                invoiceId: string;
                amount: string;
            }[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * payment.deleted
         * @description A payment was deleted; what it had settled is due again.
         */
        "payment.deleted": {
            id: string;
            amount: string;
            invoiceIds: string[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * payment.received
         * @description A payment was recorded.
         */
        "payment.received": {
            id: string;
            amount: string;
            currency: string;
            /** @enum {string} */
            method: "BANK_TRANSFER" | "CARD" | "CASH" | "DIRECT_DEBIT" | "CHECK" | "OTHER";
            customerId: string;
            allocations: {
                invoiceId: string;
                amount: string;
            }[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * payment.refunded
         * @description A payment was refunded, in full or in part.
         */
        "payment.refunded": {
            id: string;
            amountRefunded: string;
            currency: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * payment.updated
         * @description A payment was changed.
         */
        "payment.updated": {
            id: string;
            changedFields: string[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * period.locked
         * @description The books were locked through a day.
         */
        "period.locked": {
            id: string;
            /** Format: date */
            lockedThrough: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * period.unlocked
         * @description The books were unlocked; they stay locked through an earlier day, or not at all.
         */
        "period.unlocked": {
            id: string;
            /** Format: date */
            lockedThrough: string | null;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * supplier.archived
         * @description A supplier was archived.
         */
        "supplier.archived": {
            id: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * supplier.created
         * @description A supplier was added.
         */
        "supplier.created": {
            id: string;
            name: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * supplier.deleted
         * @description A supplier was deleted.
         */
        "supplier.deleted": {
            id: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * supplier.redact
         * @description A supplier's personal data was erased; erase your copy by the due time.
         */
        "supplier.redact": {
            id: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            dueBy: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * supplier.restored
         * @description An archived supplier was restored.
         */
        "supplier.restored": {
            id: string;
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
        /**
         * supplier.updated
         * @description A supplier was changed.
         */
        "supplier.updated": {
            id: string;
            changedFields: string[];
            actor: {
                /** @enum {string} */
                type: "user" | "app" | "system";
                id: string | null;
            };
            /** @constant */
            test?: true;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
