import type { ReactNode } from 'react';
import { CodeBlock, coloured } from '#/parts/CodeBlock';

const mark = /"(\[(?:a name of )?\d+ characters?\])"/;

/** Redacted is a body of which texts are counted, not kept: what stands for them is no string. */
export function Redacted({ label, value }: { label: string; value: unknown }) {
  const text = JSON.stringify(value, null, 2);
  const pieces: ReactNode[] = text.split(mark).map((piece, i) => (i % 2 === 1 ? <span key={i} className="m">{piece}</span> : <span key={i}>{coloured(piece)}</span>));
  return <CodeBlock label={label} text={text}>{pieces}</CodeBlock>;
}
