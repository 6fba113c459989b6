import { t } from '#/texts';

/** What begins like this is a secret: it is not searched, and not sent. */
const secrets = /(whsec|cpcs|cpat|cprt)_/;
const id = /^([a-z]{3})_[0-9a-z]{16,}$/;
/** A run of a function is an attempt at a delivery: its round and its number stand behind. */
const run = /^whd_[0-9a-z]{16,}\.\d+\.\d+$/;

/** isRunOf tells whether an id is that of a run, or of the delivery that it is an attempt at. */
export const isRunOf = (run: string, of: string) => run === of || run.startsWith(`${of}.`);

export type Kind = keyof typeof t.shell.kinds;

export const isSecret = (text: string) => secrets.test(text);

/** kindOf tells what a text is an id of, by its prefix. */
export function kindOf(text: string): Kind | undefined {
  if (run.test(text.trim())) return 'run';
  const prefix = id.exec(text.trim())?.[1];
  return prefix !== undefined && prefix in t.shell.kinds ? (prefix as Kind) : undefined;
}
