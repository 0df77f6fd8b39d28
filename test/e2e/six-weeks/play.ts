import type { Channel, Message } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { onTestFinished } from 'vitest';
import { createJudge } from '../../app/judging/judge.ts';
import { createScene, toShown } from '../scene.ts';
import { scriptedEngine } from './engine.ts';
import { type Line, type Person, type Place, script } from './script.ts';

/** In the future, because message ids only increase. Weeks begin on Mondays. */
const firstMonday = Date.parse('2091-02-05T00:00:00.000Z');
const dayMs = 24 * 3_600_000;

const places: readonly Place[] = ['opening', 'website', 'general', 'board'];

/** While a summary is written, its buttons are disabled. */
const isFinished = (shown: string) => shown.includes(':more"') && !shown.includes('"disabled":true');

/**
 * Plays the script: lines on the Wednesday of their week, and on its Friday Ann asks for a summary of each channel since
 * Monday. Ann reads everything, Ben all but the board, Cleo all but the website.
 */
export async function playSixWeeks({ weeks = 6 }: { readonly weeks?: number } = {}) {
  const { judge } = createJudge(() => 'supported');
  const scene = await createScene({ engine: scriptedEngine, judge });
  onTestFinished(scene.close);
  const { world, actions, guild, ann, bob: ben } = scene;
  const cleo = world.addUser({ name: 'cleo', displayName: 'Cleo', locale: 'en-US' });
  world.addMember(guild, cleo);
  world.rename(guild, ben, 'Ben');
  const people = { ann, ben, cleo };
  const closedTo: Partial<Record<Place, Person>> = { board: 'ben', website: 'cleo' };
  const open = (name: Place) => {
    const person = closedTo[name];
    const overwrites = person ? [{ member: people[person], deny: Flags.ViewChannel }] : [];
    return world.addChannel(guild, { name, overwrites });
  };
  const channels = Object.fromEntries(places.map(name => [name, open(name)])) as Record<Place, Channel>;

  const written = new Map<Line, Message>();
  const playWeek = async (week: number) => {
    const monday = firstMonday + (week - 1) * 7 * dayMs;
    scene.jumpTo(new Date(monday + 2 * dayMs).toISOString());
    for (const line of script.filter(each => each.week === week))
      written.set(line, world.addMessage(channels[line.place], { by: people[line.by], content: line.text }));
    for (const [line, message] of written) if (line.deletedIn === week) world.removeMessage(message);
    scene.jumpTo(new Date(monday + 4 * dayMs).toISOString());
    for (const place of places) {
      if (!script.some(line => line.week === week && line.place === place)) continue;
      const view = await actions.slash({
        user: ann,
        channel: channels[place],
        command: 'summarize',
        options: { since: '3 days ago', private: false },
      });
      await view.until(({ message }) => isFinished(toShown(message)));
    }
  };
  for (let week = 1; week <= weeks; week++) await playWeek(week);
  return { ...scene, people, channels, playWeek };
}
