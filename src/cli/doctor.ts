import { statSync } from 'node:fs';
import { describeCaps, toBotCaps, toUnpricedCaps } from '../app/usage/caps.ts';
import { type Config, readConfig } from '../config.ts';
import { toCountWords } from '../core/count-words.ts';
import { toJudgeAddress } from '../engines.ts';
import { findUnknownVariables } from '../environment.ts';
import { type Diagnosis, UserError } from '../errors.ts';
import { dotEnv, loadDotEnv } from './dot-env.ts';
import type { Run } from './run-command.ts';
import { writeOutput } from './write-output.ts';

export type DoctorOptions = {
  readonly grade?: boolean;
  readonly health?: boolean;
};

/** Checks what the bot needs and prints what is wrong and what to do; exit code 1 if there is a problem. */
export async function runDoctor({ grade, health = false }: DoctorOptions, run: Run): Promise<void> {
  const { config, diagnoses } = checkEnvironment();
  const count = (wanted: Diagnosis['level']) => diagnoses.filter(({ level }) => level === wanted).length;
  // Otherwise a key could be sent to another address than its own.
  if (config) {
    const found = await Promise.all([checkStore(config), checkClaude(config, !health), checkDiscord(config)]);
    diagnoses.push(...found.flat());
    if (grade) diagnoses.push(...(await (await import('./grade-judge.ts')).gradeJudge(config, run)));
  }
  const [problems, warnings] = [count('problem'), count('warning')];
  const summary =
    problems > 0
      ? `${toCountWords(problems, 'problem', 'problems')} found.`
      : warnings > 0
        ? `Ready, with ${toCountWords(warnings, 'warning', 'warnings')}.`
        : 'Everything is ready.';
  await writeOutput(`${diagnoses.map(toLine).join('\n')}\n\n${summary}\n`, undefined);
  process.exitCode = problems === 0 ? 0 : 1;
}

const marks: Readonly<Record<Diagnosis['level'], string>> = { ok: '✓', warning: '!', problem: '✗' };

export function toLine({ level, topic, text }: Diagnosis): string {
  return `${marks[level]} ${topic.padEnd(11)}  ${text}`;
}

/** The environment, as `npm start` reads it. */
function checkEnvironment(): { readonly config: Config | null; readonly diagnoses: Diagnosis[] } {
  const diagnoses: Diagnosis[] = [];
  const note = (level: Diagnosis['level'], text: string) =>
    void diagnoses.push({ level, topic: 'Environment', text });
  let config: Config | null = null;
  try {
    const where = loadDotEnv() ? '.env was read' : 'no .env in this folder';
    config = readConfig(process.env);
    note('ok', `The variables are valid (${where}).`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    note('problem', error.message);
  }
  // Windows has no such permissions.
  const mode = process.platform === 'win32' ? undefined : statSync(dotEnv, { throwIfNoEntry: false })?.mode;
  if (((mode ?? 0) & 0o004) !== 0)
    note('warning', `Every user of this machine can read ${dotEnv}. Run: chmod 600 ${dotEnv}`);
  for (const name of findUnknownVariables(process.env))
    note('warning', `${name} is set but not read. Check its spelling against .env.example.`);
  return { config, diagnoses };
}

async function checkStore({ storeUrl, storeKeys = [], discord }: Config): Promise<readonly Diagnosis[]> {
  const check = await import('../io/keyv/check-store.ts');
  return [await check.checkStore(storeUrl, storeKeys, discord.botId)];
}

async function checkClaude(
  { claude, defaults, botCaps }: Config,
  tries: boolean,
): Promise<readonly Diagnosis[]> {
  const { apiKey, baseUrl, provider, model, judges, pricesPath } = claude;
  const topic = 'Claude';
  if (apiKey === undefined) {
    const text =
      'ANTHROPIC_API_KEY is not set, so summaries are Highlights (selected quotes). If Claude should write them, create a key at https://platform.claude.com/settings/keys.';
    return [{ level: 'warning', topic, text }];
  }
  const [{ diagnoseModel }, { checkPrices, findUnpriced, readPrices }, { loadProvider }] = await Promise.all([
    import('../io/claude/models.ts'),
    import('../io/claude/prices.ts'),
    import('../io/claude/client.ts'),
  ]);
  const found: Diagnosis[] = [];
  try {
    const address = { apiKey, baseUrl, Provider: await loadProvider(provider) };
    const diagnosed = await Promise.all([
      diagnoseModel(address, model, 'FOOTNOTE_MODEL', tries),
      judges
        ? diagnoseModel(
            (await toJudgeAddress(claude)) ?? address,
            claude.smallModel,
            'FOOTNOTE_MODEL_SMALL',
            tries,
          )
        : [],
    ]);
    // A refused key is one problem, even with several models.
    found.push(...new Map(diagnosed.flat().map(each => [each.text, each])).values());
    const [prices, models] = [await readPrices(pricesPath), [model, claude.smallModel]];
    found.push(...checkPrices(models, prices, toUnpricedCaps(defaults, botCaps)));
    const caps = toBotCaps(botCaps, findUnpriced(models, prices).length === 0);
    const level = caps.usd > 0 || caps.tokens > 0 ? 'ok' : 'warning';
    found.push({ level, topic: 'Caps', text: describeCaps(caps, defaults) });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    found.push({ level: 'problem', topic, text: error.message });
  }
  return found;
}

async function checkDiscord({ discord: { token, ...address } }: Config): Promise<readonly Diagnosis[]> {
  if (token === undefined) {
    const text =
      'DISCORD_TOKEN is not set, so the bot cannot start. Run npm run setup, or npm run demo to try Footnote without Discord.';
    return [{ level: 'problem', topic: 'Discord', text }];
  }
  const [check, { commands }] = await Promise.all([
    import('../io/discord/check-discord.ts'),
    import('../../commands/index.ts'),
  ]);
  return check.checkDiscord(commands, { token, ...address });
}
