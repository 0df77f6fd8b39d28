import { type Config, readConfig } from '../config.ts';
import type { ClaimBody } from '../core/claims/claim.ts';
import type { Message } from '../core/conversation/message.ts';
import { toCountWords } from '../core/count-words.ts';
import { UserError } from '../errors.ts';
import { findChannel } from '../io/discord/access/places.ts';
import { createClient, loginWithoutGateway } from '../io/discord/client.ts';
import { readRecord, toChannelContext } from '../io/discord/history/message.ts';
import { fetchRecord } from '../io/discord/history/pages.ts';
import { isTemporary, orUnavailable } from '../io/discord/interaction/failures.ts';
import { createSizeLimit, decodeText, readBytes } from '../io/import/archive.ts';
import { readStoreKeys } from '../io/keyv/key-file.ts';
import { toSecrets } from '../io/keyv/stores/open-run-store.ts';
import {
  compareReceipt,
  createReceiptSigner,
  parseReceipt,
  type ReadAgain,
  type Receipt,
  type ReceiptState,
} from '../render/receipt.ts';
import { toShownLine } from '../render/view/shown.ts';
import { loadDotEnv } from './dot-env.ts';
import { type InputOptions, openConversation, type Run, toInput, toInputName } from './run-command.ts';
import { writeOutput } from './write-output.ts';

export type VerifyOptions = InputOptions & { readonly key?: string };

/** Checks whose a receipt is, reads its messages again, and prints what became of them; exit code 1 if any is not as it was. */
export async function verifyReceipt(
  path: string,
  file: string | undefined,
  options: VerifyOptions,
  run: Run,
): Promise<void> {
  const name = toInputName(path);
  run.progress.step(`Reading ${name}`);
  const bytes = await readBytes(toInput(path), name, createSizeLimit(), run.signal);
  const receipt = parseReceipt(decodeText(bytes, name).text);
  if (typeof receipt === 'string')
    throw new UserError(
      receipt === 'other' ? 'format_unknown' : 'file_unreadable',
      `${name} ${receiptProblems[receipt]}`,
    );
  loadDotEnv();
  const config = readConfig(process.env);
  const keys = await readStoreKeys(config.storeUrl, config.storeKeys ?? []);
  const secrets = toSecrets(keys, config.discord.token);
  const own = secrets.length > 0 ? createReceiptSigner(secrets).publicKeys : [];
  if (options.key === undefined ? !own.includes(receipt.key) : options.key !== receipt.key)
    throw new UserError(
      'file_unreadable',
      `${name} is signed by another installation, with the key ${receipt.key}. If GET /receipts/keys of the bot that you trust has this key, repeat with --key=${receipt.key}.`,
    );
  const read =
    file === undefined
      ? await readDiscord(receipt, config.discord, run)
      : (await openConversation(file, options, run)).conversation.messages.map(toReadAgain);
  const claims = compareReceipt(receipt, read);
  const unchanged = claims.filter(({ state }) => state === 'unchanged').length;
  const { written_by: writer, checked_by: judge, source, made_at: madeAt, removed_claims: removed } = receipt;
  const lines = [
    `Signed with ${receipt.key}: ${options.key === undefined ? 'this installation' : 'the key that you named'}.`,
    toShownLine(
      `${source.title}, ${madeAt}, written by ${writer.model ?? writer.engine}, checked by ${judge ?? 'code only'}; ${toCountWords(removed, 'claim', 'claims')} removed.`,
    ),
    '',
    ...claims.map(({ text, status, disputed, state, broken }) =>
      toShownLine(
        `${marks[state]} (${statuses[status] ?? status}${disputed ? ', disputed' : ''}) ${text}${broken.length > 0 ? ` (${broken.join(', ')})` : ''}`,
      ),
    ),
    '',
    `The messages behind ${unchanged} of ${toCountWords(claims.length, 'claim', 'claims')} are unchanged.`,
  ];
  await writeOutput(`${lines.join('\n')}\n`, undefined);
  run.progress.done(`Compared ${toCountWords(receipt.messages.length, 'message', 'messages')}`);
  process.exitCode = unchanged === claims.length ? 0 : 1;
}

const receiptProblems = {
  cut: 'is cut: its end is missing. Copy it again.',
  other: 'is not a receipt. In Discord, press More, then Save as, Receipt.',
  forged: 'was changed after it was signed, so nothing in it is proven. Ask for the original.',
  rewritten:
    'is not written as Footnote writes receipts, so it may show claims that nobody signed. Ask for the original.',
} as const;

const marks: Readonly<Record<ReceiptState, string>> = {
  unchanged: '✓ messages unchanged',
  changed: '! messages changed  ',
  missing: '✗ messages missing  ',
};

/** What the checks of the summary found, in the words of all texts. */
const statuses: Readonly<Record<string, string>> = {
  verified: 'checked',
  sources_found: 'not checked',
  needs_clarification: 'unclear',
} satisfies Record<ClaimBody['status'], string>;

function toReadAgain({ id, author, time, text }: Message): ReadAgain {
  return { id, authors: [author.id, author.name], time, text };
}

/** Reads the messages of a receipt with the bot's token. Those that it may not read are missing. */
async function readDiscord(
  { source: { guild_id: guildId }, messages }: Receipt,
  { token, apiUrl }: Config['discord'],
  { progress, signal }: Run,
): Promise<readonly ReadAgain[]> {
  if (guildId === null)
    throw new UserError(
      'bad_usage',
      'The receipt is not about messages of a server. Name an export of the chat after the receipt.',
    );
  if (token === undefined)
    throw new UserError(
      'bad_usage',
      'Name an export of the channel after the receipt, or set DISCORD_TOKEN to read Discord.',
    );
  const client = createClient({ apiUrl });
  try {
    await loginWithoutGateway(client, token);
    const guild = await orUnavailable(client.guilds.fetch(guildId));
    if (typeof guild === 'string') return [];
    // Their names stand in messages that mention them.
    await guild.channels.fetch();
    const read: ReadAgain[] = [];
    const readAgain = async (id: string, channelId: string | null): Promise<readonly ReadAgain[]> => {
      const channel = channelId === null ? null : await findChannel(client, channelId);
      const record = channel && (await fetchRecord(channel, id, signal));
      if (!record) return [];
      const named = [record.author, ...(record.mentions ?? [])];
      for (const { id: user } of named) await orUnavailable(guild.members.fetch(user));
      // The server decided whether a person or a feed spoke, whose embeds are read differently.
      return [[], [record.webhook_id ?? '']].map(webhooks => {
        const rules = { bots: 'everything', webhooks, senders: null } as const;
        return toReadAgain(readRecord(record, { ...toChannelContext(channel), rules }));
      });
    };
    for (const [index, { id, channel_id: channelId }] of messages.entries()) {
      progress.step(`Reading message ${index + 1} of ${messages.length}`);
      read.push(...(await readAgain(id, channelId)));
    }
    return read;
  } catch (cause) {
    if (!isTemporary(cause) || signal.aborted) throw cause;
    throw new UserError('discord_unavailable', 'Discord failed while messages were read. Try again.', {
      cause,
    });
  } finally {
    await client.destroy();
  }
}
