const stroke = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

const signs = {
  copy: <path d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z" {...stroke} strokeWidth="1.4" />,
  search: <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14" {...stroke} strokeWidth="1.5" />,
  menu: <path d="M2 4h12M2 8h12M2 12h12" {...stroke} strokeWidth="1.5" />,
  half: (
    <>
      <circle cx="8" cy="8" r="5.5" {...stroke} strokeWidth="1.5" />
      <path d="M8 2.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor" />
    </>
  ),
  down: <path d="m4.5 6.5 3.5 3.5 3.5-3.5" {...stroke} strokeWidth="1.5" />,
  up: <path d="m4.5 9.5 3.5-3.5 3.5 3.5" {...stroke} strokeWidth="1.5" />,
  left: <path d="M9.5 4.5 6 8l3.5 3.5" {...stroke} strokeWidth="1.5" />,
  close: <path d="m4 4 8 8m0-8-8 8" {...stroke} strokeWidth="1.5" />,
  more: <path d="M3 8h.01M8 8h.01M13 8h.01" {...stroke} strokeWidth="2.4" />,
  out: <path d="M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5" {...stroke} strokeWidth="1.4" />,
  plus: <path d="M8 3v10M3 8h10" {...stroke} strokeWidth="1.5" />,
} as const;

/** Shapes of states: each says something without its colour. */
const shapes = {
  ok: <path d="m2 6.5 2.7 2.8L10 3.2" {...stroke} strokeWidth="2" />,
  on: <circle cx="6" cy="6" r="4.5" fill="currentColor" />,
  bad: <path d="m2.5 2.5 7 7m0-7-7 7" {...stroke} strokeWidth="2" />,
  alarm: <path d="M6 1 11.5 11H.5Z" fill="currentColor" />,
  wait: <path d="M6 1.2 10.8 6 6 10.8 1.2 6Z" {...stroke} strokeWidth="2" />,
  queued: <circle cx="6" cy="6" r="4" {...stroke} strokeWidth="2" strokeDasharray="3.2 2.2" strokeLinecap="butt" />,
  off: <circle cx="6" cy="6" r="4" {...stroke} strokeWidth="2" />,
  new: <rect x="1.5" y="1.5" width="9" height="9" rx="1" fill="currentColor" />,
} as const;

export type IconName = keyof typeof signs;
export type ShapeName = keyof typeof shapes;

/** Icon is decoration: what it stands beside or in has the name. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" focusable="false">
      {signs[name]}
    </svg>
  );
}

/** Shape is the sign of a state, before its word. */
export function Shape({ name, size = 12 }: { name: ShapeName; size?: number }) {
  return (
    <svg viewBox="0 0 12 12" width={size} height={size} aria-hidden="true" focusable="false">
      {shapes[name]}
    </svg>
  );
}

/** Mark is the product's own sign. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" />
      <path d="M7 10h18M16 10v15" />
      <path d="M7.5 15.5h4M20.5 20.5h4" className="mark-entries" />
    </svg>
  );
}
