import { type LinkProps, useRouter, useRouterState } from '@tanstack/react-router';
import { appPlaces, operatorPlaces, organizationPlaces, type Group, type Place } from './navigation';
import { useAppData, useOrg, useOrganization } from './place';
import { t } from '#/texts';

export type Shown = Place & { link: LinkProps; current: boolean };
export type ShownGroup = Omit<Group, 'places'> & { places: readonly Shown[] };

const bare = (path: string) => path.replace(/\/$/, '');

/** usePlaces is the navigation of the page that is open: what is built of it. */
export function usePlaces(): { groups: readonly ShownGroup[]; all: readonly Shown[] } {
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const app = useAppData().id;
  const organization = useOrganization();
  const org = useOrg();
  const built = new Set(Object.keys(router.routesByPath).map(bare));

  const show = (places: readonly Place[]): Shown[] =>
    places.filter((place) => built.has(bare(place.to))).map((place) => {
      const href = bare(place.to.replace('$app', app ?? ''));
      const whole = place.key === 'overview' || place.key === 'home' || place.key === 'apps';
      return {
        ...place,
        link: { to: place.to, params: app ? { app } : {}, search: place.to.includes('$app') ? {} : org } as LinkProps,
        current: whole ? bare(path) === href : bare(path) === href || path.startsWith(`${href}/`),
      };
    });

  let groups: ShownGroup[];
  if (path.startsWith('/operator')) {
    groups = [{ key: 'operator', places: show(operatorPlaces) }];
  } else if (app) {
    groups = [
      ...appPlaces.map((group) => ({ ...group, places: show(group.places) })),
      { key: 'organization', title: organization?.name ?? t.shell.console, places: show(organizationPlaces) },
    ];
  } else {
    groups = [{ key: 'organization', places: show(organizationPlaces) }];
  }
  groups = groups.filter((group) => group.places.length > 0);
  return { groups, all: groups.flatMap((group) => group.places) };
}
