import { Command } from 'commander';
import { REST } from 'discord.js';
import { commands } from './commands/index.ts';
import { readConfig } from './src/config.ts';
import { deleteEmptyVariables } from './src/environment.ts';
import { UserError } from './src/errors.ts';
import { compareCommands, deployCommands, toDeployFailure } from './src/io/discord/check-discord.ts';
import { requireDiscord } from './src/io/discord/client.ts';

// Unknown arguments end the process: a mistyped --dry-run must never deploy.
const { dryRun: isDryRun = false } = new Command('npm run deploy --')
  .description('Registers Footnote’s commands with Discord.')
  .option('--dry-run', 'show what would change without changing it')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
  .showHelpAfterError('(Nothing was deployed. See npm run deploy -- --help)')
  .parse()
  .opts<{ dryRun?: boolean }>();

async function main(): Promise<void> {
  deleteEmptyVariables(process.env);
  const { token, applicationId, guildId, apiUrl } = readConfig(process.env).discord;
  if (token === undefined || applicationId === undefined)
    throw new UserError(
      'bad_environment',
      'Set DISCORD_TOKEN and DISCORD_APPLICATION_ID in .env or the environment. To deploy to one server only, set DISCORD_GUILD_ID too.',
    );
  const target = { token, applicationId, guildId, apiUrl };
  await requireDiscord(new REST({ api: apiUrl }).setToken(token));
  const where = guildId === undefined ? 'all servers' : `server ${guildId}`;
  const changes = await compareCommands(commands, target);
  for (const [kind, names] of Object.entries(changes)) {
    for (const name of names) process.stdout.write(`${kind.padEnd(9)} ${name}\n`);
  }
  if (isDryRun) {
    process.stdout.write(`Dry run: nothing was changed for ${where}.\n`);
    return;
  }
  process.stdout.write(`Deployed ${await deployCommands(commands, target)} commands to ${where}.\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${toDeployFailure(error)}\n`);
  process.exitCode = error instanceof UserError ? 2 : 1;
}
