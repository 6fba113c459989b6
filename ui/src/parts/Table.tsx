import type { LinkProps } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { cx } from './cx';
import { useKey } from './keys';
import { Link } from './Link';

export type Column<R> = {
  key: string;
  head: ReactNode;
  cell: (row: R) => ReactNode;
  /** Numbers and times stand at the end. */
  end?: boolean;
  /** This cell is the row's link, where the table has `open`. */
  opens?: boolean;
  /**
   * Where the cell goes when the table has no room: on the first line at its start or its
   * end, on a line of its own, among the facts, on the last line, or nowhere.
   */
  fold?: 'first' | 'end' | 'full' | 'meta' | 'act' | 'none';
  /** What a folded cell is called, where its value alone does not say. */
  label?: string;
  className?: string;
};

type TableProps<R> = {
  label: string;
  columns: readonly (Column<R> | false)[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** Where a row leads. A click anywhere opens it, ⌘-click opens a tab. */
  open?: (row: R) => LinkProps;
  /** The key of the row that is open beside the table. While one is, arrows walk the rows. */
  selected?: string;
  onWalk?: (row: R) => void;
  /** While other rows are on their way. */
  busy?: boolean;
  /** Rows that changed just now, by key. */
  changed?: ReadonlySet<string>;
  roomy?: boolean;
  /** The first column names the row. */
  className?: string;
};

const manyRows = 200;

/**
 * Table folds by the room of its card or of the main column: a row becomes two or three
 * lines. Roles are written out, because `display` takes them away. j and k, or arrows,
 * go from row to row.
 */
export function Table<R>(props: TableProps<R>) {
  const { label, rows, rowKey, open, selected, onWalk, busy, roomy, className } = props;
  const columns = props.columns.filter((column) => column !== false);
  const table = useRef<HTMLTableElement>(null);

  const walk = (by: 1 | -1, arrows: boolean) => {
    const inside = table.current?.contains(document.activeElement) ?? false;
    if (!open || rows.length === 0 || (arrows && !inside && selected === undefined)) return false;
    const focused = (document.activeElement?.closest('tr[data-key]') as HTMLElement | null)?.dataset.key;
    const at = rows.findIndex((row) => rowKey(row) === ((inside ? focused : undefined) ?? selected));
    const next = rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]!;
    const shown = [...(table.current?.querySelectorAll<HTMLElement>('tr[data-key]') ?? [])];
    const link = shown.find((row) => row.dataset.key === rowKey(next))?.querySelector<HTMLElement>('a.row-link');
    link?.focus();
    link?.scrollIntoView({ block: 'nearest' });
    if (selected !== undefined) onWalk?.(next);
    return true;
  };
  useKey('j', () => walk(1, false));
  useKey('k', () => walk(-1, false));
  useKey('ArrowDown', () => walk(1, true));
  useKey('ArrowUp', () => walk(-1, true));

  return (
    <table ref={table} className={cx('table fold', open && 'hover', roomy && 'roomy', className)} role="table" aria-label={label} aria-busy={busy || undefined} aria-rowcount={rows.length > manyRows ? rows.length + 1 : undefined}>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" className={column.end ? 'right' : undefined}>{column.head}</th>
          ))}
        </tr>
      </thead>
      {rows.length > manyRows ? <VirtualBody {...props} columns={columns} /> : (
        <tbody role="rowgroup">
          {rows.map((row) => <Row key={rowKey(row)} row={row} {...props} columns={columns} />)}
        </tbody>
      )}
    </table>
  );
}

type Whole<R> = Omit<TableProps<R>, 'columns'> & { columns: readonly Column<R>[] };
type RowProps<R> = Whole<R> & { row: R; index?: number; measure?: (element: HTMLTableRowElement | null) => void };

function Row<R>({ row, columns, rowKey, open, selected, changed, index, measure }: RowProps<R>) {
  const key = rowKey(row);
  const openRow = (event: MouseEvent<HTMLTableRowElement>) => {
    // What is in the row acts for itself, and whoever selects text wants that.
    if ((event.target as Element).closest('a,button,input,label,time') || window.getSelection()?.toString()) return;
    const { ctrlKey, metaKey, shiftKey } = event;
    event.currentTarget.querySelector('a.row-link')?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
  };
  return (
    <tr
      role="row"
      ref={measure}
      data-key={key}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      aria-current={selected === key ? 'true' : undefined}
      className={cx(open && 'opens', changed?.has(key) && 'changed')}
      onClick={open && openRow}
    >
      {columns.map((column) => (
        <td key={column.key} role="cell" data-l={column.label} className={cx(column.end && 'right', column.fold && `f-${column.fold}`, column.className)}>
          {column.opens && open ? <Link className="row-link" {...open(row)}>{column.cell(row)}</Link> : column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** VirtualBody has only the rows that are in sight, and room for the others. */
function VirtualBody<R>(props: Whole<R>) {
  const { rows, columns, rowKey } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtual = useWindowVirtualizer({ count: rows.length, estimateSize: () => 36, overscan: 12, scrollMargin: top, getItemKey: (i) => rowKey(rows[i]!) });
  const items = virtual.getVirtualItems();
  const before = (items[0]?.start ?? top) - top;
  const after = virtual.getTotalSize() - ((items.at(-1)?.end ?? top) - top);
  return (
    <tbody role="rowgroup" ref={body}>
      <Room rows={before} span={columns.length} />
      {items.map((item) => <Row key={item.key} {...props} columns={columns} row={rows[item.index]!} index={item.index} measure={virtual.measureElement} />)}
      <Room rows={after} span={columns.length} />
    </tbody>
  );
}

const Room = ({ rows, span }: { rows: number; span: number }) =>
  rows > 0 && <tr role="presentation"><td role="presentation" colSpan={span} style={{ blockSize: rows, padding: 0 }} /></tr>;

/** TableFoot says how much of how many is shown, and offers more. */
export function TableFoot({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  return (
    <div className="table-foot">
      <span>{children}</span>
      {end}
    </div>
  );
}
