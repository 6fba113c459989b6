import { Fragment, type ReactNode } from 'react';

/**
 * Say shows a text of the catalogue. {name} is replaced by the property of that name,
 * `code` in backticks becomes <code>.
 */
export function Say({ text, ...parts }: { text: string } & Record<string, ReactNode>) {
  return text.split(/(\{\w+\}|`[^`]+`)/).map((piece, i) => {
    if (piece.startsWith('`')) return <code key={i}>{piece.slice(1, -1)}</code>;
    if (piece.startsWith('{')) return <Fragment key={i}>{parts[piece.slice(1, -1)]}</Fragment>;
    return piece;
  });
}
