import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { asFault } from '#/api/fault';
import { t } from '#/texts';

export type Saved<V> = { value: V; version: number };

type DraftOptions<V> = {
  /** What the server has, once it was read. */
  saved: Saved<V> | undefined;
  same: (a: V, b: V) => boolean;
  /** Saves a value, if the record is still of this version. */
  write: (value: V, version: number) => Promise<unknown>;
  /** Reads what the server has by now. */
  readAnew: () => Promise<Saved<V> | undefined>;
  onSaved?: () => void;
};

/**
 * useDraft holds what somebody edits of a record that has a version. Somebody else's
 * change of another part of the record is no conflict; one of this part is, and then
 * `theirs` is what is saved now.
 */
export function useDraft<V>({ saved, same, write, readAnew, onSaved }: DraftOptions<V>) {
  const [draft, setDraft] = useState<{ base: Saved<V>; value: V }>();
  const [theirs, setTheirs] = useState<Saved<V>>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const value = draft?.value ?? saved?.value;
  const changed = draft !== undefined && saved !== undefined && !same(draft.value, saved.value);

  useBlocker({
    disabled: !changed,
    enableBeforeUnload: changed,
    // eslint-disable-next-line no-alert -- nothing else holds somebody back from leaving
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && !window.confirm(t.shell.unsaved),
  });

  const edit = (next: V) => {
    if (saved) setDraft({ base: draft?.base ?? saved, value: next });
    setError(undefined);
  };
  const drop = () => {
    setDraft(undefined);
    setTheirs(undefined);
    setError(undefined);
  };
  const put = async (over?: Saved<V>) => {
    if (!draft || !saved || busy) return;
    const base = over ?? (same(draft.base.value, saved.value) ? saved : draft.base);
    setBusy(true);
    setError(undefined);
    try {
      try {
        await write(draft.value, base.version);
      } catch (failure) {
        if (asFault(failure).status !== 412) throw failure;
        const fresh = await readAnew();
        if (!fresh || !same(fresh.value, base.value)) {
          setTheirs(fresh);
          return;
        }
        await write(draft.value, fresh.version);
      }
      drop();
      onSaved?.();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { value, changed, edit, drop, save: () => void put(), saveOver: () => void put(theirs), theirs, error, busy };
}
