import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, ifMatch } from '#/api/client';
import { Button } from '#/parts/Button';
import { Confirm } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Entry } from '#/parts/Page';
import { toast } from '#/parts/toast';
import { useOff } from '#/shell/may';
import { useApp, useAppsOf, useOrg } from '#/shell/place';
import { t } from '#/texts';
import { useAppChanged } from './Settings';

/** useUse is what depends on the app, in words; undefined while that is not known. */
function useUse(): string[] | undefined {
  const app = useApp();
  const params = { path: { id: app.id } };
  const webhooks = useAppsOf(app.organizationId).data?.data.find((one) => one.id === app.id)?.webhooks;
  const fields = api.useQuery('get', '/developer/apps/{id}/app-data-fields', { params }).data?.data.length;
  const installed = api.useQuery('get', '/developer/apps/{id}/installations', { params: { ...params, query: { limit: 1 } } }).data?.data.length;
  if (webhooks === undefined || fields === undefined || installed === undefined) return undefined;
  return [
    webhooks > 0 && t.credentials.usedWebhooks(webhooks),
    fields > 0 && t.credentials.usedFields(fields),
    installed > 0 && t.credentials.usedInstallations,
  ].filter((part) => part !== false);
}

export function Ending() {
  const app = useApp();
  const org = useOrg();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const changed = useAppChanged();
  const off = useOff('admin');
  const used = useUse();
  const [asked, setAsked] = useState<'deactivate' | 'remove'>();
  const deactivate = api.useMutation('post', '/developer/apps/{id}/deactivate');
  const reactivate = api.useMutation('post', '/developer/apps/{id}/reactivate');
  const remove = api.useMutation('delete', '/developer/apps/{id}');
  const params = { path: { id: app.id } };
  const shut = app.deactivatedAt !== null;
  const close = () => {
    setAsked(undefined);
    deactivate.reset();
    remove.reset();
  };

  return (
    <Entry id="ending" title={t.credentials.ending} about={t.credentials.endingAbout}>
      <div className="stack-2">
        <p className="small">{shut ? t.credentials.isShut : t.credentials.shutMeans}</p>
        {shut
          ? <Button little off={off} busy={reactivate.isPending} onClick={() => reactivate.mutate({ params }, { onSuccess: () => { toast(t.credentials.reactivated(app.name)); void changed(); } })}>{t.credentials.reactivate(app.name)}</Button>
          : <Button little look="danger" off={off} onClick={() => setAsked('deactivate')}>{t.credentials.deactivate(app.name)}</Button>}
        {reactivate.error ? <Failure error={reactivate.error} /> : null}
      </div>
      <div className="stack-2">
        <p className="small">{t.credentials.removeMeans}</p>
        <Button little look="danger" off={off ?? (used && used.length > 0 ? t.credentials.inUse(used) : undefined)} onClick={() => setAsked('remove')}>{t.credentials.remove(app.name)}</Button>
      </div>
      <Confirm
        open={asked === 'deactivate'}
        onClose={close}
        title={t.credentials.deactivateTitle(app.name)}
        keep={t.credentials.keepActive}
        act={t.credentials.deactivate(app.name)}
        busy={deactivate.isPending}
        error={deactivate.error}
        onAct={() => deactivate.mutate({ params }, { onSuccess: () => { close(); toast(t.credentials.deactivated(app.name)); void changed(); } })}
      >
        <p>{t.credentials.deactivateWhy}</p>
        <p>{t.credentials.deactivateBack}</p>
      </Confirm>
      <Confirm
        open={asked === 'remove'}
        onClose={close}
        title={t.credentials.removeTitle(app.name)}
        keep={t.credentials.keepApp}
        act={t.credentials.remove(app.name)}
        name={app.name}
        busy={remove.isPending}
        error={remove.error}
        onAct={() => remove.mutate({ params: { ...params, header: ifMatch(app.version) } }, {
          onSuccess: () => {
            toast(t.credentials.removed(app.name));
            void navigate({ to: '/console/apps', search: org }).then(() => queries.invalidateQueries({ queryKey: ['get', '/developer/organizations/{id}/apps'] }));
          },
        })}
      >
        <p>{t.credentials.removeWhy}</p>
      </Confirm>
    </Entry>
  );
}
