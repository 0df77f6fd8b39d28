import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import type { Playground } from '../server.ts';
import type { Channel, Guild, Message, User } from '../state.ts';
import { budget } from './budget.ts';
import { engineering } from './engineering.ts';
import { hidden } from './hidden.ts';
import { injection } from './injection.ts';
import { languages } from './languages.ts';
import type { Sample, SampleLine } from './sample.ts';

export const samples: readonly Sample[] = [engineering, budget, languages, injection, hidden];

/** A server with written conversations, the newest messages minutes old. */
export type SampleWorld = {
  readonly guild: Guild;
  /** By user name. */
  readonly users: ReadonlyMap<string, User>;
  /** By channel name. */
  readonly channels: ReadonlyMap<string, Channel>;
};

const people = [
  ['lars', 'Lars', 'en-US'],
  ['nadia', 'Nadia', 'en-US'],
  ['tom', 'Tom', 'en-US'],
  ['priya', 'Priya', 'en-US'],
  ['mei', 'Mei', 'ja'],
  ['claire', 'Claire', 'fr'],
  ['mallory', 'Mallory', 'en-US'],
] as const;

const minuteMs = 60_000;

/** Declares the server of the demo, its people, channels and what was said in them. */
export function createSampleWorld({ world }: Playground, nowMs: number): SampleWorld {
  const users = new Map<string, User>(
    people.map(([name, displayName, locale]) => [name, world.addUser({ name, displayName, locale })]),
  );
  const find = (name: string): User => {
    const user = users.get(name);
    if (!user) throw new Error(`nobody is called ${name}`);
    return user;
  };
  const guild = world.addGuild({ name: 'Footpath', owner: find('nadia'), members: [...users.values()] });
  const channels = new Map(samples.map(sample => [sample.channel, addSample(sample)]));
  return { guild, users, channels };

  function addSample({ channel: name, topic, lines, onlyFor }: Sample): Channel {
    const overwrites = onlyFor && [
      { role: guild.id, deny: Flags.ViewChannel },
      { member: world.bot, allow: Flags.ViewChannel },
      ...onlyFor.map(each => ({ member: find(each), allow: Flags.ViewChannel })),
    ];
    const channel = world.addChannel(guild, { name, topic, ...(overwrites && { overwrites }) });
    const spanMs = lines.reduce((sum, { after = 2 }) => sum + after * minuteMs, 0);
    say(channel, lines, nowMs - spanMs);
    return channel;
  }

  function say(channel: Channel, lines: readonly SampleLine[], startMs: number): void {
    let atMs = startMs;
    const said: Message[] = [];
    for (const { by, say: content, after = 2, re, reactions, thread } of lines) {
      atMs += after * minuteMs;
      const answered = re === undefined ? undefined : said[re - 1];
      const entries = Object.entries(reactions ?? {}).map(
        ([emoji, names]) => [emoji, names.map(find)] as const,
      );
      const message = world.addMessage(channel, {
        by: find(by),
        content,
        atMs,
        ...(answered && { replyTo: answered }),
        ...(reactions && { reactions: Object.fromEntries(entries) }),
      });
      said.push(message);
      if (!thread) continue;
      const options = { name: thread.name, owner: find(by), from: message, atMs };
      say(world.addThread(channel, options), thread.lines, atMs);
    }
  }
}
