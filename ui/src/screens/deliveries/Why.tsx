import type { Schemas } from '#/api/client';
import { Note } from '#/parts/Card';
import { Say } from '#/parts/Say';
import { t } from '#/texts';

type Attempt = Schemas['DeliveryAttempt'];

/** adviceOn is what an answer other than 2xx means, and what to do about it. */
function adviceOn(status: number): readonly [string, string] {
  const { statuses } = t.deliveries;
  if (status >= 300 && status < 400) return statuses.redirect!;
  if (status === 401 || status === 403) return statuses.auth!;
  if (status === 404 || status === 405 || status === 410) return statuses.missing!;
  if (status === 429) return statuses.busy!;
  return status >= 500 ? statuses.down! : statuses.other!;
}

const hostOf = (url: string | undefined) => {
  try {
    return new URL(url ?? '').host;
  } catch {
    return '';
  }
};

function Advice({ means, todo, host, location }: { means: string; todo: string; host: string; location?: string }) {
  return (
    <>
      {means && <p className="small"><Say text={means} host={<code>{host}</code>} /></p>}
      {todo && <p className="small"><b>{t.deliveries.todo}</b> <Say text={todo} location={location && <>, <code>{location}</code></>} /></p>}
    </>
  );
}

/** Why tells in words what an attempt failed for and what to do; an unknown kind has its sentence alone. */
export function Why({ attempt, url }: { attempt: Attempt; url?: string }) {
  if (attempt.failure === null) return null;
  const error = attempt.error ?? t.deliveries.failedUnknown;
  if (attempt.failure === 'dropped') return <NotSent error={error} />;
  const [means, todo] = attempt.failure === 'status' && attempt.response ? adviceOn(attempt.response.status) : (t.deliveries.kinds[attempt.failure] ?? ['', '']);
  return (
    <Note tone="bad" title={<Say text={t.deliveries.failed(attempt.attempt)} error={error} />}>
      <Advice means={means} todo={todo} host={hostOf(url)} location={attempt.response?.headers.Location?.[0]} />
    </Note>
  );
}

/** NotSent tells why a delivery ended before anything was sent. */
export function NotSent({ error }: { error: string }) {
  return (
    <Note tone="bad" title={<Say text={t.deliveries.notSentTitle} error={error} />}>
      <Advice means={t.deliveries.kinds.dropped![0]} todo={t.deliveries.dropped[error] ?? ''} host="" />
    </Note>
  );
}
