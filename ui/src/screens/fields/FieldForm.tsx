import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { api, ifMatch } from '#/api/client';
import { asFault } from '#/api/fault';
import { Button } from '#/parts/Button';
import { Conflict } from '#/parts/Conflict';
import { Dialog } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Check, Field, Input, Select, Textarea } from '#/parts/Field';
import { Say } from '#/parts/Say';
import { Lint } from '#/parts/Tag';
import { toast } from '#/parts/toast';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { type AppField, blank, choicesOf, type Draft, draftOf, type FieldType, isNumber, isText, keyFits, type Pattern, type RecordType, rulesOf } from './form';

const words = t.fields;
const keysOf = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as K[];

/** FieldForm declares a field, or changes one. */
export function FieldForm({ field, onClose }: { field: AppField | undefined; onClose: () => void }) {
  const app = useApp();
  const cache = useQueryClient();
  // What the form began with: the list may be read anew while somebody types.
  const [base] = useState(field);
  const [draft, setDraft] = useState<Draft>(base ? draftOf(base) : blank);
  const [tried, setTried] = useState(false);
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const reread = () => cache.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/app-data-fields'] });
  const finish = async (text: string) => {
    await reread();
    toast(text);
    onClose();
  };
  const create = api.useMutation('post', '/developer/apps/{id}/app-data-fields', { onSuccess: () => finish(words.created(draft.key)) });
  const change = api.useMutation('patch', '/developer/apps/{id}/app-data-fields/{fieldId}', {
    onSuccess: () => finish(words.saved(draft.key)),
    onError: (error) => { if (asFault(error).status === 412) void reread(); },
  });
  const { error } = base ? change : create;
  const busy = create.isPending || change.isPending;
  const scope = words.scopes[draft.resourceType];
  const wrong = {
    key: !base && !keyFits(draft.key) ? words.keyError : undefined,
    label: draft.label.trim() === '' ? words.labelError : undefined,
    choices: draft.type === 'CHOICE' && choicesOf(draft).length === 0 ? words.choicesError : undefined,
  };
  const shown: Partial<typeof wrong> = tried ? wrong : {};

  const send = (version: number | undefined) => {
    const common = { label: draft.label.trim(), description: draft.description.trim(), visibleToBusiness: draft.visibleToBusiness, editableByBusiness: draft.visibleToBusiness && draft.editableByBusiness, ...rulesOf(draft) };
    if (base) change.mutate({ params: { path: { id: app.id, fieldId: base.id }, header: ifMatch(version ?? base.version) }, body: { ...common, ...(draft.type === base.type ? {} : { type: draft.type }) } });
    else create.mutate({ params: { path: { id: app.id } }, body: { ...common, resourceType: draft.resourceType, key: draft.key, type: draft.type } });
  };
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!wrong.key && !wrong.label && !wrong.choices && !busy) send(undefined);
  };
  const conflict = base && field && error && asFault(error).status === 412;
  return (
    <Dialog open onClose={onClose} wide title={base ? words.editTitle(base.key) : words.newTitle} about={words.forGood}>
      <form className="stack" onSubmit={onSubmit} noValidate>
        {!base && (
          <div className="grid gap-4 phone:grid-cols-2">
            <Field label={words.record} hint={<Say text={words.recordHint(scope)} />}>
              <Select value={draft.resourceType} onChange={(event) => set({ resourceType: event.target.value as RecordType })}>
                {keysOf(words.records).map((value) => <option key={value} value={value}>{words.records[value]}</option>)}
              </Select>
            </Field>
            <Field label={words.key} hint={words.keyHint} error={shown.key}>
              <Input mono value={draft.key} maxLength={64} spellCheck={false} autoCapitalize="none" onChange={(event) => set({ key: event.target.value })} />
            </Field>
          </div>
        )}
        {!app.scopes.includes(scope) && <Lint tone="warn">{words.scopeMissing(scope)}</Lint>}
        <Field label={words.label} hint={words.labelHint} error={shown.label} count={words.of(draft.label.length, 80)}>
          <Input value={draft.label} maxLength={80} onChange={(event) => set({ label: event.target.value })} />
        </Field>
        <Field label={words.about} hint={words.aboutHint} count={words.of(draft.description.length, 500)}>
          <Textarea rows={2} value={draft.description} maxLength={500} onChange={(event) => set({ description: event.target.value })} />
        </Field>
        <Field label={words.type} hint={words.typeHint}>
          <Select value={draft.type} onChange={(event) => set({ type: event.target.value as FieldType })}>
            {keysOf(words.types).map((value) => <option key={value} value={value}>{words.types[value]}</option>)}
          </Select>
        </Field>
        <RuleFields draft={draft} set={set} choices={shown.choices} />
        {base && <p className="why">{words.rulesLater}</p>}
        <div className="grid gap-2">
          <Check checked={draft.visibleToBusiness} onChange={(event) => set({ visibleToBusiness: event.target.checked })}>{words.visible}</Check>
          <Check checked={draft.visibleToBusiness && draft.editableByBusiness} disabled={!draft.visibleToBusiness} onChange={(event) => set({ editableByBusiness: event.target.checked })}>
            {words.editable}{!draft.visibleToBusiness && <span className="why"> {words.editableWhy}</span>}
          </Check>
        </div>
        {conflict ? (
          <Conflict parts={differences(field, draft)} onTheirs={onClose} onMine={() => send(field.version)} busy={busy} />
        ) : error && <Failure error={error} />}
        {tried && (wrong.key || wrong.label || wrong.choices) && <p className="why" role="alert">{words.fix}</p>}
        <div className="actions">
          <Button onClick={onClose}>{t.parts.cancel}</Button>
          <Button type="submit" look="primary" busy={busy}>{base ? words.save : words.create}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function RuleFields({ draft, set, choices }: { draft: Draft; set: (change: Partial<Draft>) => void; choices: string | undefined }) {
  const one = (label: string, name: 'minLength' | 'maxLength' | 'min' | 'max' | 'scale', numeric: boolean) => (
    <Field label={label}>
      <Input inputMode={numeric ? 'numeric' : 'decimal'} value={draft[name]} placeholder={words.optional} onChange={(event) => set({ [name]: event.target.value })} />
    </Field>
  );
  if (isText(draft.type)) {
    return (
      <div className="grid gap-4 phone:grid-cols-3">
        {one(words.minLength, 'minLength', true)}
        {one(words.maxLength, 'maxLength', true)}
        {draft.type === 'TEXT' && (
          <Field label={words.pattern}>
            <Select value={draft.pattern} onChange={(event) => set({ pattern: event.target.value as '' | Pattern })}>
              <option value="">{words.patternNone}</option>
              {keysOf(words.patterns).map((value) => <option key={value} value={value}>{words.patterns[value]}</option>)}
            </Select>
          </Field>
        )}
      </div>
    );
  }
  if (isNumber(draft.type)) {
    return (
      <div className="grid gap-4 phone:grid-cols-3">
        {one(words.min, 'min', draft.type === 'INTEGER')}
        {one(words.max, 'max', draft.type === 'INTEGER')}
        {draft.type === 'DECIMAL' && one(words.scale, 'scale', true)}
      </div>
    );
  }
  if (draft.type !== 'CHOICE') return null;
  return <Field label={words.choices} hint={words.choicesHint} error={choices}><Textarea rows={4} value={draft.choices} onChange={(event) => set({ choices: event.target.value })} /></Field>;
}

/** differences is what the form and the saved field do not agree on. */
function differences(saved: AppField, mine: Draft) {
  const theirs = draftOf(saved);
  const seen = (draft: Draft) => (draft.visibleToBusiness ? (draft.editableByBusiness ? words.edits : words.sees) : words.hidden);
  return [
    { key: 'label', name: words.label, theirs: theirs.label, yours: mine.label },
    { key: 'about', name: words.about, theirs: theirs.description, yours: mine.description },
    { key: 'type', name: words.type, theirs: words.types[theirs.type], yours: words.types[mine.type] },
    { key: 'choices', name: words.choices, theirs: choicesOf(theirs).join(', '), yours: choicesOf(mine).join(', ') },
    { key: 'rules', name: words.rules, theirs: [theirs.minLength, theirs.maxLength, theirs.pattern, theirs.min, theirs.max, theirs.scale].filter(Boolean).join(', '), yours: [mine.minLength, mine.maxLength, mine.pattern, mine.min, mine.max, mine.scale].filter(Boolean).join(', ') },
    { key: 'business', name: words.business, theirs: seen(theirs), yours: seen(mine) },
  ];
}
