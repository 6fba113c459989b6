import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Card } from '#/parts/Card';
import { Diff, DiffText, type DiffRow } from '#/parts/Diff';
import { Failure } from '#/parts/Failure';
import { format, t } from '#/texts';

type Names = ReadonlyMap<string, string>;

/** Parts whose lines are things, not words. */
const things = new Set(['categories', 'icon', 'screenshots', 'scopes']);

/** rowOf is one part that differs, for both columns. */
export function rowOf(part: string, live: readonly string[], open: readonly string[], names: Names): DiffRow {
  const name = t.listing.parts[part] ?? part;
  if (!things.has(part)) {
    const before = live.join('\n');
    const after = open.join('\n');
    return {
      key: part, name,
      before: before === '' ? <span className="muted">{t.parts.none}</span> : <span className="whitespace-pre-line"><bdi><DiffText before={before} after={after} side="before" /></bdi></span>,
      after: after === '' ? <span className="muted">{t.parts.none}</span> : <span className="whitespace-pre-line"><bdi><DiffText before={before} after={after} side="after" /></bdi></span>,
    };
  }
  const said = (one: string) => names.get(one) ?? one;
  const gone = live.filter((one) => !open.includes(one));
  const fresh = open.filter((one) => !live.includes(one));
  const column = (all: readonly string[], marked: readonly string[], Mark: 'del' | 'ins') =>
    all.length === 0 ? <span className="muted">{t.parts.none}</span> : (
      <>
        {format.number(all.length)}
        {marked.length > 0 && ': '}
        {marked.map((one, i) => <span key={one}>{i > 0 && ', '}<Mark><span className="unseen">{Mark === 'del' ? t.parts.diffRemoved : t.parts.diffAdded} </span><bdi>{said(one)}</bdi></Mark></span>)}
      </>
    );
  return { key: part, name, before: column(live, gone, 'del'), after: column(open, fresh, 'ins') };
}

/** Changes is what differs from the live revision, word by word. */
export function Changes({ app }: { app: string }) {
  const path = { params: { path: { id: app } } };
  const diff = api.useQuery('get', '/developer/apps/{id}/listing/diff', path);
  const assets = api.useQuery('get', '/developer/apps/{id}/listing/assets', path);
  const categories = api.useQuery('get', '/developer/listing-categories', {}, { staleTime: Infinity });
  const names: Names = new Map([
    ...(assets.data?.data.map((asset) => [asset.id, `“${asset.caption}”`] as const) ?? []),
    ...(categories.data?.data.map((one) => [one.category, one.name] as const) ?? []),
  ]);
  const { liveNumber, openNumber, parts } = diff.data ?? {};
  return (
    <Card title={t.listing.changes} window={liveNumber && openNumber ? t.listing.changesWindow(liveNumber, openNumber) : undefined} flush>
      {diff.error && !diff.data ? (
        <div className="card-body"><Failure error={diff.error} title={t.parts.failed(t.listing.theChanges)} onRetry={() => void diff.refetch()} /></div>
      ) : !parts ? <Bones rows={3} /> : !liveNumber || parts.length === 0 || !openNumber ? (
        <p className="card-body small muted">{liveNumber ? t.listing.changesNone : t.listing.changesFirst}</p>
      ) : (
        <Diff label={t.listing.changes} before={t.listing.liveColumn(liveNumber)} after={t.listing.openColumn(openNumber)} rows={parts.map((part) => rowOf(part.part, part.live, part.open, names))} />
      )}
    </Card>
  );
}
