import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import {
  ask,
  createLogParts,
  createLogScene,
  findCustomId,
  openFirst,
  say,
  summarizeHere,
  toText,
} from './log-scene.ts';

type LogScene = Awaited<ReturnType<typeof createLogScene>>;

let scene: LogScene;
afterEach(() => scene.close());

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
  await expect.poll(async () => toText((await ask(scene, {}, user)).message)).toMatch(pattern);
  return toText((await ask(scene, {}, user)).message);
}

describe('/decisions', () => {
  test('says that there are none, and how they come about', async () => {
    scene = await createLogScene(createLogParts([]));
    expect(toText((await ask(scene)).message)).toMatch(/^No decisions yet.*`\/summarize`/);
  });

  test('shows a decision that was reversed twice as three, linked both ways, each with its messages', async () => {
    const parts = createLogParts(closing, reversals);
    scene = await createLogScene(parts);
    say(scene, scene.ann, 'We close at 18:00 because of the neighbors.', 30);
    await summarizeHere(scene);
    await list(/Approved.*\nThe fair closes at 18:00/);
    say(scene, scene.bob, 'New plan: we close at 20:00.', 20);
    await summarizeHere(scene);
    await list(/Superseded by: The fair closes at 20:00/);
    say(scene, scene.ann, 'Back to 18:00, the town hall insists.', 10);
    await summarizeHere(scene);
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
    const opened = await openFirst(scene, await ask(scene));
    expect(toText(opened)).toMatch(/Impact\*\*\n- Everyone has to plan anew\..*\(implied\)/);
    expect(toText(opened)).toMatch(/\*\*Messages\*\*\n> Ann: Back to 18:00, the town hall insists\./);
  });

  test('finds by words, person and status, and hands the entries over as files', async () => {
    scene = await createLogScene(createLogParts(closing, reversals));
    say(scene, scene.ann, 'We close at 18:00 because of the neighbors.', 30);
    say(scene, scene.bob, 'New plan: we close at 20:00.', 20);
    await summarizeHere(scene);
    await list(/Superseded by/);
    const found = async (options: Record<string, string>) => toText((await ask(scene, options)).message);
    expect(await found({ search: 'neighb' })).toMatch(/^Filter: `neighb`\n\n\*\*1\.\*\* /);
    expect(await found({ search: 'new plan' })).toMatch(
      /\*\*1\.\*\* \*\*Approved.*\nThe fair closes at 20:00/,
    );
    expect(await found({ person: scene.bob.id })).not.toMatch(/\*\*2\./);
    expect(await found({ status: 'superseded' })).toMatch(
      /\*\*1\.\*\* \*\*Superseded\*\*.*\nThe fair closes at 18:00/,
    );
    expect(await found({ status: 'declined' })).toBe('There are no decisions like this: Declined.');
    const view = await ask(scene);
    const message = sure(view.message);
    const customId = findCustomId(message, /entries:d:export:[^"]+/);
    const exported = await scene.actions.press({ user: scene.ann, message, customId });
    await exported.until(({ message: shown, followUps }) =>
      /2 entries/.test(JSON.stringify([shown, followUps])),
    );
    expect(JSON.stringify([exported.message, exported.followUps])).toMatch(/decisions-\d{4}-\d\d-\d\d\.md/);
  });

  test('finds by topic, suggested or typed, also in the file', async () => {
    const named = closing.slice(0, 1).map(each => ({ ...each, topic: 'Closing time' }));
    const tent = { when: 'We rent the tent', kind: 'decision', text: 'The tent is rented.', topic: 'Tent' };
    scene = await createLogScene(createLogParts([...named, tent]));
    say(scene, scene.ann, 'We close at 18:00 because of the neighbors.', 30);
    say(scene, scene.bob, 'We rent the tent.', 20);
    await summarizeHere(scene);
    await list(/tent is rented/);
    const { actions, ann, channel } = scene;
    const typed = { user: ann, channel, command: 'decisions', focused: { name: 'topic', value: 'ten' } };
    const [choice] = await actions.autocomplete(typed);
    expect(choice?.name).toBe('Tent');
    const view = await ask(scene, { topic: String(choice?.value) });
    expect(toText(view.message)).toMatch(
      /^Filter: `Tent`\n\n\*\*1\.\*\* .*\nThe tent is rented\.(?!.*18:00)/s,
    );
    expect(toText((await ask(scene, { topic: 'closing time' })).message)).toMatch(/\*\*1\.\*\* .*18:00/s);
    expect(toText((await ask(scene, { topic: 'boats' })).message)).toMatch(/^Nothing found/);
    const message = sure(view.message);
    const customId = findCustomId(message, /entries:d:export:[^"]+/);
    const exported = await actions.press({ user: ann, message, customId });
    await exported.until(({ message: shown, followUps }) =>
      /1 entry/.test(JSON.stringify([shown, followUps])),
    );
  });

  test('shows nothing of a deleted message at the next press on an open list', async () => {
    const many = Array.from({ length: 6 }, (_, index) => ({
      when: `Plan ${index}`,
      kind: 'decision',
      text: `Plan number ${index} it is.`,
    }));
    scene = await createLogScene(createLogParts(many));
    const said = many.map(({ when }, index) => say(scene, scene.ann, `${when} is agreed.`, 30 - index));
    await summarizeHere(scene);
    await list(/Plan number 5/);
    const view = await ask(scene);
    const [latest] = said.slice(-1);
    if (!latest || !view.message) throw new Error('no list');
    const next = await scene.press(view.message, 'Next');
    await next.until(({ message }) => /Plan number 0/.test(toText(message)));
    scene.world.removeMessage(latest);
    await expect
      .poll(async () => JSON.stringify(await scene.running().store.entries.list(scene.guild.id)))
      .not.toMatch(/number 5/);
    if (!next.message) throw new Error('no page');
    const back = await scene.press(next.message, 'Previous');
    await back.until(({ message }) => /messages behind this were deleted/.test(toText(message)));
    expect(JSON.stringify(back.message)).not.toMatch(/number 5|Plan 5/);
  });

  test('shows nobody what rests on a channel that they cannot read, nor what it did to other decisions', async () => {
    scene = await createLogScene(createLogParts(closing, reversals));
    const secret = scene.world.addChannel(scene.guild, { name: 'board' });
    say(scene, scene.ann, 'We close at 18:00 because of the neighbors.', 30);
    await summarizeHere(scene);
    say(scene, scene.ann, 'New plan: we close at 20:00.', 20, secret);
    await summarizeHere(scene, scene.ann, secret);
    await list(/Superseded by: The fair closes at 20:00/);
    expect(await list(/20:00/, scene.cy)).toContain('Superseded by: The fair closes at 20:00');
    scene.world.overwrite(secret, { member: scene.cy, deny: PermissionFlagsBits.ViewChannel });
    const seen = toText((await ask(scene, {}, scene.cy)).message);
    expect(seen).toMatch(/The fair closes at 18:00/);
    expect(seen).not.toMatch(/at 20:00|Superseded by/);
    expect(toText((await ask(scene)).message)).toMatch(/20:00/);
  });
});
