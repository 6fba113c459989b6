import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Tooltip } from 'radix-ui';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Announcer } from '#/parts/Announcer';
import { announce } from '#/parts/announce';
import { Note } from '#/parts/Card';
import { Sheet } from '#/parts/Dialog';
import { listen, useKey } from '#/parts/keys';
import { Toasts } from '#/parts/Toasts';
import { t } from '#/texts';
import { KeySheet } from './KeySheet';
import { Masthead } from './Masthead';
import { Palette } from './Palette';
import { usePlaces } from './places';
import { SessionOver } from './SessionOver';
import { SideNav } from './SideNav';

/** Shell is what every page stands in. */
export function Shell() {
  const [open, setOpen] = useState<'palette' | 'menu' | 'keys'>();
  const shut = () => setOpen(undefined);
  const main = useRef<HTMLElement>(null);

  useEffect(listen, []);
  useKey('mod+k', () => setOpen('palette'));
  useKey('?', () => setOpen('keys'));
  useKey('/', () => {
    const filter = main.current?.querySelector<HTMLElement>('[data-filter], .filters :is(input, button, a)');
    if (!filter) return false;
    filter.focus();
  });
  useLetterPlaces();
  useArrival(main);

  return (
    <Tooltip.Provider delayDuration={200}>
      <a className="skip" href="#main" onClick={(event) => { event.preventDefault(); main.current?.focus(); }}>{t.shell.skip}</a>
      <Masthead onFind={() => setOpen('palette')} onMenu={() => setOpen('menu')} onKeys={() => setOpen('keys')} />
      <div className="frame">
        <nav className="side" aria-label={t.shell.navigation}><SideNav /></nav>
        <main id="main" tabIndex={-1} ref={main}>
          <Offline />
          <Outlet />
        </main>
      </div>
      <Sheet open={open === 'menu'} onClose={shut} label={t.shell.menu}>
        <nav className="side in-sheet" aria-label={t.shell.navigation}><SideNav onGo={shut} /></nav>
      </Sheet>
      <Palette open={open === 'palette'} onClose={shut} />
      <KeySheet open={open === 'keys'} onClose={shut} />
      <SessionOver />
      <Announcer />
      <Toasts />
    </Tooltip.Provider>
  );
}

/** useLetterPlaces binds g and a letter to the places that are there. */
function useLetterPlaces(): void {
  const { all } = usePlaces();
  const navigate = useNavigate();
  const go = (letter: string) => () => {
    const place = all.find((one) => one.letter === letter);
    if (!place) return false;
    void navigate(place.link as Parameters<typeof navigate>[0]);
  };
  useKey('g o', go('o'));
  useKey('g r', go('r'));
  useKey('g w', go('w'));
  useKey('g c', go('c'));
  useKey('g l', go('l'));
  useKey('g h', go('h'));
}

/** useArrival puts the focus on a new page and says its name. A filter is no new page. */
function useArrival(main: React.RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (path === undefined || path === last.current) return;
    const first = last.current === undefined;
    last.current = path;
    if (first) return; // the browser announces the first one
    main.current?.focus({ preventScroll: true });
    const timer = setTimeout(() => announce(document.title), 100);
    return () => clearTimeout(timer);
  }, [path, main]);
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function Offline() {
  const online = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return online ? null : <Note tone="warn" live><p className="small">{t.shell.offline}</p></Note>;
}
