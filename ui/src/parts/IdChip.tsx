import type { LinkProps } from '@tanstack/react-router';
import { Copy } from './Copy';
import { Link } from './Link';

/** shortId keeps the first and the last six characters. */
export const shortId = (id: string) => (id.length <= 14 ? id : `${id.slice(0, 6)}…${id.slice(-6)}`);

/** IdChip is an id, with a button that copies it. With `to` it leads to the record. */
export function IdChip({ id, to, whole, bare }: { id: string; to?: LinkProps; whole?: boolean; bare?: boolean }) {
  const code = <code title={id}>{whole ? id : shortId(id)}</code>;
  return (
    <span className={bare ? 'id bare' : 'id'}>
      {to ? <Link {...to}>{code}</Link> : code}
      {!bare && <Copy text={id} what={id} />}
    </span>
  );
}
