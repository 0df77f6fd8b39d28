import {
  type Decision,
  type EntryPost,
  isErased,
  isSameEntry,
  type LogEntry,
  withPost,
  withShown,
} from '../../core/decisions/entry.ts';
import { addMs } from '../../core/time.ts';
import type { PostedMessage } from '../ports.ts';
import type { EntryChanges } from './entry-changes.ts';
import type { DecisionPorts } from './ports.ts';

/** Permissions may have changed by then. */
const lookAgainMs = 24 * 3_600_000;

/**
 * Posts a decision that may be posted, or shows in its post what changed. Returns when to look again; null if there is
 * no need.
 */
export async function postDecision(
  entry: Decision,
  change: EntryChanges['change'],
  {
    entries,
    places,
    settings,
    clock,
    log,
  }: Pick<DecisionPorts, 'entries' | 'places' | 'settings' | 'clock' | 'log'>,
): Promise<string | null> {
  const { guildId, id, post } = entry;
  const note = (changes: Partial<EntryPost>) => change(guildId, id, each => withPost(each, changes));
  /** What changed while it was sent is edited at once. */
  const noteShown = async (postedAs: PostedMessage, shown: LogEntry | null) => {
    let isSame = false;
    await change(guildId, id, each => {
      isSame = isSameEntry(each, shown);
      return withShown(each, postedAs, isSame);
    });
    return isSame ? null : clock.now();
  };
  if (post === undefined || post.state === 'waiting') return null;
  if (post.postedAs !== undefined) {
    if (!post.isOutdated) return null;
    await places.editPost(entry, post.postedAs);
    return noteShown(post.postedAs, entry);
  }
  const found = post.sending && (await places.findPost(entry, post.sending));
  if (found === 'unreadable') {
    // It may be there: a second post would be worse than none.
    log.warn({ guild: guildId, entry: id, channel: post.sending?.channelId }, 'decision-post-unsure');
    await note({ state: 'unsure' });
    return addMs(clock.now(), lookAgainMs);
  }
  if (found) return noteShown(found, null);
  const { decisions, decisionChannel: channelId } = await settings.of(guildId);
  if (decisions === 'off' || channelId === undefined || isErased(entry)) return null;
  if (!(await places.mayPost(entry, channelId))) {
    await note({ state: 'withheld' });
    return addMs(clock.now(), lookAgainMs);
  }
  await note({ state: 'ready', sending: { channelId, since: clock.now() } });
  const sent = await entries.get(guildId, id);
  if (sent?.kind !== 'decision') return null;
  return noteShown(await places.post(sent, channelId), sent);
}
