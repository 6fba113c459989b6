// A phone that keeps passkeys: Chromium's own, made of software.
import type { CDPSession } from '@playwright/test';
import type { Person } from './person.ts';

/** What somebody can do with the phone in their hand. */
export interface Phone {
  /** How many passkeys it keeps. */
  keys(): Promise<number>;
  /** Its owner's finger is not the right one, or it is again. */
  knowsItsOwner(yes: boolean): Promise<void>;
}

/** Gives somebody a phone, which their browser can ask for passkeys. */
export async function holdsAPhone(person: Person): Promise<Phone> {
  const browser: CDPSession = await person.page.context().newCDPSession(person.page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    keys: async () => (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    knowsItsOwner: async (yes) => {
      await browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: yes });
    },
  };
}
