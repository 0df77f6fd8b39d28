import { parseSchedule, type Schedule, type ScheduleRefusal } from '../schedule.ts';
import { isZone } from '../time.ts';
import type { Digest, DigestChoice } from './digest.ts';

/** What somebody asks for when they create or edit a digest; what is missing stays as it is. */
export type GivenDigest = Partial<Omit<DigestChoice, 'schedule' | 'language' | 'focus'>> & {
  /** Null resets it. */
  readonly language?: string | null;
  /** Null clears it. */
  readonly focus?: string | null;
  /** A schedule as typed. */
  readonly when?: string;
  /** An IANA zone as typed. */
  readonly zone?: string;
};

/** What a digest is before its creator chooses anything: it reads and posts in one channel. */
export function toInitialChoice(channelId: string): Omit<DigestChoice, 'schedule'> {
  return {
    sources: { kind: 'channels', channelIds: [channelId] },
    destination: { kind: 'channel', channelId },
    detail: 'standard',
    minMessages: 1,
    quiet: 'nothing',
    review: false,
  };
}

export type ChosenDigest =
  | { readonly ok: true; readonly choice: DigestChoice }
  | { readonly ok: false; readonly reason: ScheduleRefusal };

/** The choice with what was given in the place of what was there; `zone` is that of the schedule if none is given. */
export function choose(
  base: Omit<DigestChoice, 'schedule'> & { readonly schedule?: Schedule },
  { when, zone: givenZone, ...given }: GivenDigest,
  zone: string,
): ChosenDigest {
  const choice = toChoice(base, given);
  const chosenZone = givenZone ?? base.schedule?.zone ?? zone;
  if (when === undefined && base.schedule) {
    if (!isZone(chosenZone)) return { ok: false, reason: 'unknown_zone' };
    const schedule = { ...base.schedule, zone: chosenZone };
    return { ok: true, choice: { ...choice, schedule } };
  }
  const parsed = parseSchedule(when ?? '', chosenZone);
  return parsed.ok ? { ok: true, choice: { ...choice, schedule: parsed.schedule } } : parsed;
}

function toChoice(
  { language: formerLanguage, focus: formerFocus, ...base }: Omit<DigestChoice, 'schedule'>,
  { language = formerLanguage, focus = formerFocus, ...given }: Omit<GivenDigest, 'when' | 'zone'>,
): Omit<DigestChoice, 'schedule'> {
  return {
    ...base,
    ...given,
    ...(typeof language === 'string' && { language }),
    ...(typeof focus === 'string' && { focus }),
  };
}

/** What the creator of a digest chose, without its progress. */
export function toDigestChoice(digest: Digest): DigestChoice {
  const { sources, destination, schedule, detail, language, focus, minMessages, quiet, review } = digest;
  return {
    sources,
    destination,
    schedule,
    detail,
    ...(language !== undefined && { language }),
    ...(focus !== undefined && { focus }),
    minMessages,
    quiet,
    review,
  };
}
