/**
 * The texts of the console: one catalogue for each language, one module in it for each
 * group of screens. A text is a string, or a function of what it speaks of:
 *
 *   t.home.title                    'Home'
 *   t.overview.calls(412)           '412 calls'
 *
 * A text with parts that are elements names them in braces and is shown by <Say>;
 * what stands in backticks becomes <code>:
 *
 *   <Say text={t.overview.register} scope={<code>…</code>} />
 *
 * Numbers, plurals, times and lists are written by format.ts, in the language's manner.
 */
import * as en from './en';

export type Catalogue = typeof en;
export const t: Catalogue = en;
export * as format from './format';
