import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { OpenRunStore } from '../../../app/store-ports.ts';
import { openRunSchema } from '../../../core/claims/stored-summary.ts';
import type { Encryption } from '../encryption.ts';
import { createFormat, presentFormat } from '../formats.ts';
import type { StoreParts } from '../kinds.ts';

/** Short-lived records with a secret: always encrypted, never re-encrypted. */
export const openRunsNamespace = 'open-runs';

/** The keys from which others are derived: those of the store, then one of the bot's token. */
export function toSecrets(
  storeKeys: readonly KeyObject[],
  botToken: string | undefined,
): readonly KeyObject[] {
  return botToken === undefined ? storeKeys : [...storeKeys, deriveTokenKey(botToken)];
}

/** A 32-byte key for interaction tokens, for stores without a key of their own. It changes only with the bot's token. */
export function deriveTokenKey(botToken: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', botToken, '', 'footnote interaction tokens', 32)));
}

/** An answer can be edited for 15 minutes; a day allows for a process that was down that long. */
const longestOpenMs = 24 * 3_600_000;
/** Then its token expires. It is nothing that a server keeps, so it does not mark the server. */
const deferredMs = 15 * 60_000;
/** If a process that took over a run ends before it records that, the next one takes over. */
const takingOverMs = 10_000;

export function createOpenRunStore(
  { open, servers, claim, toLeftMs }: StoreParts,
  encryption: Encryption,
): OpenRunStore {
  const runs = open(openRunsNamespace, createFormat(openRunSchema), { encryption });
  /** The running processes. */
  const alive = open('processes', presentFormat);
  // Useless if encrypted with a key that is no longer configured.
  const get = (runId: string) => runs.get(runId).catch(() => null);
  const list = async () => {
    const all = await Promise.all((await runs.list()).map(get));
    return all.filter(run => run !== null);
  };
  return {
    async put(run) {
      if (run.stage === 'deferred') return runs.put([run.id], run, deferredMs);
      await servers.note(run.guildId);
      const isOver = run.stage === 'interrupted';
      await runs.put([run.id], run, isOver ? await toLeftMs(run.guildId, run.askedAt) : longestOpenMs);
    },
    get,
    remove: runId => runs.remove(runId),
    list,
    async erasePerson(personId) {
      const own = (await list()).filter(run => run.personId === personId);
      for (const run of own) await runs.remove(run.id);
      return own.length;
    },
    takeOver: ({ id: runId, ownerId }) => claim(`${runId}.${ownerId}`, takingOverMs),
    // Not `put`, which tells Redis until when, rather than how long: the clocks of machines differ.
    noteAlive: (processId, forMs) => alive.update([processId], () => true, forMs),
    isAlive: async processId => (await alive.get(processId)) === true,
  };
}
