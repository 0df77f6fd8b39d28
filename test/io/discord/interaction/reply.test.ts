import {
  DiscordAPIError,
  HTTPError,
  type MessageComponentInteraction,
  type RepliableInteraction,
} from 'discord.js';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/errors.ts';
import { answerFailure } from '../../../../src/io/discord/interaction/answer-failure.ts';
import { defer, deferUpdate } from '../../../../src/io/discord/interaction/reply.ts';
import { toTexts } from '../../../../src/render/texts.ts';

type State = { readonly deferred?: boolean; readonly replied?: boolean; readonly ephemeral?: boolean | null };

/** What an interaction is asked to say, and in which way. */
function open({ deferred = false, replied = false, ephemeral = null }: State = {}, fails = false) {
  const said: [way: string, words: string][] = [];
  const lines: object[] = [];
  const take = (way: string) => async (body: { content: string }) => {
    if (fails) throw new Error('no connection');
    said.push([way, body.content]);
  };
  const interaction = {
    id: '1',
    client: {},
    guildId: '2',
    locale: 'en-US',
    deferred,
    replied,
    ephemeral,
    reply: take('reply'),
    editReply: take('editReply'),
    followUp: take('followUp'),
  } as unknown as RepliableInteraction;
  const log = pino(
    { level: 'trace', base: null },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  );
  const t = toTexts('en-US');
  return { said, lines, fail: (error: unknown) => answerFailure({ interaction, t, log }, error) };
}

function refusal(code: number, url: string, status = 404): DiscordAPIError {
  return new DiscordAPIError(
    { code, message: 'no' },
    code,
    status,
    'GET',
    `https://discord.com/api/v10${url}`,
    {},
  );
}

const webhook = '/webhooks/1/secret-token/messages/@original';

describe('a failure', () => {
  test.each([
    ['not answered yet', {}, 'reply'],
    ['promised an answer', { deferred: true, ephemeral: true }, 'editReply'],
    ['told of progress', { deferred: true, replied: true, ephemeral: false }, 'editReply'],
    ['promised an update', { deferred: true }, 'followUp'],
    ['updated', { replied: true }, 'followUp'],
  ])('of an interaction that was %s is said where it harms nothing', async (_, state, way) => {
    const { said, fail } = open(state);
    await fail(new Error('secret'));
    expect(said.map(each => each[0])).toEqual([way]);
  });

  test.each([
    ['a Discord that fails', new HTTPError(503, 'no', 'GET', '/', {}), 'Discord did not answer properly'],
    [
      'no answer in time',
      Object.assign(new Error('aborted'), { name: 'AbortError' }),
      'Discord did not answer',
    ],
    ['no connection', Object.assign(new Error('x'), { code: 'UND_ERR_SOCKET' }), 'Discord did not answer'],
    ['a stop', new UserError('cancelled', 'x'), 'I’m restarting'],
    ['a store out of reach', new UserError('store_unavailable', 'x'), 'Storage is unavailable'],
    ['a user’s error', new UserError('no_messages', 'Nothing there.'), 'Nothing there.'],
    ['a message that went', refusal(10_008, '/channels/5/messages/6'), 'no longer exists'],
    ['a channel that went', refusal(10_003, '/channels/5'), 'no longer exists'],
    ['a channel that was closed', refusal(50_001, '/channels/5/messages', 403), 'I cannot see <#5>'],
  ])('because of %s is said in words', async (_, error, words) => {
    const { said, fail } = open();
    await fail(error);
    expect(said[0]?.[1]).toContain(words);
  });

  test('that is nobody’s business shows a reference that is also in the log, and nothing else of it', async () => {
    const { said, lines, fail } = open();
    await fail(new Error('the password is sesame'));
    const [reference] = /[0-9a-f]{8}$/.exec(said[0]?.[1] ?? '') ?? [];
    expect(said[0]?.[1]).not.toContain('sesame');
    expect(lines).toMatchObject([{ msg: 'interaction-failed', reference, guild: '2' }]);
    expect(JSON.stringify(lines)).not.toContain('sesame');
  });

  test.each([
    [10_062, 'interaction-lost'],
    [40_060, 'interaction-answered-elsewhere'],
    [10_015, 'interaction-lost'],
    [50_027, 'interaction-lost'],
    [10_008, 'interaction-lost'],
    [10_003, 'interaction-lost'],
  ])('%i of the answer itself is only logged, as %s', async (code, msg) => {
    const { said, lines, fail } = open();
    await fail(refusal(code, webhook));
    expect(said).toEqual([]);
    expect(lines).toMatchObject([{ msg, code }]);
  });

  test('that cannot be told either is logged, and no token stands in the log', async () => {
    const { lines, fail } = open({}, true);
    await fail(refusal(50_035, webhook, 400));
    expect(lines.map(line => 'msg' in line && line.msg)).toEqual([
      'interaction-failed',
      'interaction-reply-failed',
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret-token');
  });
});

describe('a deferral that Discord answers with an error until it is too late', () => {
  const lost = new HTTPError(500, 'no', 'POST', '/interactions/1/t/callback', {});

  /** Both ways to acknowledge, where the answer is looked up with this result. */
  function acknowledge(
    way: 'defer' | 'deferUpdate',
    fetchReply: () => Promise<unknown>,
    error: Error = lost,
  ) {
    const fail = () => Promise.reject(error);
    const interaction = { client: {}, deferred: false, deferReply: fail, deferUpdate: fail, fetchReply };
    const liveRuns = { hold: async () => {} } as unknown as Parameters<typeof defer>[0]['liveRuns'];
    const done =
      way === 'defer'
        ? defer({ interaction: interaction as unknown as RepliableInteraction, liveRuns })
        : deferUpdate(interaction as unknown as MessageComponentInteraction);
    return { interaction, done };
  }

  test.each(['defer', 'deferUpdate'] as const)('goes on if it counted (%s)', async way => {
    const { interaction, done } = acknowledge(way, async () => ({}));
    await done;
    expect(interaction.deferred).toBe(true);
  });

  test.each(['defer', 'deferUpdate'] as const)('is lost if it did not count (%s)', async way => {
    const gone = refusal(10_015, webhook);
    const { interaction, done } = acknowledge(way, () => Promise.reject(gone));
    await expect(done).rejects.toBe(gone);
    expect(interaction.deferred).toBe(false);
  });
});
