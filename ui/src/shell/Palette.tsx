import { useNavigate, useRouter } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useState } from 'react';
import { useFocusBack } from '#/parts/Dialog';
import { Icon } from '#/parts/Icon';
import { Say } from '#/parts/Say';
import { t } from '#/texts';
import { useCommands } from './commands';
import { isSecret, kindOf } from './ids';
import { useAppsOf, useOrganization } from './place';
import { usePlaces } from './places';

const words = t.shell.palette;

/** Palette finds a page, an app, an act, or any record by its id. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }) {
  const focus = useFocusBack();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content {...focus} className="overlay palette" aria-describedby={undefined}>
          <Dialog.Title className="unseen">{words.label}</Dialog.Title>
          <PaletteBody onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [inTab, setInTab] = useState(false);
  const navigate = useNavigate();
  const router = useRouter();
  const { all } = usePlaces();
  const apps = useAppsOf(useOrganization()?.id).data?.data ?? [];
  const commands = useCommands();

  const go = (to: object) => {
    onClose();
    const location = router.buildLocation(to as Parameters<typeof router.buildLocation>[0]);
    if (inTab) window.open(location.href, '_blank', 'noreferrer');
    else void navigate({ href: location.href });
  };
  const secret = isSecret(typed);
  const kind = secret ? undefined : kindOf(typed);
  return (
    <Command
      label={words.label}
      shouldFilter={kind === undefined}
      loop
      onKeyDown={(event: KeyboardEvent) => {
        setInTab(event.metaKey || event.ctrlKey);
        // cmdk opens by Enter alone; with ⌘ it opens in a tab.
      }}
    >
      <div className="palette-input">
        <Icon name="search" />
        <Command.Input value={typed} onValueChange={setTyped} placeholder={words.label} aria-label={words.label} autoComplete="off" spellCheck={false} />
        <kbd>{words.escape}</kbd>
      </div>
      {secret ? <p className="palette-none" role="alert">{words.secret}</p> : (
        <Command.List className="palette-list" label={words.label}>
          <Command.Empty className="palette-none">{words.none}</Command.Empty>
          {kind !== undefined && (
            <Command.Group heading={words.isA(t.shell.kinds[kind])}>
              <Command.Item value={typed} onSelect={() => go({ to: '/console/go/$id', params: { id: typed.trim() } })}>
                <span>{words.open} <code>{typed.trim()}</code></span>
                <kbd>↵</kbd>
              </Command.Item>
            </Command.Group>
          )}
          {kind === undefined && (
            <>
              {commands.length > 0 && (
                <Command.Group heading={words.act}>
                  {commands.map((command) => (
                    <Command.Item key={command.key} value={`act ${command.label}`} onSelect={() => { onClose(); command.run(); }}><span>{command.label}</span></Command.Item>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={words.go}>
                {all.map((place) => (
                  <Command.Item key={place.to} value={`go ${t.shell.places[place.key]}`} onSelect={() => go(place.link)}><span>{t.shell.places[place.key]}</span></Command.Item>
                ))}
              </Command.Group>
              {apps.length > 0 && (
                <Command.Group heading={words.apps}>
                  {apps.map((app) => (
                    <Command.Item key={app.id} value={`app ${app.name} ${app.id}`} onSelect={() => go({ to: '/console/apps/$app', params: { app: app.id } })}><span><bdi>{app.name}</bdi></span></Command.Item>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={words.read}>
                <Command.Item value={words.reference} onSelect={() => { onClose(); window.open('/reference', '_blank', 'noreferrer'); }}><span>{words.reference}</span><Icon name="out" /></Command.Item>
              </Command.Group>
            </>
          )}
        </Command.List>
      )}
      <div className="palette-foot">
        <span className="only-keys"><kbd>↑</kbd> <kbd>↓</kbd> {words.choose}</span>
        <span className="only-keys"><kbd>↵</kbd> {words.opens}</span>
        <span><Say text={words.paste} /></span>
      </div>
    </Command>
  );
}
