import type { ButtonInteraction } from 'discord.js';
import { expect, test } from 'vitest';
import { findRoute } from '../../../../src/io/discord/interaction/routes.ts';

type Kind = 'button' | 'text' | 'channel' | 'user' | 'form';

function toInteraction(kind: Kind, customId: string, values: readonly string[] = []) {
  return {
    customId,
    values,
    isButton: () => kind === 'button',
    isStringSelectMenu: () => kind === 'text',
    isChannelSelectMenu: () => kind === 'channel',
    isAnySelectMenu: () => kind !== 'button' && kind !== 'form',
    isModalSubmit: () => kind === 'form',
    isFromMessage: () => kind === 'form',
  } as unknown as ButtonInteraction;
}

const uuid = '474437d8-caae-4a2d-818a-4bc07ce66b9e';
const place = '1574617689647742979';

// Written literally: these are on messages that releases posted.
test.each<[Kind, string, string | null, string[]?]>([
  ['button', `summary:${uuid}:page:2`, 'summary'],
  ['button', `summary:${uuid}:sources:1`, 'summary'],
  ['button', `summary:${uuid}:why:1`, 'summary'],
  ['text', `summary:${uuid}:save`, 'summary', ['plain']],
  ...['share', 'more', 'again', 'delete', 'erase', 'keep', 'open'].map((action): [Kind, string, string] => [
    'button',
    `summary:${uuid}:${action}`,
    'summary',
  ]),
  ...['helpful', 'unhelpful', 'review', 'finish'].map((action): [Kind, string, string] => [
    'button',
    `summary:${uuid}:${action}`,
    'summary',
  ]),
  ['button', `decide:${uuid}:c3:noted:open`, 'summary'],
  ['button', `decide:${uuid}:r1:edit:removed`, 'edit'],
  ['form', `decide:${uuid}:c3:edit:open`, 'summary form'],
  ['form', `summary:${uuid}:again`, 'summary form'],
  ['button', `run:${place}:stop`, 'run'],
  ['button', `run:${place}:again`, 'run'],
  ['button', `reason:${uuid}:why`, 'reason'],
  ['form', `reason:${uuid}:why`, 'reason form'],
  ['text', 'catchup', 'missed', [`catchup:${place}:${place}`]],
  ['button', 'entries:d:page:2:0::', 'entry'],
  ['text', `entries:a:export:1::${place}:dGVudA:${uuid}.1`, 'entry', ['csv']],
  ['text', 'entries:open', 'entry', [uuid]],
  ['button', `entry:${uuid}:confirm`, 'entry'],
  ['user', `entry:${uuid}:owner`, 'entry', [place]],
  ['button', `digest:${uuid}:pause`, 'digest'],
  ['channel', `digest-draft:${uuid}:channels`, 'digest', [place]],
  ['text', 'digest-list', 'digest', [uuid]],
  ['button', 'privacy:delete', 'privacy'],
  ['button', 'privacy:erase', 'privacy'],
  ['text', 'privacy:rule', 'privacy', ['all']],
  ['channel', 'privacy:channels', 'privacy', [place]],
  // What the bot never offered.
  ['button', `summary:${uuid}:page:0`, null],
  ['button', `summary:${uuid}:burn`, null],
  ['form', `summary:${uuid}:share`, null],
  ['user', `summary:${uuid}:share`, null],
  ['button', `decide:${uuid}:c3:none:open`, null],
  ['text', 'catchup', null, ['catchup:1:2']],
  ['form', 'privacy:erase', null],
  // In private answers of release 0.2.0, which went with the client's session.
  ['text', `summary:${uuid}:filter:1:claim`, null, ['c3']],
  ['text', 'topics:open:-:-:0', null, [`${uuid}.1`]],
  ['button', '', null],
])('a %s with the id %s is answered by the route %s', (kind, customId, name, values = []) => {
  expect(findRoute(toInteraction(kind, customId, values))?.name ?? null).toBe(name);
});
