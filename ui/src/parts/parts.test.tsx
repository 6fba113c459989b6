import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Fault } from '#/api/fault';
import { isAccessible, showPart } from '#/test/show';
import { Attempts } from './Attempts';
import { Bones } from './Bone';
import { Button } from './Button';
import { Card, Facts, Note } from './Card';
import { ChartCard, ceiling } from './Chart';
import { CodeBlock, coloured } from './CodeBlock';
import { Conflict } from './Conflict';
import { Denied, mayAct } from './Denied';
import { Confirm, Dialog } from './Dialog';
import { DiffText, words } from './Diff';
import { Drawer, DrawerPart } from './Drawer';
import { Empty, Gone } from './Empty';
import { Failure } from './Failure';
import { Check, Field, Input, Select, Switch, Textarea } from './Field';
import { IdChip, shortId } from './IdChip';
import { listen, switchLetters } from './keys';
import { LiveDot } from './LiveDot';
import { Item, Menu } from './Menu';
import { Pick } from './Pick';
import { Picker } from './Picker';
import { RevealOnce } from './RevealOnce';
import { Say } from './Say';
import { Segments, Tabs } from './Segments';
import { Progress, Steps } from './Steps';
import { Table } from './Table';
import { Tag } from './Tag';
import { Time } from './Time';
import { partsOf, TimingBar } from './TimingBar';
import { toast } from './toast';
import { Trace, Tree } from './Trace';

const id = 'whd_4c06gxxf2nb1rxk93menpsebd5k0';

describe('Button', () => {
  test('that is off stays in its place, can be focused, says why, and does nothing', async () => {
    const pressed = vi.fn();
    await showPart(<Button off="It waits for a retry." onClick={pressed}>Send again</Button>);
    const button = screen.getByRole('button', { name: 'Send again' });
    expect(button).toHaveProperty('disabled', false);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toBe('It waits for a retry.');
    await userEvent.click(button);
    expect(pressed).not.toHaveBeenCalled();
    await isAccessible();
  });

  test('that is busy is not pressed twice', async () => {
    const pressed = vi.fn();
    await showPart(<Button busy onClick={pressed}>Save</Button>);
    await userEvent.click(screen.getByRole('button'));
    expect(pressed).not.toHaveBeenCalled();
  });
});

describe('dialogs', () => {
  test('a destructive one starts on the harmless button and asks for the name', async () => {
    const act = vi.fn();
    await showPart(
      <Confirm open onClose={() => undefined} title="Delete the webhook /hooks/stock?" keep="Keep it" act="Delete it and drop 37 deliveries" name="/hooks/stock" onAct={act}>
        <p>37 waiting deliveries will not be sent.</p>
      </Confirm>,
    );
    const dialog = screen.getByRole('alertdialog', { name: 'Delete the webhook /hooks/stock?' });
    expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Keep it' }));
    const destroy = within(dialog).getByRole('button', { name: /^Delete it/ });
    await userEvent.click(destroy);
    expect(act).not.toHaveBeenCalled();
    await userEvent.type(within(dialog).getByLabelText('Type /hooks/stock to go on'), '/hooks/stock');
    await userEvent.click(destroy);
    expect(act).toHaveBeenCalledOnce();
    await isAccessible();
  });

  test('one that asks closes by Esc, locks scrolling, and writes no style element', async () => {
    const close = vi.fn();
    const styles = document.querySelectorAll('style').length;
    await showPart(<Dialog open onClose={close} title="Send failed deliveries again" about="30 days back at most."><Field label="Failed since"><Input /></Field></Dialog>);
    expect(document.documentElement.dataset.scroll).toBe('locked');
    expect(document.querySelectorAll('style').length).toBe(styles);
    await isAccessible();
    await userEvent.keyboard('{Escape}');
    expect(close).toHaveBeenCalledOnce();
  });

  test('a menu is walked by arrows', async () => {
    const chosen = vi.fn();
    const styles = document.querySelectorAll('style').length;
    await showPart(<Menu trigger={<button type="button">More</button>}><Item onSelect={() => void chosen('off')}>Switch off</Item><Item onSelect={() => void chosen('delete')}>Delete</Item></Menu>);
    screen.getByRole('button', { name: 'More' }).focus();
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
    await waitFor(() => expect(chosen).toHaveBeenCalledExactlyOnceWith('delete'));
    expect(document.querySelectorAll('style').length).toBe(styles);
  });

  test('give the focus back to what opened them, also by way of a menu', async () => {
    function Page() {
      const [open, setOpen] = useState<'edit' | 'delete'>();
      const shut = () => setOpen(undefined);
      return (
        <>
          <Button onClick={() => setOpen('edit')}>Edit</Button>
          <Menu trigger={<button type="button">More</button>}><Item onSelect={() => setOpen('delete')}>Delete</Item></Menu>
          <Dialog open={open === 'edit'} onClose={shut} title="Edit it"><Field label="Note"><Input /></Field></Dialog>
          {open === 'delete' && <Confirm open onClose={shut} title="Delete it?" keep="Keep it" act="Delete" onAct={shut}>All of it.</Confirm>}
        </>
      );
    }
    await showPart(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(document.activeElement).toBe(within(screen.getByRole('dialog')).getByLabelText('Note'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })));

    screen.getByRole('button', { name: 'More' }).focus();
    await userEvent.keyboard('{Enter}{Enter}');
    await screen.findByRole('alertdialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })));
  });
});

describe('choosing', () => {
  test('segments are links for what is in the URL, and mark the chosen one', async () => {
    await showPart(<Segments label="Status" value="failed" options={[{ value: 'all', label: 'All' }, { value: 'failed', label: 'Failed', count: 1204 }]} link={(status) => ({ to: '.', search: { status } as never })} />);
    const failed = screen.getByRole('link', { name: 'Failed 1,204' });
    expect(failed.getAttribute('aria-current')).toBe('true');
    expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBeNull();
    await isAccessible();
  });

  test('segments without a place in the URL are buttons', async () => {
    const change = vi.fn();
    await showPart(<Segments label="Language" value="curl" options={[{ value: 'curl', label: 'curl' }, { value: 'go', label: 'Go' }]} onChange={change} />);
    await userEvent.click(screen.getByRole('button', { name: 'Go' }));
    expect(change).toHaveBeenCalledExactlyOnceWith('go');
  });

  test('tabs are links', async () => {
    await showPart(<Tabs label="Views" tabs={[{ key: 'all', label: 'All', to: { to: '.' }, current: true }, { key: 'errors', label: 'Errors today', to: { to: '.' }, current: false }]} />);
    expect(screen.getByRole('link', { name: 'All' }).getAttribute('aria-current')).toBe('page');
    await isAccessible();
  });

  test('a pick says its label and its value, finds by typing, and goes back to all', async () => {
    const change = vi.fn();
    const options = Array.from({ length: 10 }, (_, i) => ({ value: `biz_${i}`, label: `Business ${i}`, find: `Business ${i}` }));
    const { rerender } = await showPart(<Pick label="Business" value="biz_1" options={options} onChange={change} />);
    const trigger = screen.getByRole('button', { name: 'Business Business 1' });
    await userEvent.click(trigger);
    await userEvent.type(screen.getByRole('combobox', { name: 'Business' }), 'Business 7{Enter}');
    expect(change).toHaveBeenLastCalledWith('biz_7');
    await userEvent.click(trigger);
    await isAccessible();
    await userEvent.click(screen.getByRole('option', { name: 'All' }));
    expect(change).toHaveBeenLastCalledWith(undefined);
    rerender(<span />);
  });

  test('a picker counts, and says what a group needs', async () => {
    function Test() {
      const [value, setValue] = useState(new Set(['invoice.paid']));
      return (
        <Picker label="Events" value={value} onChange={setValue} groups={[
          { key: 'invoices', title: 'Invoices', options: [{ value: 'invoice.paid', label: 'invoice.paid' }, { value: 'invoice.voided', label: 'invoice.voided' }] },
          { key: 'payments', title: 'Payments', needs: 'Needs payments:read.', options: [{ value: 'payment.received', label: 'payment.received' }] },
        ]} />
      );
    }
    await showPart(<Test />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'invoice.voided' }));
    expect(within(screen.getByRole('group', { name: /Invoices/ })).getByText('2/2')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'payment.received' })).toHaveProperty('disabled', true);
    expect(screen.getByText('Needs payments:read.')).toBeTruthy();
    await isAccessible();
  });
});

describe('Table', () => {
  type Row = { id: string; name: string; calls: number };
  const rows: Row[] = [{ id: 'a', name: 'Old Mill Bakery', calls: 3 }, { id: 'b', name: 'Petal and Stem', calls: 0 }];
  const table = (more: Partial<Parameters<typeof Table<Row>>[0]> = {}) => (
    <Table<Row> label="Businesses" rows={rows} rowKey={(row) => row.id} open={(row) => ({ to: '.', search: { open: row.id } as never })} {...more} columns={[
      { key: 'name', head: 'Business', opens: true, fold: 'first', cell: (row) => row.name },
      { key: 'calls', head: 'Calls', end: true, fold: 'meta', label: 'Calls', cell: (row) => row.calls },
    ]} />
  );

  test('keeps its roles, and says when other rows are on their way', async () => {
    await showPart(table({ busy: true }));
    expect(screen.getAllByRole('row')).toHaveLength(3);
    expect(screen.getByRole('columnheader', { name: 'Calls' })).toBeTruthy();
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    await isAccessible();
  });

  test('j and k go from row to row, and single letters can be switched off', async () => {
    const stop = listen();
    await showPart(table());
    await userEvent.keyboard('j');
    expect(document.activeElement?.textContent).toBe('Old Mill Bakery');
    await userEvent.keyboard('j');
    expect(document.activeElement?.textContent).toBe('Petal and Stem');
    await userEvent.keyboard('k');
    expect(document.activeElement?.textContent).toBe('Old Mill Bakery');
    act(() => switchLetters(false));
    await userEvent.keyboard('j');
    expect(document.activeElement?.textContent).toBe('Old Mill Bakery');
    stop();
  });

  test('while a row is open, arrows walk', async () => {
    const stop = listen();
    const walked = vi.fn();
    await showPart(table({ selected: 'a', onWalk: walked }));
    expect(screen.getAllByRole('row')[1]!.getAttribute('aria-current')).toBe('true');
    await userEvent.keyboard('{ArrowDown}');
    expect(walked).toHaveBeenCalledExactlyOnceWith(rows[1]);
    stop();
  });

  test('a click anywhere in a row opens it', async () => {
    await showPart(table());
    const clicked = vi.fn((event: Event) => event.preventDefault());
    screen.getByRole('link', { name: 'Old Mill Bakery' }).addEventListener('click', clicked);
    fireEvent.click(screen.getByRole('cell', { name: '3' }));
    expect(clicked).toHaveBeenCalledOnce();
  });

  test('of very many rows only those in sight are there, and it says how many there are', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(36);
    const many = Array.from({ length: 1000 }, (_, i) => ({ id: String(i), name: `Row ${i}`, calls: i }));
    await showPart(table({ rows: many }));
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1001');
    expect(screen.getAllByRole('row').length).toBeLessThan(200);
  });
});

describe('states', () => {
  test('a failure says what happened, what it means, and carries the request’s id', async () => {
    const retry = vi.fn();
    await showPart(<Failure error={new Fault(500, {}, 'req_0006gxxk1zj1z4b3twdhrms0d0g8')} title="The deliveries could not be read" onRetry={retry}>Nothing is lost.</Failure>);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('The deliveries could not be read');
    expect(alert.textContent).toContain('failed on our side');
    expect(within(alert).getByTitle('req_0006gxxk1zj1z4b3twdhrms0d0g8').textContent).toBe('req_00…s0d0g8');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(retry).toHaveBeenCalledOnce();
    await isAccessible();
  });

  test('a failure’s heading fits where it stands', async () => {
    await showPart(
      <>
        <Failure level={1} error={new Fault(500, {})} title="In place of a page" />
        <Failure level={2} error={new Fault(500, {})} title="Under its heading" />
        <Failure error={new Fault(500, {})} title="In a card" />
      </>,
    );
    expect([1, 2, 3].map((level) => screen.getByRole('heading', { level }).textContent)).toEqual(['In place of a page', 'Under its heading', 'In a card']);
    await isAccessible();
  });

  test('a refusal is in the service’s own words, each problem for itself', async () => {
    await showPart(<Failure error={new Fault(400, { message: ['name must not be empty', 'type is unknown'] })} />);
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['name must not be empty', 'type is unknown']);
  });

  test('no answer at all is told from a fault of ours', async () => {
    await showPart(<Failure error={new Error('network')} />);
    expect(screen.getByRole('alert').textContent).toContain('No answer came');
  });

  test('a failure in place of a page names the document, and one in a part of it does not', async () => {
    document.title = 'Webhooks';
    await showPart(<Failure error={new Error('network')} title="The deliveries could not be read" />);
    expect(document.title).toBe('Webhooks');
    await showPart(<Failure level={1} error={new Error('network')} title="The webhook could not be read" />);
    expect(document.title).toBe('The webhook could not be read · Counterpart');
  });

  test('nothing yet, nothing matches, and gone', async () => {
    await showPart(
      <>
        <Empty title="No webhooks yet" actions={<Button look="primary">Add a webhook</Button>}><p>We call your server.</p></Empty>
        <Gone what="delivery" id={id} back={{ text: 'Back to the webhook', to: { to: '.' } }} />
      </>,
    );
    expect(screen.getByRole('heading', { name: 'There is no such delivery' })).toBeTruthy();
    expect(document.title).toBe('There is no such delivery · Counterpart');
    expect(screen.getByText(id)).toBeTruthy();
    await isAccessible();
  });

  test('who may not says which role may, who has it, and copies a link', async () => {
    const user = userEvent.setup();
    await showPart(<Denied need="admin" have="developer" organization="Acme Apps" what="see client secrets" people={['Dana Dev']} />);
    expect(screen.getByRole('heading', { name: 'Only owners and admins of Acme Apps can see client secrets' })).toBeTruthy();
    expect(screen.getByText('ORGANIZATION_ROLE_NEEDED')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy a link for them' }));
    expect(await navigator.clipboard.readText()).toBe(window.location.href);
    expect([mayAct('owner', 'admin'), mayAct('admin', 'admin'), mayAct('developer', 'admin'), mayAct('viewer', 'developer')]).toEqual([true, true, false, false]);
    await isAccessible();
  });

  test('a conflict shows both versions and never decides', async () => {
    const mine = vi.fn();
    await showPart(<Conflict onTheirs={() => undefined} onMine={mine} parts={[{ key: 'name', name: 'Name', theirs: 'Bakery Sync', yours: 'Bakery Link' }, { key: 'url', name: 'URL', theirs: 'x', yours: 'x' }]} />);
    expect(screen.getByRole('rowheader', { name: 'Name' })).toBeTruthy();
    expect(screen.queryByRole('rowheader', { name: 'URL' })).toBeNull();
    expect(document.querySelector('ins')?.textContent).toContain('Link');
    await userEvent.click(screen.getByRole('button', { name: 'Save mine over it' }));
    expect(mine).toHaveBeenCalledOnce();
    await isAccessible();
  });

  test('stand-ins come after 150 ms, and what is quick needs none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const shown = showPart(<Bones label="Loading deliveries" />);
    await vi.advanceTimersByTimeAsync(100);
    await shown;
    const place = screen.getByRole('status', { name: 'Loading deliveries' });
    expect(place.getAttribute('aria-busy')).toBe('true');
    expect(place.children).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(place.querySelectorAll('.bone').length).toBeGreaterThan(0);
    vi.useRealTimers();
  });

  test('what is live says so, and what came while it was paused', async () => {
    const toggle = vi.fn();
    await showPart(<LiveDot paused fresh={14} onToggle={toggle} />);
    expect(screen.getByText('Paused: 14 new')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(toggle).toHaveBeenCalledOnce();
  });

  test('a tag has its word beside its shape', async () => {
    await showPart(<><Tag tone="warn">Retrying</Tag><Note tone="bad" title="It fails">Since 08:31.</Note></>);
    expect(screen.getByText('Retrying').querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
    await isAccessible();
  });
});

describe('secrets', () => {
  test('one is shown once, and cannot be left before it was ticked off', async () => {
    const done = vi.fn();
    await showPart(<RevealOnce title="Your new secret" secret="cpcs_abc" what="the secret" onDone={done} />);
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your new secret' }));
    const button = screen.getByRole('button', { name: 'Done' });
    await userEvent.click(button);
    expect(done).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('checkbox', { name: 'I have put it where it is safe' }));
    await userEvent.click(button);
    expect(done).toHaveBeenCalledOnce();
    await isAccessible();
  });
});

describe('facts', () => {
  test('an id is short, whole in its title, and its copy button says that it copied', async () => {
    const user = userEvent.setup();
    expect(shortId(id)).toBe('whd_4c…ebd5k0');
    await showPart(<IdChip id={id} />);
    await user.click(screen.getByRole('button', { name: `Copy ${id}` }));
    expect(await navigator.clipboard.readText()).toBe(id);
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(document.querySelector('[data-announcer]')?.textContent).toBe('Copied');
    await isAccessible();
  });

  test('a time is relative, and exact on focus', async () => {
    await showPart(<Time at={new Date(Date.now() - 18 * 60_000).toISOString()} />);
    const time = screen.getByText('18 minutes ago');
    act(() => time.focus());
    expect((await screen.findByRole('tooltip')).textContent).toMatch(/UTC/);
  });

  test('code wraps, is named, and is copied byte for byte', async () => {
    const user = userEvent.setup();
    await showPart(<><CodeBlock label="the command" text={'curl x \\\n  -H "a: b"'} /><Card title="Facts" window="last 24 h" foot="End"><Facts facts={[['Business', 'Old Mill Bakery'], false]} /></Card></>);
    await user.click(screen.getByRole('button', { name: 'Copy the command' }));
    expect(await navigator.clipboard.readText()).toBe('curl x \\\n  -H "a: b"');
    expect(coloured('{"a": "b"}').length).toBeGreaterThan(1);
    await isAccessible();
  });

  test('texts are compared word by word', () => {
    expect(words('the quick fox', 'the slow fox')).toEqual([
      { kind: 'same', text: 'the ' }, { kind: 'gone', text: 'quick' }, { kind: 'new', text: 'slow' }, { kind: 'same', text: ' fox' },
    ]);
    expect(words('', 'new')).toEqual([{ kind: 'new', text: 'new' }]);
    expect(words('same', 'same')).toEqual([{ kind: 'same', text: 'same' }]);
  });

  test('what went and what came is told without colours', async () => {
    await showPart(<p><DiffText before="reads invoices" after="writes invoices" /></p>);
    expect(document.querySelector('del')?.textContent).toBe('removed: reads');
    expect(document.querySelector('ins')?.textContent).toBe('added: writes');
  });

  test('a text takes elements and code', async () => {
    await showPart(<p><Say text="Register `payments:read` for {business}." business={<bdi>Petal</bdi>} /></p>);
    expect(screen.getByText('payments:read').tagName).toBe('CODE');
    expect(screen.getByText('Petal').tagName).toBe('BDI');
  });
});

describe('stories', () => {
  test('steps, attempts, traces and trees are ordered lists with the present one marked', async () => {
    await showPart(
      <>
        <Progress done={3} of={6} />
        <Steps steps={[{ key: 'a', title: 'App created', state: 'done' }, { key: 'b', title: 'First call', state: 'now', note: 'Waiting', children: <p>Do it</p> }]} />
        <Attempts label="Attempts" attempts={[{ key: '1', title: 'Attempt 1', state: 'bad', time: '10:24', says: 'No connection.', to: { to: '.' }, current: true }, { key: '2', title: 'Attempt 2', state: 'next', time: '11:00', says: 'In 18 minutes' }]} />
        <Trace label="From request to delivery" steps={[{ key: 'req', what: 'Request', shows: 'POST /invoices' }, { key: 'whd', what: 'This delivery', shows: 'Retrying', here: true }]} />
        <Tree label="The way" nodes={[{ key: 'a', title: 'Asked', says: 'For consent' }, { key: 'b', title: 'Approved', here: true }]} />
      </>,
    );
    expect(screen.getByRole('img', { name: '3 of 6 steps done' })).toBeTruthy();
    expect(screen.getByText('Waiting')).toBeTruthy();
    expect(screen.getByRole('link', { name: /Attempt 1/ }).getAttribute('aria-current')).toBe('true');
    await isAccessible();
  });

  test('waiting is what is left of the first byte after DNS, connect and TLS', async () => {
    const timings = { dnsMs: 3, connectMs: 11, tlsMs: 25, firstByteMs: 399 };
    expect(partsOf(timings, 413)).toEqual([{ key: 'dns', ms: 3 }, { key: 'connect', ms: 11 }, { key: 'tls', ms: 25 }, { key: 'waiting', ms: 360 }, { key: 'reading', ms: 14 }]);
    await showPart(<TimingBar timings={{ dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 40 }} totalMs={41} />);
    expect(screen.getByText('The connection was open already.')).toBeTruthy();
    expect(screen.queryByText('DNS')).toBeNull();
    await isAccessible();
  });
});

describe('charts', () => {
  const points = [10, 11, 12].map((hour) => ({ at: `2026-11-15T${hour}:00:00Z`, values: { yours: hour, ours: hour - 10 } }));
  const chart = (view: 'chart' | 'table', onOpen?: () => void) => (
    <ChartCard title="Errors" window="per hour" figure="378" view={view} viewLink={() => ({ to: '.' })} label="Errors per hour" interval="hour" points={points} onOpen={onOpen}
      series={[{ key: 'yours', name: '4xx', look: 'hatch' }, { key: 'ours', name: '5xx', look: 'bad' }]} />
  );

  test('arrow keys read it, Enter opens', async () => {
    const open = vi.fn();
    await showPart(chart('chart', open));
    const plot = screen.getByRole('slider', { name: 'Errors per hour' });
    plot.focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(plot.getAttribute('aria-valuetext')).toBe('15 Nov, 11:00: 4xx 11, 5xx 1');
    await userEvent.keyboard('{Enter}');
    expect(open).toHaveBeenCalledExactlyOnceWith(points[1]);
    await isAccessible();
  });

  test('the same numbers come as a table, newest first', async () => {
    await showPart(chart('table'));
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(['Hour from4xx5xx', '15 Nov, 12:00122', '15 Nov, 11:00111', '15 Nov, 10:00100']);
    await isAccessible();
  });

  test('its axis ends at three round steps', () => {
    expect([0, 1, 5, 95, 4100, 236].map(ceiling)).toEqual([3, 3, 6, 120, 6000, 300]);
  });
});

describe('forms', () => {
  test('a field ties its label, hint and error together', async () => {
    await showPart(
      <>
        <Field label="URL" hint="https only." error="It must be https."><Input mono defaultValue="http://x" /></Field>
        <Field label="Reason" count="3 of 80"><Textarea /></Field>
        <Field label="Type"><Select><option>Public</option></Select></Field>
        <Check>I agree</Check>
      </>,
    );
    const url = screen.getByRole('textbox', { name: 'URL' });
    expect(url.getAttribute('aria-invalid')).toBe('true');
    expect(url.getAttribute('aria-describedby')!.split(' ').map((part) => document.getElementById(part)?.textContent)).toEqual(['https only.', 'It must be https.']);
    await isAccessible();
  });

  test('a switch is on or off at once', async () => {
    const change = vi.fn();
    await showPart(<Switch on={false} onChange={change}>On</Switch>);
    await userEvent.click(screen.getByRole('switch', { name: 'On' }));
    expect(change).toHaveBeenCalledExactlyOnceWith(true);
    await isAccessible();
  });
});

describe('messages', () => {
  test('a toast confirms and can be closed', async () => {
    await showPart(<span />);
    act(() => toast('Sent again. The first attempt runs now.'));
    expect(screen.getByText('Sent again. The first attempt runs now.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText(/Sent again/)).toBeNull());
  });

  test('a drawer is a place beside the list with a way to close it', async () => {
    const close = vi.fn();
    await showPart(<Drawer label="Request POST /invoices" title="POST /invoices" onClose={close}><DrawerPart title="Who">Dana</DrawerPart></Drawer>);
    expect(screen.getByRole('complementary', { name: 'Request POST /invoices' })).toBeTruthy();
    await isAccessible();
    await userEvent.keyboard('{Escape}');
    expect(close).toHaveBeenCalledOnce();
  });

  test('whoever closes a drawer from within goes on from its row', async () => {
    const rows = [{ id: 'a' }, { id: 'b' }];
    function Page() {
      const [open, setOpen] = useState<string | undefined>('b');
      return (
        <div className="log">
          <Table label="Requests" rows={rows} rowKey={(row) => row.id} selected={open} open={() => ({ to: '.' })} columns={[{ key: 'id', head: 'Id', opens: true, cell: (row) => row.id }]} />
          {open && <Drawer label="Request b" title="b" onClose={() => setOpen(undefined)}>All of it.</Drawer>}
        </div>
      );
    }
    await showPart(<Page />);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'b' }));
  });
});
