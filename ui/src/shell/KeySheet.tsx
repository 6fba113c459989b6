import { Fragment } from 'react';
import { Dialog } from '#/parts/Dialog';
import { Switch } from '#/parts/Field';
import { switchLetters, useLetters } from '#/parts/keys';
import { t } from '#/texts';

/** mod is the key that commands are given with, as this machine writes it. */
export const mod = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const words = t.shell.keySheet;
const rows: readonly (readonly [keys: readonly string[], says: string])[] = [
  [[mod, 'K'], words.find],
  [['/'], words.filter],
  [['g', 'o'], words.overview],
  [['g', 'r'], words.requests],
  [['g', 'w'], words.webhooks],
  [['g', 'c'], words.credentials],
  [['g', 'l'], words.listing],
  [['g', 'h'], words.home],
  [['j', 'k'], words.rows],
  [['Enter'], words.open],
  [['Esc'], words.close],
  [['c'], words.copy],
  [['t'], words.table],
  [['p'], words.pause],
  [['?'], words.keys],
];

/** KeySheet lists the keys, and switches single letters off. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const letters = useLetters();
  return (
    <Dialog open={open} onClose={onClose} title={words.title} about={words.letters}>
      <dl className="facts">
        {rows.map(([keys, says]) => (
          <div key={says}>
            <dt>
              {keys.map((key, i) => (
                <Fragment key={key}>
                  {i > 0 && (keys[0] === 'g' ? ` ${words.then} ` : keys[0] === 'j' ? ` ${words.or} ` : ' ')}
                  <kbd>{key}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <Switch on={letters} onChange={switchLetters}>{words.switch}</Switch>
    </Dialog>
  );
}
