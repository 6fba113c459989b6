import { test } from '../people/people.ts';

test('a session made on one node is valid on the other, and over on both when it ends', async ({ people }) => {
  const [first, second] = people.nodes();
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'] });
  await nina.signsIn(first);
  await nina.isIn(second);
  await nina.opens(`${second}/`);
  await nina.switchesTo('Harbour Café');
  await nina.opens(`${first}/`);
  await nina.worksIn('Harbour Café');
  await nina.signsOut();
  await nina.isOut(second);
});

test('a suspended user is out on both nodes at the next request', async ({ people }) => {
  const [first, second] = people.nodes();
  const nina = await people.newcomer();
  const elsewhere = await nina.atAnotherBrowser();
  await nina.signsIn(first);
  await elsewhere.signsIn(second);

  await nina.isSuspended();
  await nina.isOut(first);
  await elsewhere.isOut(second);
  for (const node of [first, second]) {
    await nina.triesToSignIn(nina.account, node);
    await nina.isToldTheProblems('This account is suspended.');
  }
});
