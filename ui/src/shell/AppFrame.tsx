import { Outlet } from '@tanstack/react-router';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Note } from '#/parts/Card';
import { Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Say } from '#/parts/Say';
import { t } from '#/texts';
import { AppContext, useAppData } from './place';

/** AppFrame reads the app once for all of its pages, and says what is the matter with it. */
export function AppFrame() {
  const app = useAppData();
  const gone = app.error !== null && asFault(app.error).status === 404; // also one that was there until now
  if (app.error && (!app.data || gone)) {
    if (gone) {
      return <Gone what={t.shell.kinds.app.replace(/^an? /, '')} id={app.id} back={{ text: t.shell.places.apps, to: { to: '/console/apps' } }} />;
    }
    return <Failure level={1} error={app.error} title={t.parts.failed(t.shell.theApp)} onRetry={() => void app.refetch()} />;
  }
  if (!app.data) return <Bones />;
  return (
    <AppContext value={app.data}>
      {app.data.status === 'SUSPENDED' && (
        <Note tone="bad" title={t.shell.suspended(app.data.name)}>
          <p className="small"><Say text={t.shell.suspendedWhy} reason={<bdi>{app.data.suspensionReason}</bdi>} /></p>
        </Note>
      )}
      {app.data.status === 'DEACTIVATED' && (
        <Note tone="warn" title={t.shell.deactivated(app.data.name)}>
          <p className="small">{t.shell.deactivatedWhy}</p>
        </Note>
      )}
      <Outlet />
    </AppContext>
  );
}
