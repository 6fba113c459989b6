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

/** DiffText shows what went and what came, struck and underlined, so that no colour is needed. */
export function DiffText({ before, after }: { before: string; after: string }) {
  return words(before, after).map((piece, i) => {
    if (piece.kind === 'gone') return <del key={i}><span className="unseen">{t.parts.diffRemoved} </span>{piece.text}</del>;
    if (piece.kind === 'new') return <ins key={i}><span className="unseen">{t.parts.diffAdded} </span>{piece.text}</ins>;
    return piece.text;
  });
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
