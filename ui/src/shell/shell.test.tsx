import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { app, organization, world } from '#/test/world';
import { isSecret, kindOf } from './ids';

describe('the shell', () => {
  test('says where one is, names the document, and is accessible', async () => {
    answer(world);
    showScreen('/console/apps');
    expect(await screen.findByRole('heading', { level: 1, name: 'Apps' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Organization: Acme Apps' })).toBeTruthy();
    expect(document.title).toBe('Apps · Counterpart');
    const side = screen.getByRole('navigation', { name: 'Console' });
    expect((await within(side).findByRole('link', { name: /^Apps/ })).getAttribute('aria-current')).toBe('page');
    expect(within(side).getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBeNull();
    await screen.findByRole('link', { name: 'Fresh Idea' });
    await isAccessible();
  });

  test('names what stands in the masthead by what can be read on it', async () => {
    answer(world);
    showScreen('/console/apps/app_1/installations');
    await screen.findByRole('button', { name: 'App: Fresh Idea' });
    await screen.findByRole('button', { name: 'DD: Dana Dev, your account' });
    const controls = [...document.querySelectorAll('.masthead a, .masthead button')];
    const read = (control: Element) => [...control.childNodes].map((part) => part.textContent?.trim()).filter(Boolean).join(' ');
    const named = controls.map((control) => [read(control), control.getAttribute('aria-label') ?? read(control)] as const);
    expect(named.filter(([text, name]) => !name.includes(text))).toEqual([]);
    expect(named.find(([text]) => text.startsWith('Search'))).toEqual(['Search or paste an id Ctrl K', 'Search or paste an id Ctrl K']);
  });

  test('puts the focus on a new page and says its name', async () => {
    answer(world);
    const router = showScreen('/console/apps');
    await screen.findByRole('heading', { level: 1, name: 'Apps' });
    await act(() => router.navigate({ to: '/console/organizations/new' }));
    await screen.findByRole('heading', { level: 1, name: 'New organization' });
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
    await waitFor(() => expect(document.querySelector('[data-announcer]')?.textContent).toBe('New organization · Counterpart'));
  });

  test('an app that is not there and one that is not yours read the same', async () => {
    answer({ ...world, 'GET /developer/apps/app_9': { status: 404, body: { code: 'APP_NOT_FOUND', message: 'There is no such app.' } }, 'GET /developer/apps/app_9/webhook-health': { status: 404, body: {} } });
    showScreen('/console/apps/app_9');
    expect(await screen.findByRole('heading', { name: 'There is no such app' })).toBeTruthy();
    await isAccessible();
  });

  test('a suspended app says so on its pages, with the operator’s reason', async () => {
    const suspended = { ...app, status: 'SUSPENDED', suspensionReason: 'It leaked tokens.' };
    answer({ ...world, 'GET /developer/apps/app_1': suspended, 'GET /developer/apps/app_1/analytics/calls': { status: 500, body: {} }, 'GET /developer/apps/app_1/errors': { status: 500, body: {} } });
    showScreen('/console/apps/app_1');
    expect(await screen.findByRole('heading', { name: 'Fresh Idea is suspended' })).toBeTruthy();
    expect(screen.getByText('It leaked tokens.')).toBeTruthy();
  });

  test('an unknown address is told from an empty page', async () => {
    answer(world);
    showScreen('/console/nowhere');
    expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeTruthy();
  });
});

describe('a session that ended', () => {
  test('asks to sign in elsewhere, keeps what was typed, and goes on', async () => {
    let signedIn = true;
    const guarded = (body: unknown) => () => (signedIn ? body : { status: 401, body: { code: 'SESSION_OVER', message: 'Sign in.' } });
    answer({ ...world, 'GET /account': guarded(world['GET /account']), 'GET /console': '<html></html>', 'POST /developer/organizations': guarded({ status: 201, body: { ...organization, id: 'org_2', name: 'Beta' } }), 'GET /developer/organizations': guarded(world['GET /developer/organizations']), 'GET /developer/scopes': { data: [] } });
    showScreen('/console/organizations/new');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Beta');
    signedIn = false;
    await userEvent.click(screen.getByRole('button', { name: 'Create the organization' }));
    const dialog = await screen.findByRole('dialog', { name: 'You are signed out' });
    expect(within(dialog).getByRole('link', { name: 'Sign in in a new tab' }).getAttribute('href')).toBe('/sign-in?return_to=%2Fconsole');
    await userEvent.click(within(dialog).getByRole('button', { name: 'I have signed in' }));
    expect(await within(dialog).findByText('Nobody is signed in yet.')).toBeTruthy();
    await isAccessible();
    signedIn = true;
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Beta');
  });
});

describe('the palette', () => {
  async function open(): Promise<Request[]> {
    const asked = answer({ ...world, 'GET /developer/trace/evt_0g06gxxf2nb1sm1e73ma62fnkyy4': { status: 404, body: {} } });
    showScreen('/console/apps');
    await screen.findByRole('link', { name: 'Fresh Idea' });
    await userEvent.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search or paste an id' });
    return asked;
  }

  test('finds pages and apps by name', async () => {
    await open();
    await isAccessible();
    await userEvent.keyboard('fresh{Enter}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Fresh Idea' })).toBeTruthy();
  });

  test('reads an id’s prefix, and leads to it', async () => {
    await open();
    await userEvent.keyboard('evt_0g06gxxf2nb1sm1e73ma62fnkyy4');
    expect(screen.getByText('This id is an event')).toBeTruthy();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { name: 'There is no such event' })).toBeTruthy();
  });

  test('a secret is not searched and not sent', async () => {
    const asked = await open();
    const before = asked.length;
    await userEvent.keyboard('whsec_bg24pxxfhkw2xzvc{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('That is a secret. It was not sent anywhere. If you pasted it elsewhere, rotate it.');
    expect(screen.queryByRole('option')).toBeNull();
    expect(asked.slice(before)).toEqual([]);
  });

  test('kinds of ids', () => {
    expect(kindOf('req_0g06gxxf2he1wz72sgzhyrnp5cdm')).toBe('req');
    expect(kindOf(' whd_4c06gxxf2nb1rxk93menpsebd5k0 ')).toBe('whd');
    expect(kindOf('zzz_4c06gxxf2nb1rxk93menpsebd5k0')).toBeUndefined();
    expect(kindOf('rotate')).toBeUndefined();
    expect(['whsec_a', 'cpcs_a', 'x cpat_a', 'cprt_a', 'req_a'].map(isSecret)).toEqual([true, true, true, true, false]);
  });
});

describe('keys', () => {
  test('g and a letter go to a place, ? lists all, and letters can be switched off', async () => {
    answer(world);
    const router = showScreen('/console/apps');
    await screen.findByRole('link', { name: 'Fresh Idea' });
    await userEvent.keyboard('gh');
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/console\/?$/));
    await userEvent.keyboard('?');
    const sheet = await screen.findByRole('dialog', { name: 'Keys' });
    await isAccessible();
    await userEvent.click(within(sheet).getByRole('switch'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.keyboard('?');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the theme is chosen in the menu and kept', async () => {
    answer(world);
    showScreen('/console/apps');
    await userEvent.click(await screen.findByRole('button', { name: 'DD: Dana Dev, your account' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(localStorage.getItem('counterpart.theme')).toBe('dark');
  });
});
