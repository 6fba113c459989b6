import type { ReactNode } from 'react';
import { t } from '#/texts';
import { Copy } from './Copy';

type CodeBlockProps = {
  /** Names the place and the copy button: "the command". */
  label: string;
  /** What is copied, byte for byte. It is shown too, unless there are children. */
  text: string;
  head?: ReactNode;
  children?: ReactNode;
};

/** CodeBlock wraps what does not fit; nothing in it scrolls sideways. */
export function CodeBlock({ label, text, head, children }: CodeBlockProps) {
  return (
    <div>
      <div className="code-head">
        <div>{head ?? <b>{label}</b>}</div>
        <Copy text={text} what={label} />
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long code is read by keyboard */}
      <pre className="code" tabIndex={0} role="region" aria-label={label}>{children ?? text}</pre>
    </div>
  );
}

/** coloured marks the parts of a sample: strings, names of members, remarks. */
export function coloured(text: string): ReactNode[] {
  return text.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?|^\s*#.*$|\/\/.*$)/m).map((piece, i) => {
    if (piece.startsWith('"')) {
      return piece.endsWith(':')
        ? <span key={i}><span className="k">{piece.slice(0, -1)}</span>:</span>
        : <span key={i} className="s">{piece}</span>;
    }
    if (/^\s*(#|\/\/)/.test(piece) && i % 2 === 1) return <span key={i} className="m">{piece}</span>;
    return piece;
  });
}

/** Json is a value, indented and coloured. */
export const Json = ({ label = t.parts.copy, value }: { label?: string; value: unknown }) => {
  const text = JSON.stringify(value, null, 2);
  return <CodeBlock label={label} text={text}>{coloured(text)}</CodeBlock>;
};
