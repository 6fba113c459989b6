import { type LinkProps, useNavigate, useRouterState } from '@tanstack/react-router';
import { useRef } from 'react';
import { facts } from '#/facts';
import { IconButton } from '#/parts/Button';
import { Icon, Mark, Shape } from '#/parts/Icon';
import { switchLetters, useLetters } from '#/parts/keys';
import { Link } from '#/parts/Link';
import { Choice, Item, Label, Line, Menu, Tick } from '#/parts/Menu';
import { Tag } from '#/parts/Tag';
import { t } from '#/texts';
import { mod } from './KeySheet';
import { useAccount, useAppData, useAppsOf, useOrganization, useOrganizations } from './place';
import { usePlaces } from './places';
import { chooseTheme, type Theme, useTheme } from './theme';

const themes = (Object.keys(t.shell.themes) as Theme[]).map((value) => ({ value, label: t.shell.themes[value] }));

const findKeys = mod === '⌘' ? '⌘K' : 'Ctrl K';

/** Masthead names its controls by what can be read on them, so that they can be called by it (WCAG 2.5.3). */
export function Masthead({ onFind, onMenu, onKeys }: { onFind: () => void; onMenu: () => void; onKeys: () => void }) {
  const operator = useRouterState({ select: (state) => state.location.pathname.startsWith('/operator') });
  return (
    <header className="masthead">
      <Link className="brand" to="/console" aria-label={t.shell.home(facts.name)}>
        <Mark />
        <span>{facts.name}</span>
      </Link>
      <nav aria-label={t.shell.whereYouAre} className="min-w-0">
        <ol className="trail">
          {operator ? <li><Tag tone="info">{t.shell.operator}</Tag></li> : <><OrganizationSwitcher /><AppSwitcher /></>}
        </ol>
      </nav>
      <button className="find" type="button" aria-haspopup="dialog" aria-keyshortcuts="Meta+K Control+K" aria-label={t.shell.findBy(findKeys)} onClick={onFind}>
        <Icon name="search" />
        <span>{t.shell.find}</span>
        <kbd>{findKeys}</kbd>
      </button>
      <a className="masthead-link only-wide" href="/reference">{t.shell.docs}</a>
      <AccountMenu onKeys={onKeys} />
      <IconButton icon="menu" label={t.shell.menu} className="only-phone" onClick={onMenu} aria-haspopup="dialog" />
    </header>
  );
}

function OrganizationSwitcher() {
  const all = useOrganizations().data?.data ?? [];
  const here = useOrganization();
  if (!here) return null;
  return (
    <li>
      <Menu
        align="start"
        trigger={<button className="switcher" type="button" aria-label={t.shell.organizationIs(here.name)}><span><bdi>{here.name}</bdi></span><Icon name="down" /></button>}
      >
        <Label>{t.shell.organizations}</Label>
        {all.map((one) => (
          <Item key={one.id} asChild>
            <Link to="/console" search={all.length > 1 ? { org: one.id } : {}}>
              <bdi>{one.name}</bdi>
              {one.id === here.id && <span className="picked"><Shape name="ok" /></span>}
            </Link>
          </Item>
        ))}
        <Line />
        <Item asChild><Link to="/console/organizations/new">{t.shell.newOrganization}</Link></Item>
      </Menu>
    </li>
  );
}

/** AppSwitcher keeps the section: Requests of one app leads to Requests of the other. */
function AppSwitcher() {
  const here = useAppData();
  const organization = useOrganization();
  const apps = useAppsOf(organization?.id).data?.data ?? [];
  const section = usePlaces().all.find((place) => place.current && place.to.includes('$app'));
  const navigate = useNavigate();
  if (!here.data) return null;
  return (
    <li>
      <Menu
        align="start"
        trigger={<button className="switcher" type="button" aria-label={t.shell.appIs(here.data.name)}><span><bdi>{here.data.name}</bdi></span><Icon name="down" /></button>}
      >
        <Label>{t.shell.apps}</Label>
        {apps.map((app) => (
          <Item key={app.id} onSelect={() => void navigate({ ...section?.link, to: section?.to ?? '/console/apps/$app', params: { app: app.id } } as LinkProps)}>
            <bdi>{app.name}</bdi>
            {app.id === here.id && <span className="picked"><Shape name="ok" /></span>}
          </Item>
        ))}
        <Line />
        <Item asChild><Link to="/console/apps/new">{t.shell.newApp}</Link></Item>
      </Menu>
    </li>
  );
}

const initials = (name: string) => name.split(/\s+/).filter(Boolean).map((word) => word.charAt(0)).slice(0, 2).join('').toUpperCase();

function AccountMenu({ onKeys }: { onKeys: () => void }) {
  const user = useAccount().data?.user;
  const name = user?.name ?? '';
  const chosen = useTheme();
  const letters = useLetters();
  const form = useRef<HTMLFormElement>(null);
  return (
    <>
      <Menu trigger={<button className="icon-button" type="button" aria-label={t.shell.account(initials(name), name)}><span className="avatar">{initials(name)}</span></button>}>
        <Label><bdi>{user?.email}</bdi></Label>
        <Item asChild><a href="/account">{t.shell.yourAccount}</a></Item>
        <Item asChild><a href="/businesses">{t.shell.businessPages}</a></Item>
        <Line />
        <Choice label={t.shell.theme} value={chosen} options={themes} onChange={chooseTheme} />
        <Line />
        <Item onSelect={onKeys}>{t.shell.keys}</Item>
        <Tick checked={letters} onChange={switchLetters}>{t.shell.letters}</Tick>
        <Line />
        {/* Submitted at once: the token in it is of this moment. */}
        <Item onSelect={() => form.current?.requestSubmit()}>{t.shell.signOut}</Item>
      </Menu>
      <form ref={form} method="post" action="/sign-out" hidden onSubmit={(event) => {
        (event.currentTarget.elements.namedItem('csrf') as HTMLInputElement).value = facts.form;
      }}>
        <input type="hidden" name="csrf" />
      </form>
    </>
  );
}
