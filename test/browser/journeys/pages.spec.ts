// Every page, with real content: accessible by axe's account, in light and dark,
// at a desk, on a phone, and at a zoom of 400 %.
//
// To look at them yourself, name a folder for pictures:
//
//   PICTURES=/tmp/pages npx playwright test pages
import { join } from 'node:path';
import { lookAt } from '../people/eyes.ts';
import { test, type People } from '../people/people.ts';
import type { Person } from '../people/person.ts';

type Way = (people: People) => Promise<Person>;

/** How somebody gets to see each page. */
const ways: Record<string, Way> = {
  'sign in': async (people) => {
    const sam = await people.stranger();
    await sam.opens('/sign-in');
    return sam;
  },
  'sign in, refused': async (people) => {
    const sam = await people.stranger();
    await sam.triesToSignIn();
    return sam;
  },
  'sign in, suspended': async (people) => {
    const gone = await people.suspended();
    await gone.triesToSignIn();
    return gone;
  },
  'sign in, signed out': async (people) => {
    const nina = await signedIn(people);
    await nina.signsOut();
    return nina;
  },
  'enter a code': owingACode,
  'enter a recovery code': async (people) => {
    const nina = await owingACode(people);
    await nina.follows('Use a recovery code');
    return nina;
  },
  'enter a code, refused': async (people) => {
    const nina = await owingACode(people);
    await nina.presses('Continue');
    return nina;
  },
  'forgot password': async (people) => {
    const sam = await people.stranger();
    await sam.opens('/password/forgot');
    return sam;
  },
  'reset sent': async (people) => {
    const sam = await people.stranger();
    await sam.asksForANewPassword();
    return sam;
  },
  'choose a password': async (people) => {
    const nina = await people.newcomer();
    await nina.asksForANewPassword();
    await nina.opens(await nina.linkFromTheirMail());
    return nina;
  },
  'a link that no longer works': async (people) => {
    const sam = await people.stranger();
    await sam.opens('/password/choose?token=old');
    return sam;
  },
  home: (people) => signedIn(people, { owns: ['Old Mill Bakery', 'Petal and Stem'] }),
  'home, without a business': (people) => signedIn(people),
  'home, after switching': async (people) => {
    const nina = await signedIn(people, { owns: ['Old Mill Bakery', 'Petal and Stem'] });
    await nina.switchesTo('Petal and Stem');
    return nina;
  },
  'home, long names': (people) => signedIn(people, { owns: [longName] }),
  businesses: async (people) => {
    const nina = await signedIn(people, { owns: ['Old Mill Bakery', 'Petal and Stem', longName] });
    await nina.opens('/businesses');
    return nina;
  },
  'businesses, a search without result': async (people) => {
    const nina = await signedIn(people, { owns: ['Old Mill Bakery'] });
    await nina.opens('/businesses?q=smithy');
    return nina;
  },
  account: async (people) => {
    const nina = await signedIn(people, { owns: ['Old Mill Bakery'] });
    await (await nina.atAnotherBrowser()).signsIn();
    await nina.opens('/account');
    return nina;
  },
  'account, with a second factor': async (people) => {
    const nina = await signedIn(people);
    await nina.setsUpASecondFactor();
    await nina.opens('/account');
    return nina;
  },
  'change password': async (people) => {
    const nina = await signedIn(people);
    await nina.opens('/account/password');
    return nina;
  },
  'change password, refused': async (people) => {
    const nina = await signedIn(people);
    await nina.opens('/account/password');
    await nina.fillsIn({ 'Current password': 'not the right one', 'New password': longName, 'New password again': longName });
    await nina.presses('Change password');
    return nina;
  },
  'set up a second factor': async (people) => {
    const nina = await signedIn(people);
    await nina.opens('/account/second-factor');
    return nina;
  },
  'recovery codes': async (people) => {
    const nina = await signedIn(people);
    await nina.setsUpASecondFactor();
    return nina;
  },
  'turn off the second factor': async (people) => {
    const nina = await signedIn(people);
    await nina.setsUpASecondFactor();
    await nina.opens('/account/second-factor/off');
    return nina;
  },
  'new recovery codes': async (people) => {
    const nina = await signedIn(people);
    await nina.setsUpASecondFactor();
    await nina.opens('/account/recovery-codes');
    return nina;
  },
  'not found': async (people) => {
    const nina = await signedIn(people, { owns: ['Old Mill Bakery'] });
    await nina.opens('/nowhere');
    return nina;
  },
};

const longName = 'Donaudampfschifffahrtsgesellschaft Linz an der Donau, Reederei und Spedition';

async function signedIn(people: People, who: { owns?: string[] } = {}): Promise<Person> {
  const nina = await people.newcomer(who);
  await nina.signsIn();
  return nina;
}

async function owingACode(people: People): Promise<Person> {
  const nina = await signedIn(people);
  await nina.setsUpASecondFactor();
  await nina.follows('I have saved them');
  await nina.signsOut();
  await nina.triesToSignIn();
  await nina.sees('Enter your code');
  return nina;
}

for (const [name, way] of Object.entries(ways)) {
  test(`the page "${name}" is accessible in light and dark, large and small`, async ({ people }) => {
    const { page } = await way(people);
    await lookAt(page, async (look) => {
      if (process.env.PICTURES) {
        const file = `${name.replace(/\W+/g, '-')}.${look}.png`;
        await page.screenshot({ path: join(process.env.PICTURES, file), fullPage: true });
      }
    });
  });
}
