import type { ZoneStore } from '../../../app/ports.ts';
import { toZoneRecord } from '../record-schemas.ts';
import type { Records } from '../records.ts';

export function createZoneStore(zones: Records<string>): ZoneStore {
  return {
    get: ownerId => zones.get(ownerId),
    set: (ownerId, zone) =>
      zone === null ? zones.remove(ownerId) : zones.put([ownerId], toZoneRecord(zone)),
  };
}
