/** A small world for the tests of screens, as the API would tell it. */
import type { Schemas } from '#/api/client';

export const organization: Schemas['Organization'] = { id: 'org_1', name: 'Acme Apps', role: 'owner', version: 1, createdAt: '2026-11-01T00:00:00.000Z' };

export const app: Schemas['ListedApp'] = {
  id: 'app_1', clientId: 'fresh-client', name: 'Fresh Idea', type: 'CONFIDENTIAL', status: 'ACTIVE', review: 'DRAFT', appUrl: null, privacyUrl: null, supportUrl: null, logoUrl: null,
  scopes: ['invoices:read'], redirectUris: ['https://fresh.acme.test/callback'], pinnedApiVersion: null, rollBack: null, organizationId: 'org_1', suspendedAt: null, suspensionReason: null,
  deactivatedAt: null, version: 3, createdAt: '2026-11-14T22:38:07.000Z', webhooks: 0,
};

/** What every page asks for. Spread it into answer(). */
export const world = {
  'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test', locale: 'en' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [organization] },
  'GET /developer/organizations/org_1/apps': { data: [app] },
  'GET /developer/organizations/org_1/apps-usage': { from: '2026-11-14T10:00:00.000Z', data: [] },
  'GET /developer/apps/app_1': app,
  'GET /developer/apps/app_1/webhooks': { data: [] },
  'GET /developer/apps/app_1/webhook-health': { data: [] },
  'GET /developer/apps/app_1/installations': { data: [], nextBefore: null },
  'GET /developer/apps/app_1/requests': { data: [], nextBefore: null },
  'GET /developer/organizations/org_1/sandboxes': { data: [] },
  'GET /developer/api-versions': { data: [{ name: '2026-11-01', status: 'current', releasedAt: '2026-11-01T00:00:00.000Z', deprecatedAt: null, sunsetAt: null, changes: [] }] },
};
