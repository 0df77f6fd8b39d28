import { Command } from 'commander';
import { DiscordAPIError, REST } from 'discord.js';
import { commands } from './commands/index.ts';
import { readConfig } from './src/config.ts';
import { UserError } from './src/errors.ts';
import { requireDiscord } from './src/io/discord/client.ts';
import { compareCommands, type DeployTarget, deployCommands } from './src/io/discord/deploy.ts';

// What is not understood ends here: a mistyped --dry-run must never deploy.
const { dryRun: isDryRun = false } = new Command('npm run deploy --')
  .description('Puts the commands of Footnote into Discord.')
  .option('--dry-run', 'show what would change, and change nothing')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .showHelpAfterError('(npm run deploy -- --help lists what can be given; nothing was deployed)')
  .parse()
  .opts<{ dryRun?: boolean }>();

function toTarget(): DeployTarget {
  const { discord } = readConfig(process.env);
  const { token, applicationId, guildId, apiUrl } = discord;
  if (token === undefined || applicationId === undefined) {
    throw new UserError(
      'bad_environment',
      'Set DISCORD_TOKEN and DISCORD_APPLICATION_ID (in .env or the environment) to deploy commands; DISCORD_GUILD_ID deploys to one server at once.',
    );
  }
  return { token, applicationId, apiUrl, ...(guildId !== undefined && { guildId }) };
}

async function main(): Promise<void> {
  const target = toTarget();
  await requireDiscord(new REST({ api: target.apiUrl }).setToken(target.token));
  const where = target.guildId === undefined ? 'all servers' : `the server ${target.guildId}`;
  const changes = await compareCommands(commands, target);
  for (const [kind, names] of Object.entries(changes)) {
    for (const name of names) process.stdout.write(`${kind.padEnd(9)} ${name}\n`);
  }
  if (isDryRun) {
    process.stdout.write(`Nothing was changed for ${where}: this was a dry run.\n`);
    return;
  }
  process.stdout.write(`${await deployCommands(commands, target)} commands stand for ${where}.\n`);
}

function toWords(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof DiscordAPIError && error.status === 401)
    return 'Discord does not accept DISCORD_TOKEN: copy it anew.';
  if (error instanceof DiscordAPIError)
    return `Discord refuses (${error.status}, code ${error.code}): ${error.message}`;
  return `The commands could not be deployed: ${error instanceof Error ? error.message : String(error)}`;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${toWords(error)}\n`);
  process.exitCode = error instanceof UserError ? 2 : 1;
}
