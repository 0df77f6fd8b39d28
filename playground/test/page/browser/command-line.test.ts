import { describe, expect, test } from 'vitest';
import {
  type Around,
  addOption,
  type CommandLine,
  continueLine,
  findTyped,
  pickValue,
  removeOption,
  startLine,
  suggest,
  toCommandName,
  toOptions,
  typeTail,
  typeValue,
} from '../../../src/page/browser/composer/command-line.ts';
import type { SeenCommand, SeenOption } from '../../../src/page/shapes.ts';

function option(name: string, type: number, more: Partial<SeenOption> = {}): SeenOption {
  return {
    name,
    type,
    description: `about ${name}`,
    isRequired: false,
    choices: [],
    hasSuggestions: false,
    channelTypes: [],
    fileTypes: [],
    range: '',
    ...more,
  };
}

function command(
  name: string,
  options: readonly SeenOption[] = [],
  subcommand: string | null = null,
): SeenCommand {
  return { command: name, group: null, subcommand, description: `does ${name}`, options };
}

const details = ['brief', 'standard'].map(name => ({ name, value: name }));
const summarize = command('summarize', [
  option('messages', 4),
  option('detail', 3, { choices: details }),
  option('channel', 7, { channelTypes: [0] }),
  option('private', 5),
  option('focus', 3),
]);
const zone = command('timezone', [option('zone', 3, { hasSuggestions: true })]);
const digest = command('digest', [option('when', 3, { isRequired: true })], 'add');
const place = { topic: null, parentId: null, isPrivate: false, isArchived: false };
const around: Around = {
  commands: [summarize, zone, digest],
  channels: [
    { ...place, id: '1', kind: 'text', type: 0, name: 'general' },
    { ...place, id: '2', kind: 'voice', type: 2, name: 'talk' },
  ],
  members: [{ id: '5', username: 'ada', name: 'Ada', isBot: false, locale: 'en-US' }],
  roles: [],
};

function labels(text: string, line: CommandLine | null): readonly string[] {
  return suggest(text, line, around).map(one => {
    if (one.kind === 'command') return toCommandName(one.command);
    return one.kind === 'option' ? one.option.name : one.label;
  });
}

describe('a command line', () => {
  test('offers commands after a slash, each subcommand by itself, and none in ordinary words', () => {
    expect(labels('/', null)).toEqual(['/summarize', '/timezone', '/digest add']);
    expect(labels('/add', null)).toEqual(['/digest add']);
    expect(labels('summ', null)).toEqual([]);
    expect(labels('either/or', null)).toEqual([]);
  });

  test('offers the options that are left, narrowed by what is typed', () => {
    const line = startLine(summarize);
    expect(labels('', line)).toEqual(['messages', 'detail', 'channel', 'private', 'focus']);
    expect(labels('', typeTail(line, 'pri'))).toEqual(['private']);
    const [, detail] = summarize.options;
    if (!detail) throw new Error('no option');
    const filled = pickValue(addOption(line, detail), 'brief', 'brief');
    expect(labels('', filled)).toEqual(['messages', 'channel', 'private', 'focus']);
  });

  test('offers choices, yes and no, and channels of the kinds that are taken', () => {
    const line = startLine(summarize);
    expect(labels('', typeTail(line, 'detail:'))).toEqual(['brief', 'standard']);
    expect(labels('', typeTail(line, 'detail:st'))).toEqual(['standard']);
    expect(labels('', typeTail(line, 'private:'))).toEqual(['True', 'False']);
    expect(labels('', typeTail(line, 'channel:'))).toEqual(['#general']);
  });

  test('offers what the bot suggests, which is not narrowed again', () => {
    const line = typeTail(startLine(zone), 'zone:berlin');
    const suggested = [{ name: 'Europe/Berlin', value: 'Europe/Berlin' }];
    expect(labels('', { ...line, suggested })).toEqual(['Europe/Berlin']);
    expect(labels('', { ...typeTail(startLine(zone), 'zone:bln'), suggested })).toEqual(['Europe/Berlin']);
  });

  test('can be typed in one go', () => {
    const line = findTyped('/summarize detail:brief', around.commands);
    expect(line && toOptions(line)).toEqual({ options: { detail: 'brief' } });
    expect(findTyped('/summarize', around.commands)).toBeNull();
    expect(findTyped('/digest add ', around.commands)?.command.subcommand).toBe('add');
  });

  test('takes words typed in one go as what it cannot do without, with or without its name', () => {
    for (const words of ['daily', 'when: daily', 'when:daily']) {
      const line = findTyped(`/digest add ${words}`, around.commands);
      expect(line && toOptions(line)).toEqual({ options: { when: 'daily' } });
    }
    expect(findTyped('/digest add ', around.commands)?.active).toBe(0);
  });

  test('asks first for what a command cannot do without, and does not go off without it', () => {
    const line = startLine(digest);
    expect(line.active).toBe(0);
    expect(toOptions(line)).toEqual({ problem: 'when is required' });
    expect(toOptions(continueLine(typeValue(line, 'daily')))).toEqual({ options: { when: 'daily' } });
  });

  test('takes numbers, truths and picked things as what they are, and refuses what they are not', () => {
    const line = startLine(summarize);
    expect(toOptions(typeTail(line, 'messages:50'))).toEqual({ options: { messages: 50 } });
    expect(toOptions(typeTail(line, 'messages:many'))).toEqual({
      problem: 'messages: a whole number, please',
    });
    expect(toOptions(typeTail(line, 'private:false'))).toEqual({ options: { private: false } });
    expect(toOptions(pickValue(typeTail(line, 'channel:'), '#general', '1'))).toEqual({
      options: { channel: '1' },
    });
    expect(toOptions(typeTail(line, 'channel:nowhere'))).toEqual({
      problem: 'channel: choose from the list',
    });
  });

  test('is taken apart from its end, and then left', () => {
    const line = pickValue(typeTail(startLine(summarize), 'private:'), 'True', true);
    const shorter = removeOption(line, null);
    expect(shorter?.filled).toEqual([]);
    expect(shorter && removeOption(shorter, null)).toBeNull();
  });
});
