import { type Config, readConfig } from '../config.ts';
import { UserError } from '../errors.ts';
import { createToken } from '../io/http/tokens.ts';
import { openStoreKeys } from '../io/keyv/key-file.ts';
import { openStore, type Store } from '../io/keyv/open-store.ts';
import { createLogger } from '../log.ts';
import { loadDotEnv } from './dot-env.ts';
import { writeOutput } from './write-output.ts';

export type CreateTokenOptions = {
  readonly guild: string;
  readonly user: string;
  readonly channel: readonly string[];
};

/** Creates a token for the HTTP API and prints it; it cannot be printed again. */
export async function createApiToken({ guild, user, channel }: CreateTokenOptions): Promise<void> {
  await withStore(async ({ tokens }) => {
    const scope = { guildId: guild, userId: user, ...(channel.length > 0 && { channelIds: channel }) };
    const { token, bearer } = createToken(scope, new Date().toISOString());
    await tokens.put(token);
    await writeOutput(`${bearer}\n`, undefined);
    process.stderr.write(
      `Send it as "Authorization: Bearer ${bearer.slice(0, 8)}…". It can read what user ${user} can read. It will not be shown again.\nRevoke it with: npm run footnote -- token revoke ${token.tokenId}\n`,
    );
  });
}

export async function listApiTokens(): Promise<void> {
  await withStore(async ({ tokens }) => {
    const lines = (await tokens.list()).map(
      ({ tokenId, guildId, userId, channelIds, createdAt }) =>
        `${tokenId}  ${createdAt}  server ${guildId}  user ${userId}${channelIds ? `  channels ${channelIds.join(', ')}` : ''}`,
    );
    await writeOutput(lines.length === 0 ? 'There are no tokens.\n' : `${lines.join('\n')}\n`, undefined);
  });
}

export async function revokeApiToken(tokenId: string): Promise<void> {
  await withStore(async ({ tokens }) => {
    if (!(await tokens.remove(tokenId)))
      throw new UserError(
        'bad_usage',
        `There is no token ${tokenId}. List them with: npm run footnote -- token list`,
      );
    await writeOutput(`Revoked ${tokenId}.\n`, undefined);
  });
}

/** Opens the store of the bot, which may be running. */
export async function withStore(work: (store: Store, config: Config) => Promise<void>): Promise<void> {
  loadDotEnv();
  const config = readConfig(process.env);
  const { storeUrl, storeKeys, logLevel, discord } = config;
  if (storeUrl.startsWith('memory:'))
    throw new UserError(
      'bad_environment',
      'STORE_URL is memory://, so the bot would not see this. Set STORE_URL to the bot’s SQLite file or Redis.',
    );
  const { keys, notices } = await openStoreKeys(storeUrl, storeKeys);
  for (const notice of notices) process.stderr.write(`${notice}\n`);
  const store = await openStore(storeUrl, {
    log: createLogger(logLevel),
    keys,
    ...(discord.botId !== undefined && { botId: discord.botId }),
  });
  try {
    await work(store, config);
  } finally {
    await store.close();
  }
}
