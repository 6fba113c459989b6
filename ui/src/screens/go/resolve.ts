import type { LinkProps } from '@tanstack/react-router';
import { client } from '#/api/client';
import { asFault } from '#/api/fault';
import { kindOf } from '#/shell/ids';
import { screenAt } from '#/shell/places';

const inApp = (path: string) => `/console/apps/$app${path}`;

/** resolve finds the screen of an id of any kind; undefined where there is none for whoever asks. */
export async function resolve(id: string): Promise<LinkProps | undefined> {
  switch (kindOf(id)) {
    case 'app':
      return screenAt(inApp('/'), { app: id });
    case 'org':
      return screenAt('/console/', {}, { org: id });
    case 'req':
    case 'evt':
    case 'whd':
      return await trace(id);
    case 'whk':
      return await among(async (app) => {
        await client.GET('/developer/apps/{id}/webhooks/{webhookId}', { params: { path: { id: app, webhookId: id } } });
        return screenAt(inApp('/webhooks/$whk'), { app, whk: id });
      });
    case 'ins':
      return await among(async (app) => {
        await client.GET('/developer/apps/{id}/installations/{installationId}', { params: { path: { id: app, installationId: id } } });
        return screenAt(inApp('/installations/$ins'), { app, ins: id });
      });
    case 'biz':
      return await among(async (app) => {
        const { data } = await client.GET('/developer/apps/{id}/installations', { params: { path: { id: app } } });
        const found = data?.data.find((one) => one.businessId === id);
        return found && screenAt(inApp('/installations/$ins'), { app, ins: found.id });
      });
    default:
      return undefined;
  }
}

/** trace looks an id up from request to delivery, and leads to the page of what was asked for. */
async function trace(id: string): Promise<LinkProps | undefined> {
  const { data } = await client.GET('/developer/trace/{traceId}', { params: { path: { traceId: id } } });
  const app = data?.appIds[0];
  if (!data || !app) return undefined;
  const delivery = data.deliveries.find((one) => one.id === id) ?? (data.request ? undefined : data.deliveries[0]);
  if (delivery) {
    return screenAt(inApp('/webhooks/$whk/deliveries/$whd'), { app: delivery.appId, whk: delivery.webhookId, whd: delivery.id });
  }
  return data.request ? screenAt(inApp('/requests'), { app }, { request: data.request.id }) : undefined;
}

/** among asks each app of the reader's organizations, and takes the first that knows. */
async function among(ask: (app: string) => Promise<LinkProps | undefined>): Promise<LinkProps | undefined> {
  const organizations = (await client.GET('/developer/organizations')).data?.data ?? [];
  for (const organization of organizations) {
    const apps = (await client.GET('/developer/organizations/{id}/apps', { params: { path: { id: organization.id } } })).data?.data ?? [];
    const found = await Promise.all(apps.map((app) => ask(app.id).catch((error: unknown) => {
      if (asFault(error).status === 404 || asFault(error).status === 403) return undefined;
      throw error;
    })));
    const first = found.find((link) => link !== undefined);
    if (first) return first;
  }
  return undefined;
}
