/**
 * What the server writes into the page's head (internal/web/html/built.go): where the
 * API is, and what only this installation and this session know.
 */
function fact(name: string, page: Document = document): string {
  return page.querySelector(`meta[name="counterpart-${name}"]`)?.getAttribute('content') ?? '';
}

export const facts = {
  /** The API's origin. */
  api: fact('api'),
  /** What the names of the API's own headers begin with. */
  service: fact('service') || 'Counterpart',
  /** What this installation calls itself. */
  name: fact('name') || 'Counterpart',
  /** The token that signing out needs. It belongs to the session. */
  form: fact('form'),
};

/** Reads the facts of a new session, after somebody signed in anew in another tab. */
export async function readFormAnew(): Promise<void> {
  const answer = await fetch('/console', { credentials: 'same-origin' });
  facts.form = fact('form', new DOMParser().parseFromString(await answer.text(), 'text/html'));
}
