import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { client } from '#/api/client';
import { onSession, sessionIsOver, sessionResumed } from '#/api/session';
import { readFormAnew } from '#/facts';
import { Button } from '#/parts/Button';
import { Dialog } from '#/parts/Dialog';
import { t } from '#/texts';
import { useAccount } from './place';

/**
 * SessionOver asks somebody whose session has ended to sign in in another tab. The page
 * stays as it is, with all that was typed. It looks by itself when the tab is seen again.
 */
export function SessionOver() {
  const over = useSyncExternalStore(onSession, sessionIsOver);
  const account = useAccount().data;
  const queries = useQueryClient();
  const [tried, setTried] = useState(false);

  const look = async () => {
    try {
      const { data } = await client.GET('/account');
      if (account && data && data.user.id !== account.user.id) {
        window.location.reload(); // somebody else: nothing of this page is theirs
        return;
      }
      sessionResumed();
      setTried(false);
      await Promise.all([readFormAnew(), queries.invalidateQueries()]);
    } catch {
      setTried(true);
    }
  };
  const seen = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void look();
  });
  useEffect(() => {
    if (!over) return;
    const onSeen = () => seen();
    document.addEventListener('visibilitychange', onSeen);
    return () => document.removeEventListener('visibilitychange', onSeen);
  }, [over]);

  return (
    <Dialog open={over} onClose={sessionResumed} title={t.shell.over} about={t.shell.overWhy}>
      {tried && <p className="why" role="status">{t.shell.overNotYet}</p>}
      <div className="actions">
        <Button onClick={() => void look()}>{t.shell.overBack}</Button>
        <Button look="primary" asChild>
          <a href="/sign-in?return_to=%2Fconsole" target="_blank" rel="noreferrer">{t.shell.overSignIn}</a>
        </Button>
      </div>
    </Dialog>
  );
}
