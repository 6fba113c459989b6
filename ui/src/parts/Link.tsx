import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AnchorProps = ComponentProps<'a'> & {
  /** What aria-current is to say. The router's own guess goes by the path alone. */
  current?: 'page' | 'step' | 'true' | false;
};

function Anchor({ current, ...rest }: AnchorProps) {
  // eslint-disable-next-line jsx-a11y/anchor-has-content -- its content is among the rest
  return <a {...rest} aria-current={current || undefined} data-status={undefined} />;
}

/** Link leads to a screen, typed by the routes. */
export const Link = createLink(Anchor);
