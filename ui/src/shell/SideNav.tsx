import { Fragment, type ReactNode } from 'react';
import { Link } from '#/parts/Link';
import { t } from '#/texts';
import { useCounts } from './counts';
import { usePlaces } from './places';

/** SideNav is what stands beside every page; on a narrow screen, in a sheet. */
export function SideNav({ onGo }: { onGo?: () => void }) {
  const { groups } = usePlaces();
  const counts: Partial<Record<string, ReactNode>> = useCounts();
  return groups.map((group) => (
    <Fragment key={group.key}>
      {group.title && <h2>{group.title}</h2>}
      <ul>
        {group.places.map((place) => (
          <li key={place.key}>
            <Link {...place.link} current={place.current && 'page'} onClick={onGo}>
              {t.shell.places[place.key]}
              {counts[place.key]}
            </Link>
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}
