import { setImmediate } from 'node:timers/promises';
import type { PrivacyStore } from '../../../app/ports.ts';
import { type AccessRules, openRules } from '../../../core/access-rules.ts';
import { toChunks } from '../../../core/order.ts';
import { accessFormat, guildFormat } from '../formats.ts';
import type { Records } from '../records.ts';

type PrivacyRecords = {
  /** A record for each person who opted out. */
  readonly optOuts: Records<true>;
  readonly access: Records<AccessRules>;
  /** The servers with stored records. */
  readonly guilds: Records<string>;
};

const optOutRecord = { version: 1, optedOut: true };

/** A damaged record still means that the person opted out. */
export function parseOptOutRecord(): true {
  return true;
}

/** Thousands of people may have written in a file. */
const askedAtOnce = 500;
/** An entry beside the people that says, without a search, whether anyone opted out. No person has this id. */
const anybody = 'anybody';

export function createPrivacyStore({ optOuts, access, guilds }: PrivacyRecords): PrivacyStore {
  return {
    async optedOut(personIds) {
      const optedOut = new Set<string>();
      for (const ids of toChunks(personIds, askedAtOnce)) {
        const found = await optOuts.getMany(ids);
        for (const [index, id] of ids.entries()) if (found[index] === true) optedOut.add(id);
        if (personIds.length > askedAtOnce) await setImmediate();
      }
      return optedOut;
    },
    hasOptOuts: async () => (await optOuts.get(anybody)) === true,
    async setOptedOut(personId, isOptedOut) {
      if (!isOptedOut) return optOuts.remove(personId);
      await optOuts.put([anybody], optOutRecord);
      await optOuts.put([personId], optOutRecord);
    },
    access: async guildId => (await access.get(guildId)) ?? openRules,
    async changeAccess(guildId, change) {
      await guilds.put([guildId], guildFormat.toRecord(guildId));
      let after = openRules;
      await access.update([guildId], before => {
        after = change(before ?? openRules);
        return accessFormat.toRecord(after);
      });
      return after;
    },
  };
}
