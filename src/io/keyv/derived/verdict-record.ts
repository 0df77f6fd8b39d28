import { z } from 'zod';
import type { StoredVerdict } from '../../../app/again/ports.ts';
import { judgeOutcomes, judgeVerdicts } from '../../../core/claims/judgement.ts';
import { claimKinds } from '../../../core/claims/kind.ts';
import { storedObject } from '../../../core/stored-object.ts';

const version = z.literal(1);
const id = z.string().max(200);

const stored = storedObject({
  version,
  createdAt: z.iso.datetime({ offset: true }),
  sources: z.array(id).max(10_000),
  verdict: z.enum(judgeVerdicts),
  missing: z.string().max(1_000),
  kind: z.enum(claimKinds).nullable(),
  outcome: z.enum(judgeOutcomes),
  messageId: id.nullable(),
});

export function toVerdictRecord(value: StoredVerdict): object {
  return { version: version.value, ...value };
}

export function parseVerdictRecord(value: unknown): StoredVerdict | null {
  const read = stored.safeParse(value);
  if (!read.success) return null;
  const { version: _, ...rest } = read.data;
  return rest;
}
