import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** Waits for the mail with a secret that somebody gets and returns the link in it. Other mails, of sign-ins, come meanwhile. */
export async function linkMailedTo(email: string, folder: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => (link = await newestLink(email, folder)), { message: `no mail came for ${email}`, timeout: 60_000 })
    .toBeDefined();
  return link!;
}

async function newestLink(email: string, folder: string): Promise<string | undefined> {
  const files = await readdir(folder).catch(() => []);
  for (const file of files.filter((name) => name.endsWith('.eml')).sort().reverse()) {
    const letter = await readFile(join(folder, file), 'utf8');
    const link = letter.includes(`<${email}>`) ? plain(letter).match(/https?:\/\/\S+token=\S+/)?.[0] : undefined;
    if (link) {
      return link;
    }
  }
  return undefined;
}

/** Undoes quoted-printable, as far as our own letters use it. */
function plain(letter: string): string {
  return letter
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
