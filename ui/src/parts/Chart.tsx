import type { LinkProps } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import { format, t } from '#/texts';
import { Card } from './Card';
import { Segments } from './Segments';

export type Series = {
  key: string;
  name: string;
  /** area, line: of the accent. second: dashed, of ink. bar; hatch and bad are stacked in that order. */
  look: 'area' | 'line' | 'second' | 'bar' | 'hatch' | 'bad';
};
export type Point = { at: string; values: Record<string, number> };

type ChartProps = {
  /** What it shows, in words: names the plot for screen readers. */
  label: string;
  series: readonly Series[];
  points: readonly Point[];
  interval: 'hour' | 'day';
  /** How values are written: 412 ms. */
  write?: (n: number) => string;
  /** Behind the zero of the axis: "ms". */
  unit?: string;
  /** Opens what happened in one bar. */
  onOpen?: (point: Point) => void;
};

const width = 480;
const height = 136;

/** ceiling is the least round number that three equal steps reach. */
export function ceiling(most: number): number {
  const step = Math.max(most / 3, 1);
  const power = 10 ** Math.floor(Math.log10(step));
  const round = [1, 2, 2.5, 4, 5, 10].map((n) => n * power).find((n) => n >= step && Number.isInteger(n));
  return 3 * (round ?? 10 * power);
}

const bars = (look: Series['look']) => look === 'bar' || look === 'hatch' || look === 'bad';

/** Chart has a baseline at zero, three grid lines, five times in UTC, and a reading line. */
export function Chart({ label, series, points, interval, write = format.number, unit, onOpen }: ChartProps) {
  const [reading, setReading] = useState<number>();
  const hatch = useId();
  const stacked = series.every((one) => bars(one.look));
  const top = ceiling(Math.max(0, ...points.map((point) => {
    const values = series.map((one) => point.values[one.key] ?? 0);
    return stacked ? values.reduce((a, b) => a + b, 0) : Math.max(...values);
  })));
  const slot = width / Math.max(points.length, 1);
  const x = (i: number) => (stacked ? (i + 0.5) * slot : points.length < 2 ? width / 2 : (i * width) / (points.length - 1));
  const y = (n: number) => height - (n / top) * height;
  const move = (to: number) => setReading(Math.min(Math.max(to, 0), points.length - 1));

  const onKeyDown = (event: KeyboardEvent) => {
    const from = reading ?? points.length - 1;
    const moves: Record<string, () => void> = {
      ArrowLeft: () => move(reading === undefined ? from : from - 1), ArrowRight: () => move(reading === undefined ? 0 : from + 1),
      Home: () => move(0), End: () => move(points.length - 1), Escape: () => setReading(undefined),
      Enter: () => onOpen?.(points[from]!),
    };
    if (!moves[event.key] || (event.key === 'Escape' && reading === undefined)) return;
    event.preventDefault();
    moves[event.key]!();
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    move(stacked ? Math.floor(share * points.length) : Math.round(share * (points.length - 1)));
  };
  const at = reading === undefined ? undefined : points[reading];
  const says = (point: Point) => `${moment(point.at, interval)}: ${series.map((one) => `${one.name} ${write(point.values[one.key] ?? 0)}`).join(', ')}`;
  const ticks = fiveOf(points);

  return (
    <div className="chart">
      <div className="y" aria-hidden="true">
        {[1, 2 / 3, 1 / 3, 0].map((share) => <span key={share}>{format.number(Math.round(top * share))}{share === 0 && unit ? ` ${unit}` : ''}</span>)}
      </div>
      <div
        className="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(points.length - 1, 0)}
        aria-valuenow={reading ?? Math.max(points.length - 1, 0)}
        aria-valuetext={at ? says(at) : t.parts.chartKeys}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setReading(undefined)}
        onBlur={() => setReading(undefined)}
        onClick={() => at && onOpen?.(at)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <defs>
            <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className="hatch-ground" width="6" height="6" />
              <path className="hatch-line" d="M0 0v6" />
            </pattern>
          </defs>
          <path className="gridline" d={`M0 .5H${width}M0 ${height / 3}H${width}M0 ${(2 * height) / 3}H${width}`} />
          {stacked
            ? points.map((point, i) => <Stack key={point.at} {...{ point, series, hatch, x: i * slot + slot * 0.14, wide: slot * 0.72, y }} />)
            : series.map((one) => <Curve key={one.key} {...{ one, points, x, y }} />)}
          {reading !== undefined && <path className="reading" d={`M${x(reading)} 0V${height}`} />}
          <path className="base" d={`M0 ${height - 0.5}H${width}`} />
        </svg>
        {at && (
          <div className="chart-tip" style={reading! < points.length / 2 ? { left: `calc(${(x(reading!) / width) * 100}% + 8px)` } : { right: `calc(${100 - (x(reading!) / width) * 100}% + 8px)` }}>
            {moment(at.at, interval)}
            {series.map((one) => <div key={one.key}>{one.name} <b>{write(at.values[one.key] ?? 0)}</b></div>)}
          </div>
        )}
      </div>
      <div className="x" aria-hidden="true">
        {ticks.map((point) => <span key={point.at}>{axis(point.at, interval)}</span>)}
      </div>
    </div>
  );
}

function Curve({ one, points, x, y }: { one: Series; points: readonly Point[]; x: (i: number) => number; y: (n: number) => number }) {
  const line = points.map((point, i) => `${x(i).toFixed(1)},${y(point.values[one.key] ?? 0).toFixed(1)}`).join(' ');
  return (
    <>
      {one.look === 'area' && <polygon className="area" points={`0,${height} ${line} ${width},${height}`} />}
      <polyline className={one.look === 'second' ? 'ln second' : 'ln'} points={line} />
    </>
  );
}

function Stack({ point, series, hatch, x, wide, y }: { point: Point; series: readonly Series[]; hatch: string; x: number; wide: number; y: (n: number) => number }) {
  let sum = 0;
  return series.map((one) => {
    const from = sum;
    sum += point.values[one.key] ?? 0;
    if (sum === from) return null;
    return <rect key={one.key} className={one.look === 'bar' ? 'bar' : `bar ${one.look}`} style={one.look === 'hatch' ? { fill: `url(#${hatch})` } : undefined} x={x} y={y(sum)} width={wide} height={y(from) - y(sum)} />;
  });
}

const moment = (at: string, interval: 'hour' | 'day') =>
  interval === 'day' ? format.date(at) : `${format.dateShort(at)}, ${format.time(at)}`;
const axis = (at: string, interval: 'hour' | 'day') => (interval === 'day' ? format.dateShort(at) : format.time(at));

function fiveOf(points: readonly Point[]): Point[] {
  if (points.length <= 5) return [...points];
  return [0, 1, 2, 3, 4].map((i) => points[Math.round((i * (points.length - 1)) / 4)]!);
}

/** Key is the sign of a series in a legend. */
export function Key({ look }: { look: Series['look'] }) {
  const hatch = useId();
  if (look === 'second' || look === 'line' || look === 'area') {
    return <svg width="18" height="12" aria-hidden="true"><path className={look === 'second' ? 'ln second' : 'ln'} d="M0 6h18" /></svg>;
  }
  return (
    <svg width="12" height="12" aria-hidden="true">
      <defs><pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect className="hatch-ground" width="6" height="6" /><path className="hatch-line" d="M0 0v6" /></pattern></defs>
      <rect className={look === 'bar' ? 'bar' : `bar ${look}`} style={look === 'hatch' ? { fill: `url(#${hatch})` } : undefined} width="12" height="12" />
    </svg>
  );
}

type ChartCardProps = ChartProps & {
  title: string;
  window: string;
  /** The number of the whole window, and what it is compared with. */
  figure: ReactNode;
  beside?: ReactNode;
  view: 'chart' | 'table';
  viewLink: (view: 'chart' | 'table') => LinkProps;
  foot?: ReactNode;
};

/** ChartCard is a chart with its figure; the same numbers come as a table, newest first. */
export function ChartCard({ title, window, figure, beside, view, viewLink, foot, ...chart }: ChartCardProps) {
  const write = chart.write ?? format.number;
  const views = [{ value: 'chart', label: t.parts.chart }, { value: 'table', label: t.parts.table }] as const;
  return (
    <Card title={title} window={window} foot={foot} end={<Segments tiny label={t.parts.showAs} options={views} value={view} link={viewLink} />}>
      <p className="chart-figure">{figure} {beside && <small>{beside}</small>}</p>
      {view === 'chart' ? <Chart {...chart} /> : (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        <div className="chart-table" tabIndex={0} role="group" aria-label={chart.label}>
          <table className="table">
            <thead><tr><th scope="col">{chart.interval === 'day' ? t.parts.day : t.parts.hour}</th>{chart.series.map((one) => <th key={one.key} scope="col" className="right">{one.name}</th>)}</tr></thead>
            <tbody>
              {[...chart.points].reverse().map((point) => (
                <tr key={point.at}>
                  <td><time dateTime={point.at}>{moment(point.at, chart.interval)}</time></td>
                  {chart.series.map((one) => <td key={one.key} className="right">{write(point.values[one.key] ?? 0)}</td>)}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** Spark is a row of bars in a cell: what went well, and what did not on top of it. */
export function Spark({ values }: { values: readonly { ok: number; bad: number }[] }) {
  const most = Math.max(1, ...values.map((value) => value.ok + value.bad));
  const slot = 120 / Math.max(values.length, 1);
  return (
    <svg className="spark" viewBox="0 0 120 24" preserveAspectRatio="none" aria-hidden="true">
      {values.map((value, i) => {
        const ok = (value.ok / most) * 22;
        const bad = (value.bad / most) * 22;
        return (
          <g key={i}>
            <rect className="bar quiet" x={i * slot + slot * 0.12} y={24 - ok - 1} width={slot * 0.76} height={ok + 1} />
            {bad > 0 && <rect className="bar bad" x={i * slot + slot * 0.12} y={24 - ok - 1 - bad} width={slot * 0.76} height={bad} />}
          </g>
        );
      })}
    </svg>
  );
}
