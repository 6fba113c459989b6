import { type ReactNode, useEffect, useRef } from 'react';
import { asFault, type Fault } from '#/api/fault';
import { t } from '#/texts';
import { Button } from './Button';
import { IdChip } from './IdChip';
import { Heading } from './Page';

function meaning(fault: Fault): string {
  if (fault.status === 0) return t.parts.noAnswer;
  if (fault.status === 429) return t.parts.tooMany;
  if (fault.status === 503) return t.parts.unavailable;
  return t.parts.fault;
}

type FailureProps = {
  error: unknown;
  /** What happened: "The deliveries could not be read". */
  title?: ReactNode;
  /** What it means: "Nothing is lost: deliveries go on without this page." */
  children?: ReactNode;
  onRetry?: () => void;
  /** Of its heading: 1 in place of a page, 2 right under the page's own, 3 in a card, a part of a form or a dialog. */
  level?: 1 | 2 | 3;
};

/**
 * Failure stands in the place of the part that failed, and the rest of the page works.
 * The sentences of a refusal are the service's own.
 */
export function Failure({ error, title, children, onRetry, level = 3 }: FailureProps) {
  const fault = asFault(error);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' }); // which some browsers answer with a promise
  }, [error]);
  const sentences = fault.refused ? fault.sentences : [];
  return (
    <div className="note bad" role="alert" ref={box}>
      <Heading level={level}>{title ?? (sentences.length > 1 ? t.parts.problems(sentences.length) : t.parts.notDone)}</Heading>
      {sentences.length > 1 ? (
        <ul className="small">{sentences.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
      ) : (
        <p className="small">{sentences[0] ?? meaning(fault)}</p>
      )}
      {children && <div className="small">{children}</div>}
      {(onRetry || fault.requestId) && (
        <div className="actions">
          {onRetry && <Button little onClick={onRetry}>{t.parts.tryAgain}</Button>}
          {fault.requestId && (
            <>
              <span className="why">{t.parts.request}</span>
              <IdChip id={fault.requestId} />
            </>
          )}
        </div>
      )}
    </div>
  );
}
