import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Empty, Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { useTitle } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { isSecret, kindOf } from '#/shell/ids';
import { t } from '#/texts';
import { resolve } from './resolve';

/** Go leads from an id of any kind to its screen. */
export function Go() {
  const { id } = useParams({ from: '/console/go/$id' });
  const secret = isSecret(id);
  const kind = secret ? undefined : kindOf(id);
  useTitle(secret ? t.go.secret : t.go.title(id));
  const found = useQuery({ queryKey: ['go', id], queryFn: async () => (await resolve(id)) ?? null, enabled: kind !== undefined, staleTime: 0, gcTime: 0 });
  if (secret) return <div className="card"><Empty level={1} title={t.go.secret}><p>{t.go.secretWhy}</p></Empty></div>;
  if (kind === undefined) return <div className="card"><Empty level={1} title={t.go.unknown}><p><Say text={t.go.unknownWhy} id={<code>{id}</code>} /></p></Empty></div>;
  if (found.data) return <Navigate {...found.data} replace />;
  const gone = found.data === null || (found.error && [404, 403, 400].includes(asFault(found.error).status));
  if (gone) return <Gone what={t.shell.kinds[kind].replace(/^an? /, '')} id={id} why={t.go.why} back={{ text: t.go.back, to: { to: '/console' } }} />;
  if (found.error) return <Failure level={1} error={found.error} title={t.parts.failed(t.go.record)} onRetry={() => void found.refetch()} />;
  return <Bones />;
}
