import { z } from 'zod';
import type { WindowDraft } from '../../../app/windows/ports.ts';
import { storedKinds } from '../../../core/claims/kind.ts';
import { storedObject } from '../../../core/stored-object.ts';

const version = z.literal(1);
const id = z.string().max(200);
const words = z.string().max(10_000);
const field = words.nullable();
const instant = z.iso.datetime({ offset: true });

const evidence = z.array(storedObject({ messageId: id, quote: words })).max(100);
const draft = storedObject({
  version,
  createdAt: instant,
  sources: z.array(id).max(10_000),
  claims: z
    .array(
      storedObject({
        kind: z.enum(storedKinds),
        topic: field,
        text: words,
        speakers: z.array(words).max(100),
        owner: field,
        due: field,
        confidence: z.number().min(0).max(1),
        evidence,
        before: storedObject({ text: words, evidence }).nullable(),
      }),
    )
    .max(1_000),
});

export function toWindowDraftRecord(value: WindowDraft): object {
  return { version: version.value, ...value };
}

export function parseWindowDraftRecord(value: unknown): WindowDraft | null {
  const read = draft.safeParse(value);
  if (!read.success) return null;
  const { version: _, ...rest } = read.data;
  return rest;
}
