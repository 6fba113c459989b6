import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Field, Input, Textarea } from '#/parts/Field';
import { Say } from '#/parts/Say';
import { Time } from '#/parts/Time';
import { format, t } from '#/texts';
import { readHeader, sign, sizeOf } from './signature';

type Outcome = { ok: true; t: string; which: number; of: number } | { ok: false; text: string };

const moment = (seconds: string) => new Date(Number(seconds) * 1000).toISOString();

/**
 * Verify does what a receiver does, in this tab. The secret is in no request, no history
 * and no storage; it is gone when the page is left, also into the browser's back cache.
 */
export function Verify({ body, signature, times }: { body: string; /** The header of the attempt that is shown. */ signature: string | null; /** When attempts of this delivery were signed. */ times: ReadonlySet<string> }) {
  const [header, setHeader] = useState(signature ?? '');
  const [secret, setSecret] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const said = useId();
  useEffect(() => {
    const clear = () => setSecret('');
    window.addEventListener('pagehide', clear);
    return () => window.removeEventListener('pagehide', clear);
  }, []);

  const check = async (): Promise<Outcome> => {
    const { t: at, v1 } = readHeader(header);
    const key = secret.trim();
    if (at === undefined) return { ok: false, text: t.deliveries.noTime };
    if (v1.length === 0) return { ok: false, text: t.deliveries.noSignatures };
    if (key === '') return { ok: false, text: t.deliveries.noSecret };
    if (!key.startsWith('whsec_')) return { ok: false, text: t.deliveries.notSecret };
    if (!globalThis.isSecureContext || !('subtle' in globalThis.crypto)) return { ok: false, text: t.deliveries.noCrypto };
    const which = v1.indexOf(await sign(key, at, body));
    if (which >= 0) return { ok: true, t: at, which, of: v1.length };
    return { ok: false, text: `${t.deliveries.noMatch} ${times.has(at) ? t.deliveries.noMatchWhy : t.deliveries.notThis.replace('{t}', at)}` };
  };
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setOutcome(await check());
  };

  return (
    <Card title={t.deliveries.verify} id="verify" end={<span className="small muted">{t.deliveries.verifyWhere}</span>}>
      <form className="grid-2 max-side:grid-cols-1" onSubmit={(event: SubmitEvent<HTMLFormElement>) => void submit(event)} autoComplete="off" noValidate>
        <Field label={t.deliveries.header} hint={signature !== null && header === signature ? t.deliveries.headerHint : undefined}>
          <Textarea mono rows={4} value={header} onChange={(event) => { setHeader(event.target.value); setOutcome(undefined); }} spellCheck={false} />
        </Field>
        <div className="grid content-start justify-items-start gap-3 *:first:w-full">
          <Field label={t.deliveries.secret} hint={<Say text={t.deliveries.secretHint} />}>
            <Input mono type="password" value={secret} onChange={(event) => { setSecret(event.target.value); setOutcome(undefined); }} autoComplete="off" spellCheck={false} data-1p-ignore data-lpignore="true" />
          </Field>
          <Button little type="submit" aria-describedby={outcome ? said : undefined}>{t.deliveries.act}</Button>
        </div>
      </form>
      <div role="status" id={said}>
        {outcome && (outcome.ok ? (
          <div className="note ok">
            <p>
              <b>{t.deliveries.matches}</b> <Say text={t.deliveries.matchesWhich(outcome.which, outcome.of)} />
              {' '}<Say text={t.deliveries.matchesOver} t={<code>{outcome.t}.</code>} bytes={format.bytes(sizeOf(body))} time={<Time at={moment(outcome.t)} />} />
              {outcome.which > 0 && <> {t.deliveries.matchesOld}</>}
            </p>
          </div>
        ) : <div className="note bad"><p><Say text={outcome.text} /></p></div>)}
      </div>
    </Card>
  );
}
