import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { client } from '#/api/client';
import { asFault } from '#/api/fault';
import { isRunOf, kindOf } from '#/shell/ids';

/** resolve finds the screen of an id of any kind; undefined where there is none for whoever asks. */
export async function resolve(id: string): Promise<LinkProps | undefined> {
  switch (kindOf(id)) {
    case 'app':
      return linkOptions({ to: '/console/apps/$app', params: { app: id } });
    case 'org':
      return linkOptions({ to: '/console', search: { org: id } });
    case 'evt':
      return linkOptions({ to: '/console/trace/$id', params: { id } });
    case 'req':
    case 'whd':
    case 'run':
      return await trace(id);
    case 'whk':
      return await among(async (app) => {
        await client.GET('/developer/apps/{id}/webhooks/{webhookId}', { params: { path: { id: app, webhookId: id } } });
        return linkOptions({ to: '/console/apps/$app/webhooks/$webhook', params: { app, webhook: id } });
      });
    case 'fun':
      return await among(async (app) => {
        await client.GET('/developer/apps/{id}/functions/{functionId}', { params: { path: { id: app, functionId: id } } });
        return linkOptions({ to: '/console/apps/$app/functions/$fun', params: { app, fun: id } });
      });
    case 'ins':
      return await among(async (app) => {
        await client.GET('/developer/apps/{id}/installations/{installationId}', { params: { path: { id: app, installationId: id } } });
        return linkOptions({ to: '/console/apps/$app/installations/$ins', params: { app, ins: id } });
      });
    case 'biz':
      return await among(async (app) => {
        const { data } = await client.GET('/developer/apps/{id}/installations', { params: { path: { id: app } } });
        const found = data?.data.find((one) => one.businessId === id);
        return found && linkOptions({ to: '/console/apps/$app/installations/$ins', params: { app, ins: found.id } });
      });
    default:
      return undefined;
  }
}

/** trace looks an id up from request to delivery or run, and leads to the page of what was asked for. */
async function trace(id: string): Promise<LinkProps | undefined> {
  const { data } = await client.GET('/developer/trace/{traceId}', { params: { path: { traceId: id } } });
  const app = data?.appIds[0];
  if (!data || !app) return undefined;
  const delivery = data.deliveries.find((one) => one.id === id);
  if (delivery) {
    return linkOptions({ to: '/console/apps/$app/webhooks/$webhook/deliveries/$delivery', params: { app: delivery.appId, webhook: delivery.webhookId, delivery: delivery.id } });
  }
  const run = data.runs.find((one) => isRunOf(one.id, id));
  if (run) return linkOptions({ to: '/console/apps/$app/functions/$fun', params: { app: run.appId, fun: run.functionId }, search: { run: run.id } });
  if (data.request) return linkOptions({ to: '/console/apps/$app/requests', params: { app }, search: { request: data.request.id } });
  return linkOptions({ to: '/console/trace/$id', params: { id } }); // its line is gone, and what came of it is there
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
