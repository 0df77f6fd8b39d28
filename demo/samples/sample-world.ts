import type { Channel, Guild, Message, MessageOptions, Playground, User } from '@footnote/playground/discord';
import { PermissionFlagsBits as Flags } from 'discord-api-types/v10';
import { budget } from './budget.ts';
import { club } from './club.ts';
import { fillDates, toStartMs } from './dates.ts';
import { engineering } from './engineering.ts';
import { hidden } from './hidden.ts';
import { ideas } from './ideas.ts';
import { injection } from './injection.ts';
import { languages } from './languages.ts';
import { news } from './news.ts';
import type { Sample, SampleForum, SampleLine } from './sample.ts';
import { trails } from './trails.ts';

const samples: readonly Sample[] = [engineering, budget, languages, injection, hidden, trails, news];

/** Each is the name of a webhook. */
const behindPluralKit = ['Rin', 'Ash'];
const pluralKit = '466378653216014359';

/** A server with sample conversations; each is as recent as its time of day allows. */
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

/** Creates the demo's server, people, channels and conversations. */
export function createSampleWorld({ world }: Playground, nowMs: number): SampleWorld {
  const users = new Map<string, User>(
    people.map(([name, displayName, locale]) => [name, world.addUser({ name, displayName, locale })]),
  );
  const find = (name: string): User => {
    const user = users.get(name);
    if (!user) throw new Error(`nobody is called ${name}`);
    return user;
  };
  const webhooks = new Map(
    behindPluralKit.map(name => [name, world.addWebhook({ name, applicationId: pluralKit })]),
  );
  const guild = world.addGuild({ name: 'Footpath', owner: find('nadia'), members: [...users.values()] });
  const channels = new Map(samples.map(sample => [sample.channel, addSample(guild, sample)]));
  channels.set(ideas.channel, addForum(ideas));
  const members = ['lars', 'claire'].map(find);
  const elsewhere = world.addGuild({ name: 'Hiking Club', owner: find('tom'), members, hasBot: false });
  channels.set(club.channel, addSample(elsewhere, club));
  world.installForUser(find('lars'));
  return { guild, users, channels };

  function addSample(server: Guild, { channel: name, topic, startsAt, lines, onlyFor }: Sample): Channel {
    const overwrites = onlyFor && [
      { role: server.id, deny: Flags.ViewChannel },
      { member: world.bot, allow: Flags.ViewChannel },
      ...onlyFor.map(each => ({ member: find(each), allow: Flags.ViewChannel })),
    ];
    const channel = world.addChannel(server, { name, topic, ...(overwrites && { overwrites }) });
    say(channel, lines, toStartMs(startsAt, toSpanMs(lines), nowMs));
    return channel;
  }

  function addForum({ channel: name, category, topic, tags, posts }: SampleForum): Channel {
    const parent = world.addChannel(guild, { name: category, kind: 'category' });
    const forum = world.addChannel(guild, { name, topic, tags, kind: 'forum', parent });
    for (const { title, tags: own = [], startsAt, lines } of posts) {
      const [first, ...answers] = lines;
      if (!first) continue;
      const atMs = toStartMs(startsAt, toSpanMs(answers), nowMs);
      const post = world.addPost(forum, { title, tags: own, message: toMessage(first, atMs) });
      say(post, answers, atMs, [world.findMessage(post.id) as Message]);
    }
    return forum;
  }

  function toMessage({ by, say: content, reactions }: SampleLine, atMs: number): MessageOptions {
    const entries = Object.entries(reactions ?? {}).map(
      ([emoji, names]) => [emoji, names.map(find)] as const,
    );
    return {
      by: webhooks.get(by) ?? find(by),
      content: fillDates(content, nowMs),
      atMs,
      ...(reactions && { reactions: Object.fromEntries(entries) }),
    };
  }

  function say(channel: Channel, lines: readonly SampleLine[], startMs: number, said: Message[] = []): void {
    let atMs = startMs;
    for (const line of lines) {
      const { by, after = 2, re, thread } = line;
      atMs += after * minuteMs;
      const answered = re === undefined ? undefined : said[re - 1];
      const message = world.addMessage(channel, {
        ...toMessage(line, atMs),
        ...(answered && { replyTo: answered }),
      });
      said.push(message);
      if (!thread) continue;
      const options = { name: thread.name, owner: find(by), from: message, atMs };
      say(world.addThread(channel, options), thread.lines, atMs);
    }
  }
}

function toSpanMs(lines: readonly SampleLine[]): number {
  return lines.reduce((sum, { after = 2 }) => sum + after * minuteMs, 0);
}
