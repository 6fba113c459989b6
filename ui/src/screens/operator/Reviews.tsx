import { useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { facts } from '#/facts';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Diff } from '#/parts/Diff';
import { DrawerPart } from '#/parts/Drawer';
import { Empty, Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Field, Textarea } from '#/parts/Field';
import { IdChip, shortId } from '#/parts/IdChip';
import { Link } from '#/parts/Link';
import { useNow } from '#/parts/now';
import { PageHead } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Segments } from '#/parts/Segments';
import { Table } from '#/parts/Table';
import { Tag, type Tone } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useAccount } from '#/shell/place';
import { format, t } from '#/texts';
import { AppIcon } from '../listing/Asset';
import { rowOf } from '../listing/Changes';
import { CheckLines } from '../listing/Checks';
import { ThreadLines } from '../listing/Thread';
import { Refused } from './Refused';

type Review = Schemas['Review'];
type Details = Schemas['ReviewDetails'];
type View = 'waiting' | 'mine' | 'decided';

const riskTones: Record<'books' | 'write' | 'read', [Tone, 'alarm' | 'wait' | 'off']> = { books: ['bad', 'alarm'], write: ['warn', 'wait'], read: ['off', 'off'] };

function Risk({ risk }: { risk: Review['highestRisk'] }) {
  if (risk === null) return <Tag tone="off">{t.operator.risks.none}</Tag>;
  const [tone, shape] = riskTones[risk];
  return <Tag tone={tone} shape={shape}>{t.operator.risks[risk]}</Tag>;
}

const partName = (part: string) => t.listing.parts[part] ?? part;
const stateTones: Record<Review['state'], Tone> = { DRAFT: 'off', SUBMITTED: 'info', IN_REVIEW: 'info', CHANGES_REQUESTED: 'warn', REJECTED: 'bad', APPROVED: 'ok', SUPERSEDED: 'off' };

/** Reviews is the queue, and the revision that is open beside it. */
export function Reviews() {
  const { rev } = useParams({ strict: false });
  const { state, claimed } = useSearch({ strict: false });
  const view: View = state === 'decided' ? 'decided' : claimed === 'me' ? 'mine' : 'waiting';
  const query = { state: view === 'decided' ? 'DECIDED' as const : 'WAITING' as const, ...(view === 'mine' ? { claimed: 'me' as const } : {}), limit: 100 };
  const list = api.useQuery('get', '/admin/reviews', { params: { query } }, { refetchInterval: 30_000 });
  const now = useNow();
  const searchOf = (of: View) => (of === 'decided' ? { state: 'decided' as const } : of === 'mine' ? { claimed: 'me' as const } : {});
  if (list.error && !list.data) {
    return (
      <>
        <PageHead title={t.operator.reviews} />
        <Refused error={list.error} what={t.operator.theQueue} onRetry={() => void list.refetch()} />
      </>
    );
  }
  const rows = list.data?.data ?? [];
  const oldest = list.data?.oldestAt ? Math.max(0, (now - Date.parse(list.data.oldestAt)) / 1000) : undefined;
  return (
    <>
      <PageHead
        title={t.operator.reviews}
        lead={list.data && t.operator.lead(list.data.waiting, oldest, list.data.medianSeconds)}
        actions={
          <Segments
            label={t.operator.show}
            value={view}
            options={(['waiting', 'mine', 'decided'] as const).map((value) => ({ value, label: t.operator[value], count: value === 'waiting' ? list.data?.waiting : undefined }))}
            link={(value) => ({ to: '/operator/reviews', search: searchOf(value) })}
          />
        }
      />
      <div className="queue">
        {!list.data ? <Bones rows={6} /> : rows.length === 0 ? (
          <Empty level={2} title={t.operator.none[view]![0]}><p>{t.operator.none[view]![1]}</p></Empty>
        ) : (
          <ul className="queue-list" aria-label={t.operator.list[view]}>
            {rows.map((review) => (
              <li key={review.id}>
                <Link to="/operator/reviews/$rev" params={{ rev: review.id }} search={searchOf(view)} resetScroll={false} current={review.id === rev && 'true'}>
                  <Summary review={review} now={now} />
                </Link>
              </li>
            ))}
          </ul>
        )}
        {rev ? <Open key={rev} id={rev} /> : rows.length > 0 && <Empty level={2} title={t.operator.choose} />}
      </div>
    </>
  );
}

function Summary({ review, now }: { review: Review; now: number }) {
  const me = useAccount().data?.user.id;
  const at = review.decidedAt ?? review.submittedAt;
  return (
    <>
      <span className="top"><bdi>{review.app.name}</bdi>{at && <span>{format.relative(at, now)}</span>}</span>
      <span className="muted block"><bdi>{review.publisher.name}</bdi></span>
      <span className="block">{review.first ? t.operator.first : t.operator.changesOf(review.number, review.changes.map(partName))}</span>
      <span className="row mt-1">
        {review.decidedAt ? <Tag tone={stateTones[review.state]}>{t.listing.states[review.state]}</Tag> : (
          <>
            <Risk risk={review.highestRisk} />
            <span className="muted">{review.claimedBy === null ? t.operator.unclaimed : review.claimedBy === me ? t.operator.claimedByYou : t.operator.claimedByOther}</span>
          </>
        )}
      </span>
    </>
  );
}

function Open({ id }: { id: string }) {
  const path = { params: { path: { id } } };
  const review = api.useQuery('get', '/admin/reviews/{id}', path);
  if (review.error && !review.data) {
    if (asFault(review.error).status === 404) return <div className="p-4"><Gone level={2} what={t.operator.revisionWord} id={id} back={{ text: t.operator.backToQueue, to: { to: '/operator/reviews' } }} /></div>;
    return <div className="p-4"><Refused error={review.error} what={t.operator.theRevision} onRetry={() => void review.refetch()} /></div>;
  }
  if (!review.data) return <Bones rows={8} />;
  return <Case review={review.data} />;
}

const picture = (review: string, asset: string) => `${facts.api}/admin/reviews/${review}/assets/${asset}`;

/** Case is one revision with all that a reviewer looks at. */
function Case({ review }: { review: Details }) {
  const me = useAccount().data?.user.id;
  const { app, publisher, content } = review;
  const mine = review.state === 'IN_REVIEW' && review.claimedBy === me;
  const names = new Map(review.parts.flatMap((part) => [...part.live, ...part.new]).filter((line) => line.startsWith('ast_')).map((line) => {
    const at = content.screenshotIds.indexOf(line);
    return [line, at >= 0 ? t.operator.picture(at + 1) : line === content.iconId ? t.listing.isIcon : t.operator.otherPicture];
  }));
  return (
    <section aria-label={t.operator.revisionOf(app.name, review.number)} className="min-w-0">
      <div className="drawer-head">
        <AppIcon name={app.name} src={content.iconId ? picture(review.id, content.iconId) : undefined} />
        <div>
          <h2><bdi>{t.operator.revisionOf(app.name, review.number)}</bdi></h2>
          <div className="meta">
            <span><bdi>{publisher.name}</bdi></span>
            <Tag tone={stateTones[review.state]}>{mine ? t.operator.yours : t.listing.states[review.state]}</Tag>
            {review.submittedAt && <span><Say text={t.operator.submitted} time={<Time at={review.submittedAt} />} /></span>}
            <IdChip id={review.id} />
          </div>
        </div>
        <Link className="small nowrap" to="/operator/apps/$id" params={{ id: app.id }}>{t.operator.theApp}</Link>
      </div>
      <DrawerPart title={t.operator.changes}>
        {review.parts.length === 0 ? <p className="small muted">{t.operator.changesNone}</p> : (
          <Diff label={t.operator.changes} before={t.operator.live} after={t.operator.revision(review.number)} rows={review.parts.map((part) => rowOf(part.part, part.live, part.new, names))} />
        )}
      </DrawerPart>
      {content.screenshotIds.length > 0 && (
        <DrawerPart title={t.operator.pictures}>
          <div className="shots">
            {content.screenshotIds.map((asset, i) => (
              <a key={asset} href={picture(review.id, asset)} target="_blank" rel="noopener noreferrer" className="shot">
                <img src={picture(review.id, asset)} alt={t.operator.picture(i + 1)} loading="lazy" className="h-auto w-full" />
              </a>
            ))}
          </div>
        </DrawerPart>
      )}
      <DrawerPart title={t.operator.links}>
        <ul className="small grid gap-1">
          {(['privacyUrl', 'supportUrl', 'connectUrl'] as const).map((part) => (
            <li key={part} className="[overflow-wrap:anywhere]">
              {t.operator.link[part]}: {content[part] === '' ? <span className="muted">{t.parts.none}</span> : <a href={content[part]} target="_blank" rel="noopener noreferrer">{content[part]}</a>}
            </li>
          ))}
        </ul>
      </DrawerPart>
      <DrawerPart title={t.operator.scopes}>
        {review.scopes.length === 0 ? <p className="small muted">{t.operator.scopesNone}</p> : (
          <Table
            label={t.operator.scopes}
            rows={review.scopes}
            rowKey={(scope) => scope.scope}
            columns={[
              { key: 'scope', head: t.operator.scope, fold: 'first', cell: (scope) => <><code>{scope.scope}</code> {scope.new && <Tag tone="info">{t.operator.isNew}</Tag>}<span className="sub">{scope.says}</span></> },
              { key: 'reason', head: t.operator.reason, fold: 'full', cell: (scope) => (scope.reason ? <bdi>{scope.reason}</bdi> : <span className="muted">{t.operator.noReason}</span>) },
              { key: 'risk', head: t.operator.risk, fold: 'end', cell: (scope) => <Risk risk={scope.risk} /> },
            ]}
          />
        )}
      </DrawerPart>
      <DrawerPart title={t.operator.checks}><MachineChecks id={review.id} /></DrawerPart>
      {review.thread.length > 0 && (
        <DrawerPart title={t.operator.thread}>
          <ThreadLines lines={review.thread.toSorted((a, b) => a.at.localeCompare(b.at)).map((entry) => ({
            ...entry, who: entry.userId === me ? t.operator.you : entry.review ? t.operator.reviewer(shortId(entry.userId ?? '')) : publisher.name,
          }))} />
        </DrawerPart>
      )}
      <Decide review={review} mine={mine} />
    </section>
  );
}

function MachineChecks({ id }: { id: string }) {
  const checks = api.useQuery('get', '/admin/reviews/{id}/checks', { params: { path: { id } } }, { staleTime: 300_000, refetchOnWindowFocus: false });
  if (checks.error && !checks.data) return <Failure error={checks.error} title={t.parts.failed(t.operator.theChecks)} onRetry={() => void checks.refetch()} />;
  return checks.data ? <CheckLines checks={checks.data.data} /> : <Bones rows={3} />;
}

/** Decide claims a revision, and then says yes or no to it: three acts of one weight. */
function Decide({ review, mine }: { review: Details; mine: boolean }) {
  const queries = useQueryClient();
  const [words, setWords] = useState('');
  const path = { params: { path: { id: review.id } } };
  const claim = api.useMutation('post', '/admin/reviews/{id}/claim');
  const release = api.useMutation('post', '/admin/reviews/{id}/release');
  const approve = api.useMutation('post', '/admin/reviews/{id}/approve');
  const request = api.useMutation('post', '/admin/reviews/{id}/request-changes');
  const reject = api.useMutation('post', '/admin/reviews/{id}/reject');
  const all = [claim, release, approve, request, reject];
  const busy = all.some((act) => act.isPending);
  const error = all.find((act) => act.error)?.error;
  const done = (said: string) => ({
    onSuccess: (answer: Details) => {
      queries.setQueryData(api.queryOptions('get', '/admin/reviews/{id}', path).queryKey, answer);
      void queries.invalidateQueries({ queryKey: ['get', '/admin/reviews'] });
      toast(said);
    },
    // Somebody else may have been first: show what holds now.
    onError: () => void queries.invalidateQueries({ queryKey: ['get', '/admin/reviews/{id}'] }),
  });
  const start = () => all.forEach((act) => act.reset());
  const said = words.trim();
  const failure: ReactNode = error !== undefined && error !== null && <div className="px-4 pb-3"><Failure error={error} /></div>;
  if (review.state === 'SUBMITTED') {
    return <>{failure}<div className="decide"><Button busy={busy} onClick={() => { start(); claim.mutate(path, done(t.operator.claimed)); }}>{t.operator.claim}</Button><span className="why">{t.operator.claimWhy}</span></div></>;
  }
  if (review.state !== 'IN_REVIEW') return failure;
  const back = <Button busy={busy} onClick={() => { start(); release.mutate(path, done(t.operator.released)); }}>{t.operator.release}</Button>;
  if (!mine) return <>{failure}<div className="decide">{back}<span className="why">{t.operator.releaseOther}</span></div></>;
  const off = said === '' ? t.operator.wordsFirst : undefined;
  return (
    <>
      <DrawerPart>
        <Field label={t.operator.words(review.publisher.name)} hint={t.operator.wordsHint(review.publisher.name)}>
          <Textarea rows={3} value={words} maxLength={4000} onChange={(event) => setWords(event.target.value)} />
        </Field>
      </DrawerPart>
      {failure}
      <div className="decide">
        <Button busy={busy} onClick={() => { start(); approve.mutate({ ...path, body: said === '' ? {} : { words: said } }, done(t.operator.approved(review.app.name, review.number))); }}>{t.operator.approve(review.number)}</Button>
        <Button busy={busy} off={off} whyId="decide-why" onClick={() => { start(); request.mutate({ ...path, body: { words: said } }, done(t.operator.requested(review.app.name))); }}>{t.operator.request}</Button>
        <Button look="danger" busy={busy} off={off} whyId="decide-why" onClick={() => { start(); reject.mutate({ ...path, body: { words: said } }, done(t.operator.rejected(review.app.name, review.number))); }}>{t.operator.reject(review.number)}</Button>
        {back}
        <span className="why" id="decide-why">{off} {review.first ? t.operator.staysFirst : t.operator.stays}</span>
      </div>
    </>
  );
}
