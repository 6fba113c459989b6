import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { api, client, ifMatch } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button, TextButton } from '#/parts/Button';
import { Card, Note } from '#/parts/Card';
import { Conflict } from '#/parts/Conflict';
import { mayAct } from '#/parts/Denied';
import { Confirm, Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field, Textarea } from '#/parts/Field';
import { IdChip } from '#/parts/IdChip';
import { Link } from '#/parts/Link';
import { PageHead, Split } from '#/parts/Page';
import { Pick } from '#/parts/Pick';
import { Say } from '#/parts/Say';
import { StateLine } from '#/parts/Steps';
import { Tag, type Tone } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useApp, useOrganization } from '#/shell/place';
import { t } from '#/texts';
import { Changes } from './Changes';
import { blocks, Checks, useChecks } from './Checks';
import { type Content, type Edits, type ListingRecord, type Revision, contentOf, firstContent, keepEdits, parts, readEdits, textOf } from './content';
import { Editor } from './Editor';
import { Pictures } from './Pictures';
import { Preview } from './Preview';
import { Reasons } from './Reasons';
import { Thread, useThread } from './Thread';

const tones: Record<Revision['state'], Tone> = {
  DRAFT: 'warn', SUBMITTED: 'info', IN_REVIEW: 'info', CHANGES_REQUESTED: 'warn', REJECTED: 'bad', APPROVED: 'ok', SUPERSEDED: 'off',
};

/** Listing is what an app shows of itself in the marketplace, and the way of it through review. */
export function Listing() {
  const app = useApp();
  const listing = api.useQuery('get', '/developer/apps/{id}/listing', { params: { path: { id: app.id } } });
  const fault = listing.error ? asFault(listing.error) : undefined;
  const none = fault?.code === 'LISTING_NOT_FOUND';
  if (fault && !none && !listing.data) {
    return (
      <>
        <PageHead title={t.listing.title} of={app.name} />
        <Failure level={2} error={fault} title={t.parts.failed(t.listing.theListing)} onRetry={() => void listing.refetch()} />
      </>
    );
  }
  if (!listing.data && !none) {
    return (
      <>
        <PageHead title={t.listing.title} of={app.name} />
        <Card label={t.listing.title} flush><Bones rows={6} /></Card>
      </>
    );
  }
  return <Page key={app.id} listing={listing.data} />;
}

function Page({ listing }: { listing: ListingRecord | undefined }) {
  const app = useApp();
  const role = useOrganization()?.role ?? 'viewer';
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/console/apps/$app/listing' });
  const { revision: asked } = useSearch({ from: '/console/apps/$app/listing' });
  const path = { params: { path: { id: app.id } } };

  const newest = listing?.open ?? listing?.live ?? undefined;
  const revisions = api.useQuery('get', '/developer/apps/{id}/listing/revisions', path, { enabled: listing !== undefined });
  const old = asked === undefined || asked === newest?.id ? undefined : revisions.data?.data.find((one) => one.id === asked);
  const shown = old ?? newest;

  const [edits, setEdits] = useState<Edits>(() => readEdits(app.id));
  useEffect(() => keepEdits(app.id, edits), [app.id, edits]);
  const base = newest ? contentOf(newest) : firstContent(app);
  const content: Content = old ? contentOf(old) : { ...base, ...edits.content };
  const edited = Object.keys(edits.content).length > 0 || listing === undefined;
  const edit = (change: Partial<Content>) => setEdits((before) => ({
    over: Object.keys(before.content).length > 0 ? before.over : listing?.version,
    content: { ...before.content, ...change },
  }));
  const forget = () => setEdits({ over: undefined, content: {} });

  const withReview = listing?.open?.state === 'SUBMITTED' || listing?.open?.state === 'IN_REVIEW';
  const locked = !mayAct(role, 'developer')
    ? t.listing.needsDeveloper
    : listing?.open?.state === 'SUBMITTED' ? t.listing.withReview : listing?.open?.state === 'IN_REVIEW' ? t.listing.inReview : undefined;

  const show = async (answer: ListingRecord) => {
    queries.setQueryData(api.queryOptions('get', '/developer/apps/{id}/listing', path).queryKey, answer);
    await queries.invalidateQueries({ predicate: ({ queryKey: [, of] }) => typeof of === 'string' && (of.startsWith('/developer/apps/{id}/listing/') || of === '/developer/apps/{id}') });
  };

  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const [theirs, setTheirs] = useState<ListingRecord>();
  const save = async (over: number | undefined) => {
    setSaving(true);
    setRefused(undefined);
    try {
      const { data } = await client.PUT('/developer/apps/{id}/listing', { ...path, body: content, headers: over === undefined ? {} : ifMatch(over) });
      setTheirs(undefined);
      forget();
      await show(data!);
      toast(t.listing.savedNow(data!.open!.number));
    } catch (error) {
      const fault = asFault(error);
      if (fault.status === 412 || fault.code === 'LISTING_EXISTS') {
        const now = await client.GET('/developer/apps/{id}/listing', path).catch(() => undefined);
        if (now?.data) setTheirs(now.data);
        else setRefused(error);
      } else setRefused(error);
    } finally {
      setSaving(false);
    }
  };

  const thread = useThread(app.id, listing !== undefined);
  const checks = useChecks(app.id, listing !== undefined && mayAct(role, 'viewer'));
  const [asking, setAsking] = useState<'submit' | 'withdraw'>();
  const failing = checks.data?.data.filter(blocks).length ?? 0;
  const missing = listing?.open?.missing ?? [];
  const last = thread.data?.data.find((entry) => entry.revision === newest?.number && (entry.kind === 'CHANGES_REQUESTED' || entry.kind === 'REJECTED'));
  const slugTaken = asFault(refused).code === 'SLUG_TAKEN';

  const submitOff: ReactNode = locked ?? (edited
    ? t.listing.offSave
    : !listing.open ? t.listing.offNothing
      : listing.open.state === 'REJECTED' ? t.listing.offRejected
        : missing.length > 0 ? t.listing.offMissing(missing.length)
          : failing > 0 ? t.listing.offChecks(failing)
            : checks.isPending ? t.listing.offChecking : undefined);
  const seeChecks = !locked && !edited && (missing.length > 0 || failing > 0);

  return (
    <>
      <PageHead
        title={t.listing.title}
        of={app.name}
        lead={listing ? undefined : <Say text={t.listing.lead} app={<bdi>{app.name}</bdi>} />}
        meta={
          <>
            {shown ? <Tag tone={tones[shown.state]}>{t.listing.states[shown.state]}</Tag> : <Tag tone="off">{t.listing.states.NEW}</Tag>}
            {shown && <span><Say text={t.listing.saved} revision={t.listing.revision(shown.number)} time={<Time at={shown.updatedAt} />} /></span>}
            {shown && <IdChip id={shown.id} />}
            {revisions.data && revisions.data.data.length > 1 && (
              <Pick
                label={t.listing.revisionPick}
                all={null}
                value={shown?.id}
                options={revisions.data.data.map((one) => ({ value: one.id, label: t.listing.revisionOf(one.number, t.listing.states[one.state]) }))}
                onChange={(id) => void navigate({ search: (before) => ({ ...before, revision: id === newest?.id ? undefined : id }), resetScroll: false })}
              />
            )}
          </>
        }
        actions={old ? undefined : withReview && mayAct(role, 'developer') ? (
          <Button onClick={() => setAsking('withdraw')} off={listing.open?.state === 'IN_REVIEW' ? t.listing.withdrawOff : undefined} whyId="listing-why">{t.listing.withdraw}</Button>
        ) : (
          <>
            <Button busy={saving} off={locked} whyId="listing-why" look={edited && !locked ? 'primary' : 'plain'} onClick={() => void save(edits.over ?? listing?.version)}>{t.listing.save}</Button>
            <Button look={edited ? 'plain' : 'primary'} off={submitOff} whyId="listing-why" onClick={() => setAsking('submit')}>{last ? t.listing.submitAgain : t.listing.submit}</Button>
          </>
        )}
        why={!old && (locked || submitOff || edited) && (
          <span id="listing-why">
            {withReview ? locked : <>{locked ?? submitOff} {seeChecks && <a href="#checks">{t.listing.seeThem}</a>}</>}
            {Object.keys(edits.content).length > 0 && !locked && <> {t.listing.unsaved} <TextButton onClick={forget}>{t.listing.discard}</TextButton></>}
          </span>
        )}
      />
      {old ? (
        <Note title={t.listing.old(old.number)}>
          <p className="small">{t.listing.oldWhy} <Link to="." search={(before) => ({ ...before, revision: undefined })}>{t.listing.oldBack}</Link></p>
        </Note>
      ) : (
        <>
          <Line listing={listing} thread={thread.data?.data ?? []} />
          {last && (newest?.state === 'CHANGES_REQUESTED' || newest?.state === 'REJECTED') && (
            <Note tone={newest.state === 'REJECTED' ? 'bad' : 'warn'} title={newest.state === 'REJECTED' ? t.listing.saysNo : t.listing.asksChanges}>
              <p className="small whitespace-pre-line">“<bdi>{last.text}</bdi>” <a href="#thread">{t.listing.answerIt}</a></p>
              {newest.state === 'REJECTED' && <p className="small">{t.listing.rejectedWhy}</p>}
            </Note>
          )}
          {listing?.live && !listing.open && !edited && <Note tone="ok"><p className="small">{t.listing.nextOne(listing.live.number)}</p></Note>}
          {refused !== undefined && !slugTaken && <Failure level={2} error={refused} />}
          {theirs && (
            <Conflict
              parts={parts.map((part) => ({ key: part, name: t.listing.parts[part] ?? part, theirs: textOf(contentOf((theirs.open ?? theirs.live)!), part), yours: textOf(content, part) }))}
              busy={saving}
              onTheirs={() => { setTheirs(undefined); forget(); void show(theirs); }}
              onMine={() => void save(theirs.version)}
            />
          )}
        </>
      )}
      <Split side="wide-end">
        <div className="stack-6">
          <Editor content={content} onEdit={edit} locked={Boolean(old) || Boolean(locked)} slugTaken={slugTaken} />
          <Pictures content={content} onEdit={edit} revision={newest?.number} live={listing?.live?.number} locked={old ? t.listing.oldWhy : locked} />
          <Reasons content={content} onEdit={edit} locked={Boolean(old) || Boolean(locked)} />
          {listing && !old && <Changes app={app.id} />}
        </div>
        <div className="stack">
          <Preview content={content} live={Boolean(listing?.live)} />
          {!old && <Checks checks={checks} missing={missing} listing={listing !== undefined} />}
          <Thread app={app.id} query={thread} revision={shown?.number} listing={listing !== undefined} locked={mayAct(role, 'developer') ? undefined : t.listing.needsDeveloper} />
        </div>
      </Split>
      {listing?.open && (
        <>
          <Submit open={asking === 'submit'} onClose={() => setAsking(undefined)} app={app.id} revision={listing.open} onDone={show} />
          <Withdraw open={asking === 'withdraw'} onClose={() => setAsking(undefined)} app={app.id} revision={listing.open} onDone={show} />
        </>
      )}
    </>
  );
}

type Entry = NonNullable<ReturnType<typeof useThread>['data']>['data'][number];

/** Line is the way of the newest revision: what was done with it, and what is to come. */
function Line({ listing, thread }: { listing: ListingRecord | undefined; thread: readonly Entry[] }) {
  const open = listing?.open;
  if (listing && !open) return null;
  const did = thread.filter((entry) => entry.revision === open?.number && entry.kind !== 'COMMENT').toReversed().slice(-4);
  const states: { key: string; label: ReactNode }[] = did.map((entry, i) => {
    const says = t.listing.lineOn(t.listing.lineKinds[entry.kind as keyof typeof t.listing.lineKinds], entry.at);
    const now = i === did.length - 1;
    const tone: Tone = entry.kind === 'CHANGES_REQUESTED' ? 'warn' : entry.kind === 'REJECTED' ? 'bad' : now ? 'info' : entry.kind === 'WITHDRAWN' || entry.kind === 'RELEASED' ? 'off' : 'ok';
    return { key: entry.id, label: <Tag tone={tone}>{says}</Tag> };
  });
  let current = did.at(-1)?.id ?? 'draft';
  const state = open?.state ?? 'DRAFT';
  if (state === 'DRAFT') {
    states.push({ key: 'draft', label: <Tag tone="warn">{t.listing.lineDraft}</Tag> });
    current = 'draft';
  }
  if (state !== 'SUBMITTED' && state !== 'IN_REVIEW') states.push({ key: 'submitted', label: did.length > 0 ? t.listing.lineAgain : t.listing.lineSubmitted });
  if (state !== 'IN_REVIEW') states.push({ key: 'review', label: t.listing.lineInReview });
  states.push({ key: 'approved', label: listing?.live ? t.listing.lineReplaces(listing.live.number) : t.listing.lineApproved });
  return <StateLine label={t.listing.line} states={states} current={current} />;
}

type ActProps = { open: boolean; onClose: () => void; app: string; revision: Revision; onDone: (listing: ListingRecord) => Promise<void> };

function Submit({ open, onClose, app, revision, onDone }: ActProps) {
  const submit = api.useMutation('post', '/developer/apps/{id}/listing/submit');
  const [note, setNote] = useState('');
  return (
    <Dialog open={open} onClose={() => { submit.reset(); onClose(); }} title={t.listing.submitTitle(revision.number)} about={t.listing.submitAbout}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit.mutate({ params: { path: { id: app } }, body: { note } }, {
            onSuccess: (listing) => { setNote(''); onClose(); toast(t.listing.submitted(revision.number)); void onDone(listing); },
          });
        }}
      >
        <Field label={t.listing.submitNote} hint={t.listing.submitNoteHint}>
          <Textarea value={note} maxLength={4000} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {submit.error !== null && <div className="mt-3"><Refusal error={submit.error} /></div>}
        <div className="actions">
          <Button onClick={onClose}>{t.parts.cancel}</Button>
          <Button type="submit" look="primary" busy={submit.isPending}>{t.listing.submit}</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Refusal lists what a submission lacks, as the service tells it. */
function Refusal({ error }: { error: unknown }) {
  const said = asFault(error).details.map((detail) => detail.says ?? detail.message).filter((one) => typeof one === 'string');
  return <Failure error={error}>{said.length > 0 && <ul>{said.map((one) => <li key={one}>{one}</li>)}</ul>}</Failure>;
}

function Withdraw({ open, onClose, app, revision, onDone }: ActProps) {
  const withdraw = api.useMutation('post', '/developer/apps/{id}/listing/withdraw');
  return (
    <Confirm
      open={open}
      onClose={() => { withdraw.reset(); onClose(); }}
      title={t.listing.withdrawTitle(revision.number)}
      keep={t.listing.withdrawKeep}
      act={t.listing.withdrawAct(revision.number)}
      busy={withdraw.isPending}
      error={withdraw.error}
      onAct={() => withdraw.mutate({ params: { path: { id: app } } }, { onSuccess: (listing) => { onClose(); toast(t.listing.withdrawn(revision.number)); void onDone(listing); } })}
    >
      <p>{t.listing.withdrawWhy}</p>
    </Confirm>
  );
}
