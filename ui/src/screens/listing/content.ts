import type { Schemas } from '#/api/client';
import type { App } from '#/shell/place';

export type Revision = Schemas['Revision'];
export type ListingRecord = Schemas['Listing'];
export type Asset = Schemas['Asset'];
export type Content = Required<Schemas['ListingContent']>;

/** limits are how many characters each text may have. */
export const limits = { name: 80, tagline: 80, slug: 60, description: 4000 } as const;

/** contentOf is what a revision says, without what was done with it. */
export function contentOf(revision: Revision): Content {
  const { slug, name, tagline, description, categories, privacyUrl, supportUrl, connectUrl, iconId, screenshotIds, scopeReasons } = revision;
  return { slug, name, tagline, description, categories, privacyUrl, supportUrl, connectUrl, iconId, screenshotIds, scopeReasons };
}

export const slugOf = (name: string) =>
  name.normalize('NFKD').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, limits.slug);

/** firstContent is what an app that has no listing begins with. */
export function firstContent(app: App): Content {
  return {
    slug: slugOf(app.name), name: app.name, tagline: '', description: '', categories: [], privacyUrl: app.privacyUrl ?? '', supportUrl: app.supportUrl ?? '',
    connectUrl: '', iconId: null, screenshotIds: [], scopeReasons: {},
  };
}

/** What was typed and not saved, and the version it was typed over. */
export type Edits = { over: number | undefined; content: Partial<Content> };

const store = (app: string) => `counterpart.listing.${app}`;

/** Edits are kept in the tab: a reload or a look at another page loses nothing. */
export function readEdits(app: string): Edits {
  try {
    const kept = sessionStorage.getItem(store(app));
    if (kept) return JSON.parse(kept) as Edits;
  } catch {
    // What cannot be read was not ours.
  }
  return { over: undefined, content: {} };
}

export function keepEdits(app: string, edits: Edits): void {
  if (Object.keys(edits.content).length === 0) sessionStorage.removeItem(store(app));
  else sessionStorage.setItem(store(app), JSON.stringify(edits));
}

/** textOf writes one part as text, to compare two versions of it. */
export function textOf(content: Content, part: keyof Content): string {
  const value = content[part];
  if (value === null) return '';
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'object') return Object.entries(value).map(([scope, reason]) => `${scope}: ${reason}`).join('\n');
  return value;
}

export const parts: readonly (keyof Content)[] = ['name', 'tagline', 'slug', 'description', 'categories', 'privacyUrl', 'supportUrl', 'connectUrl', 'iconId', 'screenshotIds', 'scopeReasons'];
