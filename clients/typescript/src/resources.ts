// Written by `npm run generate` in ui/. Do not edit.
import type { Call, EventOptions, EventPage, Options } from './call.ts';
import type { Body, Item, Query, Result } from './types.ts';

/** Resources has a method for every operation of the Business API. */
export abstract class Resources {
  abstract do<T>(method: string, path: string, call?: Call): Promise<T>;
  protected abstract all<T extends { id: string }>(path: string, query: object, options: Options): AsyncGenerator<T>;
  protected abstract eventPages(after: string | undefined, options: EventOptions): AsyncGenerator<EventPage>;
  protected abstract followEvents(after: string | undefined, every: number, options: EventOptions): AsyncGenerator<EventPage>;

  /** Who the token stands for. */ readonly me = (options: Options = {}) => this.do<Result<'readMe'>>('GET', '/me', { ...options });
  /** Read the business. */ readonly profile = (options: Options = {}) => this.do<Result<'readBusiness'>>('GET', '/business', { ...options });
  readonly accounts = {
    /** List accounts: all of them, a page at a time. */ list: (query: Query<'listLedgerAccounts'> = {}, options: Options = {}) => this.all<Item<'listLedgerAccounts'>>('/accounts', query, options),
    /** List accounts: one page. */ page: (query: Query<'listLedgerAccounts'> = {}, options: Options = {}) => this.do<Result<'listLedgerAccounts'>>('GET', '/accounts', { ...options, query }),
    /** Add an account. */ create: (body: Body<'createLedgerAccount'>, options: Options = {}) => this.do<Result<'createLedgerAccount'>>('POST', '/accounts', { ...options, body }),
    /** Read an account. */ get: (id: string, options: Options = {}) => this.do<Result<'readLedgerAccount'>>('GET', `/accounts/${encodeURIComponent(id)}`, { ...options }),
    /** Change an account. */ update: (id: string, body: Body<'changeLedgerAccount'>, options: Options = {}) => this.do<Result<'changeLedgerAccount'>>('PATCH', `/accounts/${encodeURIComponent(id)}`, { ...options, body }),
    /** Read an account's balance. */ balance: (id: string, query: Query<'readLedgerAccountBalance'> = {}, options: Options = {}) => this.do<Result<'readLedgerAccountBalance'>>('GET', `/accounts/${encodeURIComponent(id)}/balance`, { ...options, query }),
    /** Archive an account. */ archive: (id: string, options: Options = {}) => this.do<Result<'archiveLedgerAccount'>>('POST', `/accounts/${encodeURIComponent(id)}/archive`, { ...options }),
    /** Restore an account. */ restore: (id: string, options: Options = {}) => this.do<Result<'restoreLedgerAccount'>>('POST', `/accounts/${encodeURIComponent(id)}/restore`, { ...options }),
  };
  readonly journal = {
    /** List journal entries: all of them, a page at a time. */ list: (query: Query<'listJournalEntries'> = {}, options: Options = {}) => this.all<Item<'listJournalEntries'>>('/journal-entries', query, options),
    /** List journal entries: one page. */ page: (query: Query<'listJournalEntries'> = {}, options: Options = {}) => this.do<Result<'listJournalEntries'>>('GET', '/journal-entries', { ...options, query }),
    /** Post a journal entry. */ create: (body: Body<'postJournalEntry'>, options: Options = {}) => this.do<Result<'postJournalEntry'>>('POST', '/journal-entries', { ...options, body }),
    /** Read a journal entry. */ get: (id: string, options: Options = {}) => this.do<Result<'readJournalEntry'>>('GET', `/journal-entries/${encodeURIComponent(id)}`, { ...options }),
    /** Reverse a journal entry. */ reverse: (id: string, body?: Body<'reverseJournalEntry'>, options: Options = {}) => this.do<Result<'reverseJournalEntry'>>('POST', `/journal-entries/${encodeURIComponent(id)}/reverse`, { ...options, body }),
  };
  readonly periods = {
    /** Read which days are locked. */ get: (options: Options = {}) => this.do<Result<'readPeriods'>>('GET', '/periods', { ...options }),
  };
  readonly reports = {
    /** Read the trial balance. */ trialBalance: (query: Query<'readTrialBalance'> = {}, options: Options = {}) => this.do<Result<'readTrialBalance'>>('GET', '/reports/trial-balance', { ...options, query }),
  };
  readonly suppliers = {
    /** List suppliers: all of them, a page at a time. */ list: (query: Query<'listSuppliers'> = {}, options: Options = {}) => this.all<Item<'listSuppliers'>>('/suppliers', query, options),
    /** List suppliers: one page. */ page: (query: Query<'listSuppliers'> = {}, options: Options = {}) => this.do<Result<'listSuppliers'>>('GET', '/suppliers', { ...options, query }),
    /** Add a supplier. */ create: (body: Body<'createSupplier'>, options: Options = {}) => this.do<Result<'createSupplier'>>('POST', '/suppliers', { ...options, body }),
    /** Delete a supplier. */ delete: (id: string, options: Options = {}) => this.do<Result<'deleteSupplier'>>('DELETE', `/suppliers/${encodeURIComponent(id)}`, { ...options }),
    /** Read a supplier. */ get: (id: string, options: Options = {}) => this.do<Result<'readSupplier'>>('GET', `/suppliers/${encodeURIComponent(id)}`, { ...options }),
    /** Change a supplier. */ update: (id: string, body: Body<'changeSupplier'>, options: Options = {}) => this.do<Result<'changeSupplier'>>('PATCH', `/suppliers/${encodeURIComponent(id)}`, { ...options, body }),
    /** Archive a supplier. */ archive: (id: string, options: Options = {}) => this.do<Result<'archiveSupplier'>>('POST', `/suppliers/${encodeURIComponent(id)}/archive`, { ...options }),
    /** Restore a supplier. */ restore: (id: string, options: Options = {}) => this.do<Result<'restoreSupplier'>>('POST', `/suppliers/${encodeURIComponent(id)}/restore`, { ...options }),
  };
  readonly customers = {
    /** List customers: all of them, a page at a time. */ list: (query: Query<'listCustomers'> = {}, options: Options = {}) => this.all<Item<'listCustomers'>>('/customers', query, options),
    /** List customers: one page. */ page: (query: Query<'listCustomers'> = {}, options: Options = {}) => this.do<Result<'listCustomers'>>('GET', '/customers', { ...options, query }),
    /** Add a customer. */ create: (body: Body<'createCustomer'>, options: Options = {}) => this.do<Result<'createCustomer'>>('POST', '/customers', { ...options, body }),
    /** Delete a customer. */ delete: (id: string, options: Options = {}) => this.do<Result<'deleteCustomer'>>('DELETE', `/customers/${encodeURIComponent(id)}`, { ...options }),
    /** Read a customer. */ get: (id: string, options: Options = {}) => this.do<Result<'readCustomer'>>('GET', `/customers/${encodeURIComponent(id)}`, { ...options }),
    /** Change a customer. */ update: (id: string, body: Body<'changeCustomer'>, options: Options = {}) => this.do<Result<'changeCustomer'>>('PATCH', `/customers/${encodeURIComponent(id)}`, { ...options, body }),
    /** Archive a customer. */ archive: (id: string, options: Options = {}) => this.do<Result<'archiveCustomer'>>('POST', `/customers/${encodeURIComponent(id)}/archive`, { ...options }),
    /** Restore a customer. */ restore: (id: string, options: Options = {}) => this.do<Result<'restoreCustomer'>>('POST', `/customers/${encodeURIComponent(id)}/restore`, { ...options }),
    /** Merge a customer into another. */ merge: (id: string, body: Body<'mergeCustomer'>, options: Options = {}) => this.do<Result<'mergeCustomer'>>('POST', `/customers/${encodeURIComponent(id)}/merge`, { ...options, body }),
  };
  readonly invoices = {
    /** List invoices: all of them, a page at a time. */ list: (query: Query<'listInvoices'> = {}, options: Options = {}) => this.all<Item<'listInvoices'>>('/invoices', query, options),
    /** List invoices: one page. */ page: (query: Query<'listInvoices'> = {}, options: Options = {}) => this.do<Result<'listInvoices'>>('GET', '/invoices', { ...options, query }),
    /** Create an invoice. */ create: (body: Body<'createInvoice'>, options: Options = {}) => this.do<Result<'createInvoice'>>('POST', '/invoices', { ...options, body }),
    /** Delete a draft. */ delete: (id: string, options: Options = {}) => this.do<Result<'deleteInvoice'>>('DELETE', `/invoices/${encodeURIComponent(id)}`, { ...options }),
    /** Read an invoice. */ get: (id: string, options: Options = {}) => this.do<Result<'readInvoice'>>('GET', `/invoices/${encodeURIComponent(id)}`, { ...options }),
    /** Change an invoice. */ update: (id: string, body: Body<'changeInvoice'>, options: Options = {}) => this.do<Result<'changeInvoice'>>('PATCH', `/invoices/${encodeURIComponent(id)}`, { ...options, body }),
    /** Issue an invoice. */ issue: (id: string, body?: Body<'issueInvoice'>, options: Options = {}) => this.do<Result<'issueInvoice'>>('POST', `/invoices/${encodeURIComponent(id)}/issue`, { ...options, body }),
    /** Send an invoice. */ send: (id: string, body?: Body<'sendInvoice'>, options: Options = {}) => this.do<Result<'sendInvoice'>>('POST', `/invoices/${encodeURIComponent(id)}/send`, { ...options, body }),
    /** Void an invoice. */ void: (id: string, options: Options = {}) => this.do<Result<'voidInvoice'>>('POST', `/invoices/${encodeURIComponent(id)}/void`, { ...options }),
    /** Credit an invoice. */ credit: (id: string, body?: Body<'creditInvoice'>, options: Options = {}) => this.do<Result<'creditInvoice'>>('POST', `/invoices/${encodeURIComponent(id)}/credit`, { ...options, body }),
    /** Import invoices. */ import: (body: Body<'importInvoices'>, options: Options = {}) => this.do<Result<'importInvoices'>>('POST', '/invoices/bulk-import', { ...options, body }),
    /** Read an import. */ importResult: (id: string, options: Options = {}) => this.do<Result<'readInvoiceImport'>>('GET', `/invoices/imports/${encodeURIComponent(id)}`, { ...options }),
  };
  readonly payments = {
    /** List payments: all of them, a page at a time. */ list: (query: Query<'listPayments'> = {}, options: Options = {}) => this.all<Item<'listPayments'>>('/payments', query, options),
    /** List payments: one page. */ page: (query: Query<'listPayments'> = {}, options: Options = {}) => this.do<Result<'listPayments'>>('GET', '/payments', { ...options, query }),
    /** Record a payment. */ create: (body: Body<'recordPayment'>, options: Options = {}) => this.do<Result<'recordPayment'>>('POST', '/payments', { ...options, body }),
    /** Delete a payment. */ delete: (id: string, options: Options = {}) => this.do<Result<'deletePayment'>>('DELETE', `/payments/${encodeURIComponent(id)}`, { ...options }),
    /** Read a payment. */ get: (id: string, options: Options = {}) => this.do<Result<'readPayment'>>('GET', `/payments/${encodeURIComponent(id)}`, { ...options }),
    /** Change a payment. */ update: (id: string, body: Body<'updatePayment'>, options: Options = {}) => this.do<Result<'updatePayment'>>('PATCH', `/payments/${encodeURIComponent(id)}`, { ...options, body }),
    /** Settle invoices with a payment. */ allocate: (id: string, body: Body<'allocatePayment'>, options: Options = {}) => this.do<Result<'allocatePayment'>>('POST', `/payments/${encodeURIComponent(id)}/allocate`, { ...options, body }),
    /** Give a payment back. */ refund: (id: string, body?: Body<'refundPayment'>, options: Options = {}) => this.do<Result<'refundPayment'>>('POST', `/payments/${encodeURIComponent(id)}/refund`, { ...options, body }),
  };
  readonly events = {
    /** Read the event log. */ page: (query: Query<'listEvents'> = {}, options: Options = {}) => this.do<Result<'listEvents'>>('GET', '/events', { ...options, query }),
    /** Read an event. */ get: (id: string, options: Options = {}) => this.do<Result<'readEvent'>>('GET', `/events/${encodeURIComponent(id)}`, { ...options }),
    /** List the types of events. */ types: (options: Options = {}) => this.do<Result<'listEventTypes'>>('GET', '/event-types', { ...options }),
    /** The log from a cursor on, until there is no more. */ pages: (after?: string, options: EventOptions = {}) => this.eventPages(after, options),
    /** The log from a cursor on, for ever; it looks again every so many milliseconds. */ follow: (after: string | undefined, every: number, options: EventOptions = {}) => this.followEvents(after, every, options),
  };
  readonly appData = {
    /** Read the app's values. */ get: (query: Query<'readAppData'> = {}, options: Options = {}) => this.do<Result<'readAppData'>>('GET', '/app-data', { ...options, query }),
    /** Write values. */ put: (body: Body<'putAppData'>, options: Options = {}) => this.do<Result<'putAppData'>>('PUT', '/app-data', { ...options, body }),
    /** Delete a value. */ delete: (id: string, options: Options = {}) => this.do<Result<'deleteAppData'>>('DELETE', `/app-data/${encodeURIComponent(id)}`, { ...options }),
  };
}
