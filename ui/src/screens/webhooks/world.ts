/** What the API answers in the tests of webhooks, deliveries and events. */
export const app = { id: 'app_1', name: 'Bakery Sync', organizationId: 'org_1', status: 'ACTIVE', review: 'APPROVED', scopes: ['invoices:read'], pinnedApiVersion: null, version: 1, webhooks: 1 };

export const webhook = {
  id: 'whk_1', appId: 'app_1', url: 'https://sync.acme.test/hooks/books', description: 'The bakery’s dashboard', events: ['invoice.paid'],
  enabled: true, ignoreOwnChanges: false, previousSecretExpiresAt: null as string | null, version: 3, createdAt: '2026-11-14T10:00:00.000Z', updatedAt: '2026-11-14T10:00:00.000Z',
};

export const delivery = {
  id: 'whd_1', webhookId: 'whk_1', eventId: 'evt_1' as string | null, type: 'invoice.paid', apiVersion: '2026-11-01', businessId: 'biz_1', status: 'failed', attempts: 6, redeliveries: 0,
  nextRetryAt: null as string | null, responseCode: 503 as number | null, lastError: 'The endpoint answered 503.' as string | null, createdAt: '2026-11-14T10:00:00.000Z', endedAt: '2026-11-14T19:00:00.000Z' as string | null,
};

export const types = [
  { name: 'invoice.paid', audience: 'business', scope: 'invoices:read', description: 'An invoice was paid in full.' },
  { name: 'invoice.issued', audience: 'business', scope: 'invoices:read', description: 'A draft became an invoice.' },
  { name: 'payment.received', audience: 'business', scope: 'payments:read', description: 'A payment was recorded.' },
  { name: 'customer.redact', audience: 'privacy', scope: 'customers:read', description: 'A customer has to be erased.' },
  { name: 'app.uninstalled', audience: 'app', scope: null, description: 'A business uninstalled the app.' },
];

export const health = (state: string) => ({ data: [{ webhookId: 'whk_1', state, failingSince: state === 'failing' ? '2026-11-14T10:00:00.000Z' : null, lastDeliveredAt: null }] });

type Sent = { delivered?: number; retried?: number; failed?: number; notSent?: number };

const figures = ({ delivered = 0, retried = 0, failed = 0, notSent = 0 }: Sent) => {
  const attempts = delivered + retried + failed;
  return {
    attempts, delivered, failed, notSent, firstTries: attempts, firstTryDelivered: delivered, firstTryShare: attempts === 0 ? null : delivered / attempts,
    latency: { meanMs: 80, p50Ms: 61, p95Ms: 240, p99Ms: 410 },
  };
};

/** attempts are the figures of whk_1 in three hours, of which something was sent in the second. */
export const attempts = (sent: Sent = {}) => ({
  from: '2026-11-14T09:00:00.000Z', to: '2026-11-14T12:00:00.000Z', interval: 'hour', total: figures(sent), webhooks: [{ webhookId: 'whk_1', ...figures(sent) }],
  data: [{ at: '2026-11-14T09:00:00.000Z', ...figures({}) }, { at: '2026-11-14T10:00:00.000Z', ...figures(sent) }, { at: '2026-11-14T11:00:00.000Z', ...figures({}) }],
});

const hooks = '/developer/apps/app_1/webhooks';

/** world is what every page of the app asks for, with one webhook that works. */
export const world = (role = 'owner') => ({
  'GET /account': { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test' },
  'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role, version: 1, createdAt: '2026-11-01T00:00:00.000Z' }] },
  'GET /developer/organizations/org_1/apps': { data: [app] },
  'GET /developer/apps/app_1': { ...app, status: 'ACTIVE' },
  'GET /developer/apps/app_1/webhook-health': health('working'),
  'GET /developer/apps/app_1/analytics/webhooks': attempts(),
  [`GET ${hooks}`]: { data: [webhook] },
  [`GET ${hooks}/whk_1`]: webhook,
  [`GET ${hooks}/whk_1/deliveries`]: { data: [] },
  [`GET ${hooks}/whk_1/delivery-counts`]: { queued: 0, retrying: 0, delivered: 0, failed: 0, mostCounted: 1000 },
  'GET /developer/event-types': { data: types },
});

/** refusal is an answer that is none, as the API writes it. */
export const refusal = (status: number, code: string, message: string) => ({ status, requestId: 'req_0006gy6exfp5z870nhtre2c7dja0', body: { statusCode: status, code, message, error: 'x' } });

/** described is what a control is described by. */
export const described = (element: Element) =>
  (element.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
