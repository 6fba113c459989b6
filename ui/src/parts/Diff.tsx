import type { ReactNode } from 'react';
import { t } from '#/texts';

export type Piece = { kind: 'same' | 'gone' | 'new'; text: string };

/** words compares two texts word by word, by their longest common run of words. */
export function words(before: string, after: string): Piece[] {
  const a = before.match(/\s+|[^\s]+/g) ?? [];
  const b = after.match(/\s+|[^\s]+/g) ?? [];
  // length[i][j]: how long the longest common run of a from i and b from j is.
  const length = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      length[i]![j] = a[i] === b[j] ? length[i + 1]![j + 1]! + 1 : Math.max(length[i + 1]![j]!, length[i]![j + 1]!);
    }
  }
  const out: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    const last = out.at(-1);
    if (last?.kind === kind) last.text += text;
    else out.push({ kind, text });
  };
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      add('same', a[i]!);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && length[i + 1]![j]! >= length[i]![j + 1]!)) {
      add('gone', a[i]!);
      i += 1;
    } else {
      add('new', b[j]!);
      j += 1;
    }
  }
  return out;
}

/** around is how much of an unchanged run is kept beside what changed, in characters. */
const around = 60;

/** near cuts the middle out of a long unchanged run, or the far end of the first and the last. */
function near(text: string, first: boolean, last: boolean): string {
  if (text.length <= 2 * around + 20) return text;
  const head = first ? '' : text.slice(0, around).replace(/\S*$/, '');
  const tail = last ? '' : text.slice(-around).replace(/^\S*/, '');
  return `${head}…${tail}`;
}

/**
 * DiffText shows what went and what came, struck and underlined, so that no colour is
 * needed. With `side` it is one half, for two columns; long unchanged runs are then cut.
 */
export function DiffText({ before, after, side }: { before: string; after: string; side?: 'before' | 'after' }) {
  const all = words(before, after);
  const pieces = side ? half(all, side) : all;
  return pieces.map((piece, i) => {
    if (piece.kind === 'gone') return <del key={i}><span className="unseen">{t.parts.diffRemoved} </span>{piece.text}</del>;
    if (piece.kind === 'new') return <ins key={i}><span className="unseen">{t.parts.diffAdded} </span>{piece.text}</ins>;
    return side ? near(piece.text, i === 0, i === pieces.length - 1) : piece.text;
  });
}

/** half is one side of a comparison. A space between two changed words is changed with them. */
function half(all: readonly Piece[], side: 'before' | 'after'): Piece[] {
  const kind = side === 'before' ? 'gone' : 'new';
  const out: Piece[] = [];
  all.filter((piece) => piece.kind === 'same' || piece.kind === kind).forEach((piece, i, list) => {
    const between = piece.kind === 'same' && /^ +$/.test(piece.text) && list[i - 1]?.kind === kind && list[i + 1]?.kind === kind;
    const now = between ? kind : piece.kind;
    const last = out.at(-1);
    if (last?.kind === now) last.text += piece.text;
    else out.push({ kind: now, text: piece.text });
  });
  return out;
}

export type DiffRow = { key: string; name: ReactNode; before: ReactNode; after: ReactNode };

/** Diff is a table of parts, before and after. A cell of two texts is a <DiffText>. */
export function Diff({ label, rows, before = t.parts.diffBefore, after = t.parts.diffAfter }: { label: string; rows: readonly DiffRow[]; before?: string; after?: string }) {
  return (
    <table className="diff" aria-label={label}>
      <thead><tr><th scope="col">{t.parts.diffField}</th><th scope="col">{before}</th><th scope="col">{after}</th></tr></thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            <td data-l={before}>{row.before}</td>
            <td data-l={after}>{row.after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
