import {
  type APIMessage,
  type APIModalInteractionResponseCallbackData,
  MessageFlags,
} from 'discord-api-types/v10';
import { findMessageAnywhere } from '../lookup.ts';
import { PERSON, toMessagePayload } from '../payloads/messages.ts';
import type { Interaction, State } from '../state.ts';
import { TOKEN_LIFE_MS } from './webhook.ts';

/**
 * The status of an interaction for its person: `acknowledged` is a press without a visible answer, `failed` shows "The
 * application did not respond".
 */
export type ViewStatus =
  | 'waiting'
  | 'thinking'
  | 'replied'
  | 'acknowledged'
  | 'modal'
  | 'choices'
  | 'deleted'
  | 'failed';

/** An interaction as the person who started it sees it; every property is computed on access. */
export type InteractionView = {
  readonly id: string;
  readonly userId: string;
  readonly status: ViewStatus;
  /**
   * The current answer. For a button that updates its message, it is that message. Otherwise it is the newest public
   * follow-up, or else the original reply, or else, if that was deleted, the newest follow-up.
   */
  readonly message: APIMessage | null;
  readonly followUps: readonly APIMessage[];
  readonly isEphemeral: boolean;
  readonly modal: APIModalInteractionResponseCallbackData | null;
  readonly choices: readonly { readonly name: string; readonly value: string | number }[];
  /** The error message of Discord's client. */
  readonly failure: string | null;
  /** Why Discord refused the bot's last attempt at a first answer; hidden from the person. */
  readonly problem: string | null;
  /** All versions of the answer, "thinking" first if there was one. */
  readonly versions: readonly { readonly content: string; readonly embeds: readonly object[] }[];
  /** Waits for a condition in real time; throws with the last state. Default 45 s, so that nothing hangs. */
  readonly until: (
    condition: (view: InteractionView) => boolean,
    timeoutMs?: number,
  ) => Promise<InteractionView>;
  /** Waits until it no longer says "thinking". */
  readonly settled: (timeoutMs?: number) => Promise<InteractionView>;
};

const DID_NOT_RESPOND = 'The application did not respond';

function toView(state: State, interaction: Interaction): InteractionView {
  const find = (id: string | null) => (id === null ? null : findMessageAnywhere(state, id));
  const original = () => find(interaction.originalId);
  const followUps = () =>
    interaction.followUpIds.flatMap(id => findMessageAnywhere(state, id) ?? []).toReversed();
  const answer = () =>
    (interaction.answer.kind === 'message' && followUps().find(({ ephemeralTo }) => ephemeralTo === null)) ||
    (original() ?? followUps()[0] ?? null);
  const view: InteractionView = {
    id: interaction.id,
    userId: interaction.userId,
    get status() {
      return toStatus(state, interaction);
    },
    get message() {
      const message = answer();
      return message ? toMessagePayload(state, message, PERSON) : null;
    },
    get followUps() {
      return interaction.followUpIds.flatMap(id => {
        const message = findMessageAnywhere(state, id);
        return message ? [toMessagePayload(state, message, PERSON)] : [];
      });
    },
    get isEphemeral() {
      return answer()?.ephemeralTo === interaction.userId;
    },
    get modal() {
      return interaction.answer.kind === 'modal' ? interaction.answer.modal : null;
    },
    get choices() {
      return interaction.answer.kind === 'choices' ? interaction.answer.choices : [];
    },
    get failure() {
      return view.status === 'failed' ? DID_NOT_RESPOND : null;
    },
    get problem() {
      return interaction.lastProblem;
    },
    get versions() {
      return answer()?.versions ?? [];
    },
    until: async (condition, timeoutMs = 45_000) => {
      const deadline = Date.now() + timeoutMs;
      const isOver = () => Date.now() > deadline;
      await waitFor(state, () => condition(view) || isOver(), Number.POSITIVE_INFINITY);
      if (condition(view)) return view;
      const said = view.message?.content ?? '';
      throw new Error(
        `waited ${timeoutMs} ms in vain; the interaction is ${view.status}: ${view.problem ?? said}`,
      );
    },
    settled: timeoutMs =>
      view.until(({ status }) => status !== 'thinking' && status !== 'waiting', timeoutMs),
  };
  return view;
}

function toStatus(state: State, interaction: Interaction): ViewStatus {
  const age = state.clock.steadyNow() - interaction.createdAtMs;
  const { kind } = interaction.answer;
  if (kind === 'none') return age > state.answerWithinMs ? 'failed' : 'waiting';
  if (kind === 'modal') return 'modal';
  if (kind === 'choices') return 'choices';
  if (kind === 'update') return 'acknowledged';
  const message = findMessageAnywhere(state, interaction.originalId ?? '');
  if (!message)
    return interaction.followUpIds.some(id => findMessageAnywhere(state, id)) ? 'replied' : 'deleted';
  if ((message.flags & MessageFlags.Loading) === 0) return 'replied';
  return age > TOKEN_LIFE_MS ? 'failed' : 'thinking';
}

/** Waits for the first answer, up to Discord's limit. */
export async function firstAnswer(state: State, interaction: Interaction): Promise<InteractionView> {
  const deadline = interaction.createdAtMs + state.answerWithinMs;
  await waitFor(state, () => interaction.answer.kind !== 'none', deadline);
  return toView(state, interaction);
}

const LOOK_EVERY_MS = 10;

/**
 * Waits until a condition is true. Checks after every event and, because the clock may be a test's, every few
 * milliseconds. False if the time limit (by the clock that cannot be moved) came first or the playground closed.
 */
function waitFor(state: State, condition: () => boolean, untilMs: number): Promise<boolean> {
  if (condition()) return Promise.resolve(true);
  return new Promise(resolve => {
    const look = (): void => {
      const holds = condition();
      if (!holds && !state.isClosed && state.clock.steadyNow() <= untilMs) return;
      clearInterval(timer);
      unsubscribe();
      resolve(holds);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    // Publishing may come before the end of a change, so check afterward.
    const unsubscribe = state.events.subscribe(() => queueMicrotask(look));
  });
}
