import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button, TextButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Failure } from '#/parts/Failure';
import { Field, Textarea } from '#/parts/Field';
import { Say } from '#/parts/Say';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { format, t } from '#/texts';

export const useThread = (app: string, enabled: boolean) =>
  api.useQuery('get', '/developer/apps/{id}/listing/thread', { params: { path: { id: app } } }, { enabled, refetchInterval: 60_000 });

export type ThreadLine = { id: string; revision: number; kind: keyof typeof t.listing.did; who: string; text: string; at: string };

const initials = (name: string) => name.split(/\s+/).filter(Boolean).map((word) => word.charAt(0)).slice(0, 2).join('').toUpperCase();

/** ThreadLines is what was done with revisions and said about them, oldest first. */
export function ThreadLines({ lines }: { lines: readonly ThreadLine[] }) {
  return (
    <ol className="thread">
      {lines.map((line) => (
        <li key={line.id}>
          <span className="avatar" aria-hidden="true">{initials(line.who)}</span>
          <div>
            <p className="says"><Say text={t.listing.did[line.kind]} who={<b><bdi>{line.who}</bdi></b>} n={format.number(line.revision)} time={<Time at={line.at} />} /></p>
            {line.text !== '' && <p className="small whitespace-pre-line [overflow-wrap:anywhere]"><bdi>{line.text}</bdi></p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Thread is the makers' talk with review about a revision. */
export function Thread({ app, query, revision, listing, locked }: { app: string; query: ReturnType<typeof useThread>; revision: number | undefined; listing: boolean; locked?: string }) {
  const queries = useQueryClient();
  const [all, setAll] = useState(false);
  const [text, setText] = useState('');
  const send = api.useMutation('post', '/developer/apps/{id}/listing/thread');
  const lines: ThreadLine[] = (query.data?.data ?? []).toReversed().map((entry) => ({
    ...entry, who: entry.author.review ? t.listing.review : entry.author.name ?? t.listing.formerMember,
  }));
  const earlier = lines.filter((line) => line.revision !== revision);
  const shown = all ? lines : lines.filter((line) => line.revision === revision);
  return (
    <Card id="thread" title={t.listing.thread} end={revision !== undefined && <span className="small muted">{t.listing.revision(revision)}</span>} flush>
      {listing && query.error && !query.data ? <div className="card-body"><Failure error={query.error} title={t.parts.failed(t.listing.theThread)} onRetry={() => void query.refetch()} /></div>
        : listing && !query.data ? <Bones rows={2} />
          : shown.length > 0 ? <div className="px-4"><ThreadLines lines={shown} /></div>
            : <p className="card-body small muted">{t.listing.threadNone}</p>}
      {!all && earlier.length > 0 && <div className="px-4 pb-3"><TextButton onClick={() => setAll(true)}>{t.listing.threadAll(earlier.length)}</TextButton></div>}
      <form
        className="card-body border-t border-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (!text.trim() || locked || !listing) return;
          send.mutate({ params: { path: { id: app } }, body: { text: text.trim() } }, {
            onSuccess: () => {
              setText('');
              toast(t.listing.sent);
              void queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/listing/thread'] });
            },
          });
        }}
      >
        <Field label={t.listing.answer}>
          <Textarea rows={3} value={text} maxLength={4000} placeholder={t.listing.answerHint} readOnly={Boolean(locked)} onChange={(event) => setText(event.target.value)} />
        </Field>
        {send.error !== null && <Failure error={send.error} />}
        <Button little type="submit" busy={send.isPending} off={!listing ? t.listing.threadOff : locked ?? (text.trim() === '' ? t.listing.sendOff : undefined)}>{t.listing.send}</Button>
      </form>
    </Card>
  );
}
