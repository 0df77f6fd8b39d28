import { parseSchedule, type Schedule, type ScheduleRefusal } from '../schedule.ts';
import { isZone } from '../time.ts';
import type { Digest, DigestChoice } from './digest.ts';

/** A person's input when they create or edit a digest; missing fields stay unchanged. */
export type DigestInput = Partial<Omit<DigestChoice, 'schedule' | 'language' | 'focus' | 'webhook'>> & {
  /** Whether to send it by direct message instead of to a `destination`. */
  readonly directMessage?: boolean;
  /** Null resets it. */
  readonly language?: string | null;
  /** Null clears it. */
  readonly focus?: string | null;
  /** An address as typed; null removes it. */
  readonly webhookUrl?: string | null;
  /** A schedule as typed. */
  readonly when?: string;
  /** An IANA zone as typed. */
  readonly zone?: string;
};

/** The choices of a new digest before its creator makes any: it posts in one channel and reads none. */
export function toInitialChoice(channelId: string): Omit<DigestChoice, 'schedule'> {
  return {
    sources: { kind: 'channels', channelIds: [] },
    destination: { kind: 'channel', channelId },
    detail: 'standard',
    minMessages: 1,
    quiet: 'nothing',
    review: false,
  };
}

/** Why the input contradicts itself or the existing choices. */
type ChoiceConflict = 'two_destinations' | 'no_destination' | 'line_in_forum';

type ChosenDigest =
  | { readonly ok: true; readonly choice: DigestChoice }
  | { readonly ok: false; readonly reason: ScheduleRefusal | ChoiceConflict };

/**
 * The base with the given values replaced. `zone` is the schedule's if none is given, `locale` the language of its
 * words.
 */
export function applyDigestInput(
  base: Omit<DigestChoice, 'schedule'> & { readonly schedule?: Schedule },
  { when, zone: givenZone, ...given }: DigestInput,
  zone: string,
  locale?: string,
): ChosenDigest {
  const conflict = findConflict(base, given);
  if (conflict) return { ok: false, reason: conflict };
  const choice = toChoice(base, given);
  const chosenZone = givenZone ?? base.schedule?.zone ?? zone;
  if (when === undefined && base.schedule) {
    if (!isZone(chosenZone)) return { ok: false, reason: 'unknown_zone' };
    const schedule = { ...base.schedule, zone: chosenZone };
    return { ok: true, choice: { ...choice, schedule } };
  }
  const parsed = parseSchedule(when ?? '', chosenZone, locale);
  return parsed.ok ? { ok: true, choice: { ...choice, schedule: parsed.schedule } } : parsed;
}

type Given = Omit<DigestInput, 'when' | 'zone'>;

function findConflict(base: Pick<DigestChoice, 'destination'>, given: Given): ChoiceConflict | null {
  const { destination, directMessage, quiet } = given;
  if (directMessage && destination) return 'two_destinations';
  const { kind } = toDestination(base, given);
  if (directMessage === false && kind === 'dm') return 'no_destination';
  return quiet === 'line' && kind === 'forum' ? 'line_in_forum' : null;
}

function toDestination(
  base: Pick<DigestChoice, 'destination'>,
  { destination = base.destination, directMessage }: Given,
): DigestChoice['destination'] {
  return directMessage ? { kind: 'dm' } : destination;
}

function toChoice(
  { language: formerLanguage, focus: formerFocus, ...base }: Omit<DigestChoice, 'schedule'>,
  given: Given,
): Omit<DigestChoice, 'schedule'> {
  const {
    language = formerLanguage,
    focus = formerFocus,
    directMessage: _,
    webhookUrl: __,
    ...others
  } = given;
  const destination = toDestination(base, given);
  return {
    ...base,
    ...others,
    destination,
    // A forum post for a single line would be noise.
    ...(destination.kind === 'forum' && { quiet: 'nothing' }),
    ...(typeof language === 'string' && { language }),
    ...(typeof focus === 'string' && { focus }),
  };
}

/** What the creator of a digest chose, without its progress. */
export function toDigestChoice(digest: Digest): DigestChoice {
  const { sources, destination, schedule, detail, language, focus, minMessages, quiet, review, webhook } =
    digest;
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
    ...(webhook !== undefined && { webhook }),
  };
}
