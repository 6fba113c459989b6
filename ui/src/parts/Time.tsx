import { Tooltip } from 'radix-ui';
import { format, t } from '#/texts';
import { useNow } from './now';

type TimeProps = {
  at: string;
  /** relative: "18 minutes ago". clock: "10:24:06", in UTC. moment, after since and until: "14 Nov, 10:24 UTC". date: "15 November 2026". */
  as?: 'relative' | 'clock' | 'moment' | 'date';
  /** Inside a link: it is no stop of its own, and the exact time is in its title. */
  still?: boolean;
};

/** Time is relative; the exact one, in UTC and here, comes on hover and focus. */
export function Time({ at, as = 'relative', still }: TimeProps) {
  const moment = Date.parse(at);
  const now = useNow(moment);
  // A clock that is a little behind the server's would speak of the future.
  const seen = moment > now && moment - now < 2000 ? now : moment;
  const text = { relative: () => format.relative(seen, now), clock: () => format.timeSeconds(at), moment: () => format.moment(at, now), date: () => format.date(at) }[as]();
  if (still) return <time dateTime={at} title={format.exact(at)}>{text}</time>;
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the exact time has to be reachable by keyboard */}
        <time dateTime={at} tabIndex={0}>{text}</time>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="tip" sideOffset={4} collisionPadding={8}>
          {format.exact(at)}
          <br />
          <span className="muted">{t.parts.local(format.exactLocal(at))}</span>
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
