import { PermissionFlagsBits } from 'discord-api-types/v10';
import { describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { createLogParts, findCustomId, type LogScene, openLogScene, toText } from './log-scene.ts';

let scene: LogScene;

const closing = [
  { when: 'We close at 18:00', kind: 'decision', text: 'The fair closes at 18:00.' },
  { when: 'New plan: we close at 20:00', kind: 'decision', text: 'The fair closes at 20:00.' },
  { when: 'Back to 18:00', kind: 'decision', text: 'The fair closes at 18:00 after all.' },
] as const;

const reversals = [
  ['The fair closes at 20:00', 'The fair closes at 18:00'],
  ['The fair closes at 18:00 after all', 'The fair closes at 20:00'],
] as const;

async function list(pattern: RegExp, user = scene.ann): Promise<string> {
  await expect.poll(async () => await scene.read({}, user)).toMatch(pattern);
  return await scene.read({}, user);
}

describe('/decisions', () => {
  test('shows a decision that was reversed twice as three, linked both ways, each with its messages', async () => {
    const parts = createLogParts(closing, reversals);
    scene = await openLogScene(parts);
    expect(await scene.read()).toMatch(/^No decisions yet.*`\/summarize`/);
    scene.say(scene.ann, 'We close at 18:00 because of the neighbors.', 30);
    await scene.ask();
    await list(/Approved.*\nThe fair closes at 18:00/);
    scene.say(scene.bob, 'New plan: we close at 20:00.', 20);
    await scene.ask();
    await list(/Superseded by: The fair closes at 20:00/);
    scene.say(scene.ann, 'Back to 18:00, the town hall insists.', 10);
    await scene.ask();
    const text = await list(/Superseded by: The fair closes at 18:00 after all/);
    expect(text.match(/\*\*(?:Approved|Superseded)\*\*/g)).toEqual([
      '**Approved**',
      '**Superseded**',
      '**Superseded**',
    ]);
    expect(text).toContain('Supersedes: The fair closes at 20:00.');
    const marks = [...text.matchAll(/\[\[(\d)\]\]\((\S+?)\)/g)].map(([, number, url]) => `${number} ${url}`);
    expect(new Set(marks).size).toBe(3);
    // Without an earlier decision nobody was asked.
    expect(parts.compared).not.toContain('The fair closes at 18:00.');
    const opened = await scene.openFirst();
    expect(toText(opened)).toMatch(/Impact\*\*\n- Everyone has to plan anew\..*\(implied\)/);
    expect(toText(opened)).toMatch(/\*\*Messages\*\*\n> Ann: Back to 18:00, the town hall insists\./);
  });

  test('links a decision also with the one that it replaced where only a later summary has that one', async () => {
    scene = await openLogScene(createLogParts(closing, reversals));
    scene.say(scene.ann, 'We close at 18:00 because of the neighbors.', 30);
    scene.say(scene.bob, 'New plan: we close at 20:00.', 20);
    await scene.ask({ messages: 1 });
    expect(await list(/20:00/)).not.toContain('18:00');
    await scene.ask();
    await list(/Superseded by: The fair closes at 20:00/);
  });

  test('finds by words, person and status, and hands the entries over as files', async () => {
    scene = await openLogScene(createLogParts(closing, reversals));
    scene.say(scene.ann, 'We close at 18:00 because of the neighbors.', 30);
    scene.say(scene.bob, 'New plan: we close at 20:00.', 20);
    await scene.ask();
    await list(/Superseded by/);
    expect(await scene.read({ search: 'neighb' })).toMatch(/^Filter: `neighb`\n\n\*\*1\.\*\* /);
    expect(await scene.read({ search: 'new plan' })).toMatch(
      /\*\*1\.\*\* \*\*Approved.*\nThe fair closes at 20:00/,
    );
    expect(await scene.read({ person: scene.bob.id })).not.toMatch(/\*\*2\./);
    expect(await scene.read({ status: 'superseded' })).toMatch(
      /\*\*1\.\*\* \*\*Superseded\*\*.*\nThe fair closes at 18:00/,
    );
    expect(await scene.read({ status: 'declined' })).toMatch(/^Nothing found/);
    const view = await scene.list();
    const message = sure(view.message);
    const customId = findCustomId(message, /entries:d:export:[^"]+/);
    const exported = await scene.actions.press({ user: scene.ann, message, customId });
    await exported.until(({ message: shown, followUps }) =>
      /2 entries/.test(JSON.stringify([shown, followUps])),
    );
    expect(JSON.stringify([exported.message, exported.followUps])).toMatch(/decisions-\d{4}-\d\d-\d\d\.md/);
  });

  test('finds by topic, suggested or typed', async () => {
    const named = closing.slice(0, 1).map(each => ({ ...each, topic: 'Closing time' }));
    const tent = { when: 'We rent the tent', kind: 'decision', text: 'The tent is rented.', topic: 'Tent' };
    scene = await openLogScene(createLogParts([...named, tent]));
    scene.say(scene.ann, 'We close at 18:00 because of the neighbors.', 30);
    scene.say(scene.bob, 'We rent the tent.', 20);
    await scene.ask();
    await list(/tent is rented/);
    const { actions, ann, channel } = scene;
    const typed = { user: ann, channel, command: 'decisions', focused: { name: 'topic', value: 'ten' } };
    const [choice] = await actions.autocomplete(typed);
    expect(choice?.name).toBe('Tent');
    const view = await scene.list({ topic: String(choice?.value) });
    expect(toText(view.message)).toMatch(
      /^Filter: `Tent`\n\n\*\*1\.\*\* .*\nThe tent is rented\.(?!.*18:00)/s,
    );
    expect(await scene.read({ topic: 'closing time' })).toMatch(/\*\*1\.\*\* .*18:00/s);
    expect(await scene.read({ topic: 'boats' })).toMatch(/^Nothing found/);
  });

  test('shows nobody what rests on a channel that they cannot read, nor what it did to other decisions', async () => {
    scene = await openLogScene(createLogParts(closing, reversals));
    const secret = scene.world.addChannel(scene.guild, { name: 'board' });
    scene.say(scene.ann, 'We close at 18:00 because of the neighbors.', 30);
    await scene.ask();
    scene.say(scene.ann, 'New plan: we close at 20:00.', 20, secret);
    await scene.ask({}, scene.ann, secret);
    await list(/Superseded by: The fair closes at 20:00/);
    expect(await list(/20:00/, scene.cy)).toContain('Superseded by: The fair closes at 20:00');
    const deny = PermissionFlagsBits.ViewChannel;
    const overwrite = { kind: 'member' as const, id: scene.cy.id, allow: 0n, deny };
    // First without an event: what the gateway told before is not believed.
    for (const close of [
      () => secret.overwrites.set(scene.cy.id, overwrite),
      () => scene.world.overwrite(secret, { member: scene.cy, deny }),
    ]) {
      close();
      const seen = await scene.read({}, scene.cy);
      expect(seen).toMatch(/The fair closes at 18:00/);
      expect(seen).not.toMatch(/at 20:00|Superseded by/);
    }
    expect(await scene.read()).toMatch(/20:00/);
  });
});
