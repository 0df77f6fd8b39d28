import type { APIMessage } from 'discord-api-types/v10';
import { beforeEach, describe, expect, test } from 'vitest';
import { sure } from '../../sure.ts';
import { readReply, summarized, toLabels, toShown } from '../scene.ts';
import { createLogParts, findCustomId, type LogScene, openLogScene, toText } from './log-scene.ts';

const tent = {
  when: "I'll book the tent",
  kind: 'action',
  topic: 'Tent',
  text: 'Bob books the tent.',
  inOther: { fr: 'Bob réserve la tente.', ja: 'Bobがテントを予約します。' },
  owner: 'Bob',
} as const;
const tasks = [
  tent,
  {
    when: 'I take the tent over',
    kind: 'action',
    text: 'Cy books the tent.',
    owner: 'Cy',
    cites: ["I'll book the tent", 'I take the tent over'],
  },
  ...Array.from({ length: 8 }, (_, index) => ({
    when: `Task ${index + 1} is mine`,
    kind: 'action',
    text: `Bob does task ${index + 1}.`,
    owner: 'Bob',
  })),
  { when: 'I print the menu', kind: 'action', text: 'Bob prints the menu.', topic: 'Menu', owner: 'Bob' },
] as const;

let scene: LogScene;
let promise: ReturnType<LogScene['say']>;
beforeEach(async () => {
  scene = await openLogScene(createLogParts(tasks));
  promise = scene.say(scene.bob, "I'll book the tent.", 30);
  await scene.ask();
});

const list = (options: Record<string, string> = {}, user = scene.bob) =>
  scene.read({ kind: 'mine', ...options }, user);
const open = (user = scene.bob) => scene.openFirst({ kind: 'action' }, user);

/** Chooses in a select of an opened task, and waits for what it then says. */
async function choose(step: string, value: string, pattern: RegExp, user = scene.bob): Promise<void> {
  const message = await open(user);
  const customId = findCustomId(message, new RegExp(`entry:[\\w-]+:${step}:\\d+`));
  const view = await scene.actions.select({ user, message, customId, values: [value] });
  await view.until(each => pattern.test(toText(each.message)));
}

/** Presses, and waits for what is said then where it was pressed. */
async function press(on: Parameters<LogScene['press']>[0], label: string, pattern: RegExp, user = scene.bob) {
  const view = await scene.press(on, label, user);
  return view.until(each => pattern.test(toText(each.message)));
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('an action item', () => {
  test('is ticked with one press where it is listed, which another takes back', async () => {
    const view = await scene.list({ kind: 'mine' }, scene.bob);
    expect(toLabels(view.message)[0]).toEqual(['☐ 1']);
    await press(view, '☐ 1', /\*\*1\.\*\* \*\*Erledigt/);
    expect(view.message?.embeds[0]?.footer?.text).toBe('1–1 von 1');
    expect(await list()).toBe('Keine Zusammenfassung nennt eine offene Aufgabe von dir.');
    await press(view, '☑ 1', /\*\*1\.\*\* \*\*Offen/);
    const others = await scene.list({ kind: 'action' }, scene.cy);
    await expect(scene.press(others, '☐ 1', scene.cy)).rejects.toThrow('greyed out');
    expect(toLabels((await scene.list({ kind: 'decision' }, scene.bob)).message)).toEqual([]);
  });

  test('is ticked below a summary that shows it, by those who may change it', async () => {
    const pick = async (user: typeof scene.bob, shown: APIMessage, pattern: RegExp) => {
      const customId = findCustomId(shown, /entries:tick:[\w:-]+/);
      const values = [findCustomId(shown, /(?<="value":")c\d+/)];
      const view = await scene.actions.select({ user, message: shown, customId, values });
      await view.until(({ message, followUps }) => pattern.test(JSON.stringify([message, followUps])));
    };
    expect(toShown(await scene.ask({}, scene.bob))).toContain('"label":"☐ Bob books the tent."');
    expect(toShown(await scene.ask())).not.toContain('entries:tick');
    const publicly = sure((await scene.ask({ private: false })).message);
    await pick(scene.cy, publicly, /Only its owner/);
    expect(await list()).toMatch(/Bob books the tent/);
    await pick(scene.bob, publicly, /\*\*Erledigt/);
    expect(await list()).toBe('Keine Zusammenfassung nennt eine offene Aufgabe von dir.');
  });

  test('is ticked in its reminder, and opened again there', async () => {
    await choose('remind', 'day', /Ich erinnere dich/);
    const direct = scene.world.openDirect(scene.bob);
    scene.jumpTo(inDays(2));
    await expect.poll(() => scene.posted(direct)).toHaveLength(1);
    const post = scene.posted(direct)[0];
    const view = await press(post, 'Erledigt', /^\*\*Erledigt/);
    expect(await list()).toBe('Keine Zusammenfassung nennt eine offene Aufgabe von dir.');
    await scene.press(view, 'Wieder öffnen', scene.bob);
    await expect.poll(() => list()).toMatch(/Bob books the tent/);
  });

  test('is one entry in whatever languages it was summarized, shown in that of the reader', async () => {
    const inLanguage = async (language: string) =>
      summarized(await scene.summarize({ private: true, language }, scene.ann));
    const entries = () => scene.running().store.entries.list(scene.guild.id);
    await choose('remind', 'day', /Ich erinnere dich/);
    await inLanguage('fr');
    await inLanguage('ja');
    await expect.poll(async () => (await entries()).length).toBe(1);
    expect(await entries()).toMatchObject([{ reminders: [{ personId: scene.bob.id }] }]);
    expect((await entries())[0]?.statements.map(({ language }) => language).sort()).toEqual([
      'en-US',
      'fr',
      'ja',
    ]);
    const french = scene.world.addUser({ name: 'dan', displayName: 'Dan', locale: 'fr' });
    scene.world.addMember(scene.guild, french);
    expect(await list({ kind: 'action' }, french)).toMatch(/Bob réserve la tente\./);
    expect(await list({ kind: 'action' }, scene.ann)).toMatch(/Bob books the tent\./);
    // No text is German; the newest is shown.
    expect(await list()).toMatch(/テント/);
    expect(await list({ kind: 'action', search: 'réserve' }, scene.ann)).toMatch(/Bob books the tent/);
  });

  test('that was ticked stays in its list while that is turned', async () => {
    for (let number = 1; number <= 8; number++) scene.say(scene.bob, `Task ${number} is mine.`, 30 - number);
    await scene.ask();
    const view = await scene.list({ kind: 'mine' }, scene.bob);
    const tick = async (label: string) => {
      await scene.press(view, `☐ ${label}`, scene.bob);
      await view.until(({ message }) => toLabels(message).flat().includes(`☑ ${label}`));
    };
    const turn = async (label: string, range: string) => {
      await scene.press(view, label, scene.bob);
      await view.until(({ message }) => message?.embeds[0]?.footer?.text === range);
      return toText(view.message).match(/task \d|the tent/g);
    };
    expect(toText(view.message).match(/task \d|the tent/g)).toHaveLength(5);
    await tick('1');
    await tick('3');
    expect(await turn('Weiter', '6–9 von 9')).toEqual(['task 3', 'task 2', 'task 1', 'the tent']);
    await tick('7');
    await turn('Zurück', '1–5 von 9');
    expect(toLabels(view.message)[0]).toEqual(['☑ 1', '☐ 2', '☑ 3', '☐ 4', '☐ 5']);
    expect(await list()).toMatch(/task 7[\s\S]*task 5/);
    expect(await list()).not.toMatch(/task 8|task 6/);
  });

  test('is changed by nobody else, except people with Manage Messages', async () => {
    expect(JSON.stringify((await open(scene.cy)).components)).not.toContain(':done');
    await press(await open(scene.ann), 'Done', /^\*\*Done/, scene.ann);
    expect(await list({ status: 'done' })).toMatch(/Erledigt/);
  });

  test('is given to somebody else, and no summary takes it from them', async () => {
    await choose('owner', scene.ann.id, new RegExp(`<@${scene.ann.id}>`));
    expect(await list({}, scene.ann)).toMatch(/Bob books the tent/);
    scene.say(scene.cy, 'I take the tent over.', 20);
    await scene.ask();
    expect(await list({}, scene.ann)).toMatch(/Cy books the tent/);
    expect(await list({}, scene.cy)).toBe('No summary names an open action item of yours.');
  });

  test('is in no list or panel at the next press once its message is deleted', async () => {
    const own = await scene.list({ kind: 'mine' }, scene.bob);
    const message = sure(own.message);
    const values = [findCustomId(message, /(?<="value":")[\da-f-]{36}/)];
    const panel = await scene.actions.select({ user: scene.bob, message, customId: 'entries:open', values });
    await panel.until(each => /books the tent/.test(toText(each.message)));
    scene.say(scene.bob, 'I print the menu.', 20);
    await scene.ask();
    scene.world.removeMessage(promise);
    await expect.poll(() => list()).not.toMatch(/tent/);
    const again = await scene.actions.select({ user: scene.bob, message, customId: 'entries:open', values });
    await again.until(each => /gelöscht/.test(JSON.stringify([each.message, each.followUps])));
    expect(toText(again.message)).not.toMatch(/books the tent/);
    const left = await list({ kind: 'action' });
    expect(left).toMatch(/prints the menu/);
    expect(left).not.toMatch(/gelöscht/);
  });

  test('is on no card once its message was deleted while the bot was down', async () => {
    scene.say(scene.bob, 'I print the menu.', 20);
    await scene.ask();
    await scene.restart(() => scene.world.removeMessage(promise));
    const card = await scene.run('catchup', {}, scene.bob);
    await card.until(({ message }) => /prints the menu/.test(message?.content ?? ''));
    expect(card.message?.content.match(/^- .*/gm)).toHaveLength(1);
  });

  test('leaves the store when its message is deleted while the bot is down, though nobody asks', async () => {
    scene.say(scene.bob, 'I print the menu.', 20);
    await scene.ask();
    await scene.restart(() => scene.world.removeMessage(promise));
    expect(await list({ kind: 'action' })).not.toMatch(/gelöscht|tent/);
    const { store } = scene.running();
    const readAll = async () => {
      const ids = await store.summaries.ids(scene.guild.id);
      const summaries = await Promise.all(ids.map(id => store.summaries.get(scene.guild.id, id)));
      return JSON.stringify([summaries, await store.entries.list(scene.guild.id)]);
    };
    await expect.poll(readAll, { timeout: 20_000 }).not.toMatch(/tent/i);
    expect(await readAll()).toMatch(/print the menu/);
  });

  test('is hidden for the days that it is snoozed', async () => {
    await choose('snooze', 'three', /^\*\*Zurückgestellt/);
    expect(await list()).toBe('Keine Zusammenfassung nennt eine offene Aufgabe von dir.');
    expect(await list({ status: 'snoozed' })).toMatch(/Zurückgestellt/);
    scene.jumpTo(inDays(4));
    expect(await list()).toMatch(/Bob books the tent/);
  });

  test('reminds once if the bot is killed as it sends the reminder, and comes back ten minutes later', async () => {
    await choose('remind', 'day', /I’ll remind you/, scene.cy);
    const direct = scene.world.openDirect(scene.cy);
    scene.playground.faults.failAfter(503, `POST /channels/${direct.id}/messages`, 100);
    const later = Date.now() + 2 * 86_400_000;
    scene.jumpTo(new Date(later).toISOString());
    await expect.poll(() => scene.posted(direct)).toHaveLength(1);
    scene.playground.faults.clear();
    // Discord no longer knows the nonce of the first one.
    await scene.crash(() => scene.jumpTo(new Date(later + 10 * 60_000).toISOString()));
    const { entries } = scene.running().store;
    await expect
      .poll(() => entries.list(scene.guild.id))
      .toEqual([expect.objectContaining({ reminders: [] })]);
    expect(scene.posted(direct)).toHaveLength(1);
  });

  test('reminds nobody again while it cannot look whether it has, says so, and looks again a day later', async () => {
    await choose('remind', 'day', /I’ll remind you/, scene.cy);
    const direct = scene.world.openDirect(scene.cy);
    const { faults } = scene.playground;
    faults.failAfter(503, `POST /channels/${direct.id}/messages`, 100);
    // So the next attempt is under way at the crash.
    faults.delay(200, `POST /channels/${direct.id}/messages`, 100);
    const later = Date.now() + 2 * 86_400_000;
    scene.jumpTo(new Date(later).toISOString());
    await expect.poll(() => scene.posted(direct)).toHaveLength(1);
    // The first fault stays: discord.js tries again until the crash, and an answer would tell that it was sent.
    faults.failWith(403, `GET /channels/${direct.id}/messages`, 100);
    await scene.crash(() => scene.jumpTo(new Date(later + 10 * 60_000).toISOString()));
    const opened = async () => toText(await open(scene.cy));
    await expect
      .poll(opened)
      .toMatch(/Not sent again: the reminder may already be .* I’ll look again: <t:\d+:f>/);
    expect(scene.posted(direct)).toHaveLength(1);
    faults.clear();
    scene.jumpTo(new Date(later + 26 * 3_600_000).toISOString());
    await expect.poll(opened).not.toMatch(/Not sent again|remind you/);
    expect(scene.posted(direct)).toHaveLength(1);
  });

  test('is forgotten with the reminders of a person who deletes their data', async () => {
    await choose('remind', 'day', /I’ll remind you/, scene.cy);
    const shown = await summarized(await scene.run('privacy show', {}, scene.cy));
    expect(toText(shown.message)).toMatch(/and reminders\*\*: 1/);
    await press(shown, 'Delete my data', /^This deletes/, scene.cy);
    await press(shown, 'Delete my data', /^Deleted/, scene.cy);
    expect(toText(await open(scene.cy))).not.toMatch(/remind you/);
  });

  test('is forgotten when the person who promised it opts out', async () => {
    await readReply(scene.run('privacy opt-out', {}, scene.bob));
    expect(await list({ kind: 'action' }, scene.ann)).not.toMatch(/tent|Bob|were deleted/);
    expect(JSON.stringify(await scene.running().store.entries.list(scene.guild.id))).not.toMatch(/tent|Bob/);
  });
});
