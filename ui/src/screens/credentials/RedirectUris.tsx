import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, client, ifMatch, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button, IconButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Conflict } from '#/parts/Conflict';
import { Failure } from '#/parts/Failure';
import { Field, Input } from '#/parts/Field';
import { Icon } from '#/parts/Icon';
import { Entry } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Lint } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useOff } from '#/shell/may';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { useDraft } from '../draft';
import { match, problemOf, slipsOf } from './redirect';

const path = '/developer/apps/{id}/redirect-uris';
const most = 10;
const none: string[] = [];

export function RedirectUris() {
  const app = useApp();
  const queries = useQueryClient();
  const off = useOff('developer');
  const init = { params: { path: { id: app.id } } };
  const query = api.useQuery('get', path, init);
  const list = useRef<HTMLDivElement>(null);
  const draft = useDraft<string[]>({
    saved: query.data && { value: query.data.data.map((one) => one.uri), version: query.data.version },
    same: (a, b) => a.join('\n') === b.join('\n'),
    write: async (redirectUris, version) => {
      const { data } = await client.PUT(path, { params: { ...init.params, header: ifMatch(version) }, body: { redirectUris } });
      queries.setQueryData(['get', path, init], data);
      void queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}'] });
      void queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/scopes'] });
    },
    readAnew: async () => {
      const { data } = await query.refetch();
      return data && { value: data.data.map((one) => one.uri), version: data.version };
    },
    onSaved: () => toast(t.credentials.urisSaved),
  });
  const uris = draft.value ?? none;
  const fault = draft.error ? asFault(draft.error) : undefined;
  const refused = new Map(fault?.code === 'REDIRECT_URIS_INVALID' ? fault.details.map((one) => [one['index'] as number, one['reason'] as string]) : []);
  const problems = uris.filter((_, at) => problemOf(at, uris)).length;
  const focusLast = () => requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('.uri-row:last-of-type input')?.focus());

  return (
    <Entry id="redirects" title={t.credentials.redirects} about={t.credentials.redirectsAbout}>
      {query.error && !query.data && <Failure error={query.error} title={t.parts.failed(t.credentials.redirects)} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Bones rows={2} />}
      {query.data && (
        <>
          {uris.length === 0 && <p className="small muted">{t.credentials.urisNone}</p>}
          <div ref={list}>
            {uris.map((_, at) => (
              <UriRow
                key={at}
                at={at}
                uris={uris}
                saved={query.data.data.find((one) => one.uri === uris[at])}
                refused={refused.get(at)}
                readOnly={off !== undefined}
                onChange={(next) => draft.edit(uris.with(at, next))}
                onRemove={() => draft.edit(uris.toSpliced(at, 1))}
              />
            ))}
          </div>
          <Button
            little
            off={off ?? (uris.length >= most ? t.credentials.urisFull : undefined)}
            onClick={() => {
              draft.edit([...uris, '']);
              focusLast();
            }}
          >
            <Icon name="plus" />
            {t.credentials.addUri}
          </Button>
          <WouldMatch uris={query.data.data.map((one) => one.uri)} />
          {draft.theirs && (
            <Conflict
              parts={[{ key: 'uris', name: t.credentials.redirects, theirs: draft.theirs.value.join('\n'), yours: uris.join('\n') }]}
              onTheirs={draft.drop}
              onMine={draft.saveOver}
              busy={draft.busy}
            />
          )}
          {fault && !draft.theirs && <Failure error={fault} title={t.credentials.urisNotSaved} />}
          <div className="actions">
            <Button
              busy={draft.busy}
              off={off ?? (problems > 0 ? t.credentials.urisProblem(problems) : draft.changed ? undefined : t.credentials.nothingChanged)}
              onClick={draft.save}
            >
              {t.credentials.saveUris}
            </Button>
            {draft.changed && <Button onClick={draft.drop}>{t.credentials.undo}</Button>}
          </div>
        </>
      )}
    </Entry>
  );
}

type UriRowProps = { at: number; uris: readonly string[]; saved: Schemas['RedirectUriList']['data'][number] | undefined; refused: string | undefined; readOnly: boolean; onChange: (uri: string) => void; onRemove: () => void };

function UriRow({ at, uris, saved, refused, readOnly, onChange, onRemove }: UriRowProps) {
  const uri = uris[at]!;
  const problem = problemOf(at, uris);
  const bad = problem ? t.credentials.problems[problem] : refused;
  const slips = slipsOf(at, uris);
  const id = `uri-${at}-lint`;
  return (
    <div className="uri-row">
      <Input mono value={uri} readOnly={readOnly} aria-label={t.credentials.uri(at + 1)} aria-describedby={id} aria-invalid={bad ? true : undefined} spellCheck={false} autoCapitalize="none" autoComplete="off" placeholder={t.credentials.uriExample} onChange={(event) => onChange(event.target.value.trim())} />
      {!readOnly && <IconButton icon="close" label={t.credentials.removeUri(uri || t.credentials.uri(at + 1))} onClick={onRemove} className="h-auto!" />}
      <div id={id} className="col-span-full grid gap-1">
        {bad && problem !== 'empty' && <Lint tone="bad"><strong>{t.credentials.cannotSave}</strong> {bad}</Lint>}
        {problem === 'empty' && <Lint tone="info">{t.credentials.problems.empty}</Lint>}
        {!bad && slips.length === 0 && <Lint tone="ok"><strong>{t.credentials.good}</strong></Lint>}
        {!bad && slips.map((slip) => (
          <Lint key={slip} tone={slip === 'LOOPBACK' ? 'info' : 'warn'}>
            <strong>{t.credentials.slips[slip].what}</strong> {t.credentials.slips[slip].todo}
          </Lint>
        ))}
        {saved && !bad && (
          <p className="why">
            {saved.uses > 0 ? <Say text={t.credentials.uriUsed(saved.uses)} time={saved.lastUsedAt ? <Time at={saved.lastUsedAt} /> : ''} /> : t.credentials.uriUnused}
          </p>
        )}
      </div>
    </div>
  );
}

/** WouldMatch compares what an app sends with what is saved, letter by letter. */
function WouldMatch({ uris }: { uris: readonly string[] }) {
  const [asked, setAsked] = useState('');
  const found = asked === '' ? undefined : match(asked, uris);
  return (
    <Card>
      <Field label={t.credentials.wouldMatch} hint={<Say text={t.credentials.wouldMatchHint} />}>
        <Input mono value={asked} spellCheck={false} autoCapitalize="none" autoComplete="off" onChange={(event) => setAsked(event.target.value.trim())} />
      </Field>
      <div role="status">
        {found?.ok && <div className="note ok"><p>{t.credentials.matches}</p></div>}
        {found?.ok === false && (
          <div className="note bad">
            <p><Say text={t.credentials.refused} /></p>
            <p className="small">
              {found.nearest === undefined ? t.credentials.noneSaved : (
                <Say
                  text={found.at >= asked.length ? t.credentials.endsEarly : found.at >= found.nearest.length ? t.credentials.goesOn : t.credentials.firstDifference}
                  nearest={<code>{found.nearest}</code>}
                  at={found.at + 1}
                  sent={<code>{asked[found.at]}</code>}
                  saved={<code>{found.nearest[found.at]}</code>}
                  shown={<code>{asked.slice(0, found.at)}<span className="diff-char">{asked[found.at] ?? '\u00a0'}</span>{asked.slice(found.at + 1)}</code>}
                />
              )}
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}
