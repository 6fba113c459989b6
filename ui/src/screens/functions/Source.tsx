import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { asFault } from '#/api/fault';
import { Button } from '#/parts/Button';
import { Failure } from '#/parts/Failure';
import { Field, Input, Textarea } from '#/parts/Field';
import { t } from '#/texts';
import './functions.css';

/** SourceFault is why a source was refused, with where the parser stopped. */
export function SourceFault({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null;
  const { details } = asFault(error);
  return (
    <Failure error={error} title={t.functions.sourceRefused}>
      {details.length > 0 && <ul>{details.map((detail, i) => <li key={i}>{t.functions.line(detail.line, detail.column, detail.message)}</li>)}</ul>}
    </Failure>
  );
}

/** CodeArea is a text area with the numbers of its lines: failures name them. */
export function CodeArea({ value, ...rest }: ComponentProps<'textarea'> & { value: string }) {
  const numbers = useRef<HTMLPreElement>(null);
  return (
    <div className="numbered">
      <pre className="input mono" aria-hidden ref={numbers}>{value.split('\n').map((_, i) => `${i + 1}\n`)}</pre>
      <Textarea mono wrap="off" spellCheck={false} autoCapitalize="none" value={value} onScroll={({ currentTarget: { scrollTop } }) => numbers.current?.scrollTo(0, scrollTop)} {...rest} />
    </div>
  );
}

/** SourceFile reads a source from a file. */
export const SourceFile = ({ onRead }: { onRead: (source: string) => void }) => (
  <Field label={t.functions.file}>
    <Input
      type="file"
      accept=".js,.mjs,text/javascript"
      className="file:mr-3 file:h-7 file:cursor-pointer file:rounded-small file:border file:border-solid file:border-control file:bg-wash file:px-2 file:text-small file:text-ink"
      onChange={(event) => void event.target.files?.[0]?.text().then(onRead)}
    />
  </Field>
);

/** SourceForm takes the first source of a function, written or from a file; what the parser says stands under it. */
export function SourceForm({ act, first, off, busy, error, onSend, onClose }: { act: string; first?: ReactNode; off?: string; busy: boolean; error: unknown; onSend: (source: string) => void; onClose: () => void }) {
  const [source, setSource] = useState(t.functions.exampleSource);
  const why = off ?? (source.trim() === '' ? t.functions.sourceOff : undefined);
  return (
    <form className="stack" onSubmit={(event) => { event.preventDefault(); if (!why && !busy) onSend(source); }}>
      {first}
      <SourceFile onRead={setSource} />
      <Field label={t.functions.source} hint={t.functions.sourceHint}>
        <CodeArea rows={10} value={source} onChange={(event) => setSource(event.target.value)} />
      </Field>
      <SourceFault error={error} />
      {why && <p className="why" id="source-why">{why}</p>}
      <div className="actions">
        <Button onClick={onClose}>{t.parts.cancel}</Button>
        <Button type="submit" look="primary" busy={busy} off={why} whyId="source-why">{act}</Button>
      </div>
    </form>
  );
}
