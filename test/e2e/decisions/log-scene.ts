import type { InteractionView } from '@footnote/playground/discord';
import type { APIMessage } from 'discord-api-types/v10';
import type { Engine, EngineRequest, Judge } from '../../../src/app/ports.ts';
import { createJudge } from '../../app/judging/judge.ts';
import { sure } from '../../sure.ts';
import { createMatters } from '../engines.ts';
import { type Options, openScene, type Scene, type SceneOptions } from '../scene.ts';

/** A claim that is written where a message begins so; `cites` and `before` are the beginnings of messages too. */
export type Scripted = {
  readonly when: string;
  readonly kind: string;
  readonly text: string;
  /** The text in summaries of other languages. */
  readonly inOther?: Readonly<Record<string, string>>;
  readonly topic?: string;
  readonly cites?: readonly string[];
  readonly before?: readonly string[];
  readonly owner?: string;
  readonly due?: string;
};

/** Which new decision replaces which earlier one, by the beginnings of their texts. */
export type Replaced = readonly (readonly [now: string, earlier: string])[];

/**
 * An engine that writes these claims of what was said, and a judge that supports them and knows what replaces and what
 * contradicts what.
 */
export function createLogParts(
  scripted: readonly Scripted[],
  replaced: Replaced = [],
  contradicted: Replaced = [],
) {
  const compared: string[] = [];
  const requests: EngineRequest[] = [];
  const engine: Engine = {
    name: 'scripted',
    draft: async (request, onClaim) => {
      requests.push(request);
      const { evidence } = request;
      const toMatter = createMatters(request);
      const toEvidence = (starts: readonly string[]) =>
        starts.flatMap(start =>
          evidence.messages
            .filter(({ text }) => text.startsWith(start))
            .map(({ position }) => ({ position, quote: '' })),
        );
      for (const { when, cites = [when], before = [], inOther, ...claim } of scripted) {
        const cited = toEvidence(cites);
        if (toEvidence([when]).length === 0 || cited.length < cites.length) continue;
        const former = { text: before.join(' '), evidence: toEvidence(before) };
        onClaim({
          ...claim,
          text: inOther?.[request.language] ?? claim.text,
          ...(claim.topic !== undefined && toMatter(claim.topic)),
          evidence: cited,
          ...(before.length > 0 && { before: former }),
        });
      }
      return { engine: { name: 'scripted' }, usage: null, failure: null };
    },
  };
  const { judge } = createJudge(({ kind }) => ({
    verdict: 'supported',
    outcome: kind === 'decision' ? 'approved' : 'none',
  }));
  const judgeOfLog: Judge = {
    ...judge,
    compare: async ({ decision, earlier }) => {
      compared.push(decision.text);
      const comparisons = earlier.map(({ text, positions }, index) => {
        const isIn = (pairs: Replaced) =>
          pairs.some(([now, former]) => decision.text.startsWith(now) && text.startsWith(former));
        const isReplaced = isIn(replaced);
        const isContradicted = isIn(contradicted);
        const isSame = scripted.some(each =>
          [decision.text, text].every(told =>
            [each.text, ...Object.values(each.inOther ?? {})].includes(told),
          ),
        );
        return {
          earlier: index + 1,
          relation: isReplaced
            ? ('replaces' as const)
            : isContradicted
              ? ('contradicts' as const)
              : isSame
                ? ('same' as const)
                : ('none' as const),
          before: text,
          before_messages: [...positions],
          after: decision.text,
          after_messages: [...decision.positions],
          by: [],
          impacts: isReplaced
            ? [{ text: 'Everyone has to plan anew.', implied: true, messages: [...decision.positions] }]
            : [],
        };
      });
      return { comparisons, failure: null };
    },
  };
  return { engine, judge: judgeOfLog, compared, requests };
}

/** The scene with a third person, Cy, who is no manager and can read the channel. */
export async function openLogScene(parts: ReturnType<typeof createLogParts>, options: SceneOptions = {}) {
  const scene = await openScene({ engine: parts.engine, judge: parts.judge, ...options });
  /** Asks for decisions or action items, and waits for a list or a sentence. */
  const list = async (given: Options = {}, user = scene.ann): Promise<InteractionView> => {
    const view = await scene.run('decisions', given, user);
    return view.until(({ message }) => /\S/.test(toText(message)));
  };
  return {
    ...scene,
    cy: scene.addMember('cy'),
    list,
    /** What a list of decisions or action items says. */
    read: async (given: Options = {}, user = scene.ann) => toText((await list(given, user)).message),
    /** Opens the first entry of a list, as a message of its own. */
    openFirst: async (given: Options = {}, user = scene.ann) =>
      openFirst(scene, await list(given, user), user),
    /** Says something some minutes ago. */
    say: (by: typeof scene.ann, content: string, minutesAgo: number, where = scene.channel) =>
      scene.world.addMessage(where, { by, content, atMs: Date.now() - minutesAgo * 60_000 }),
  };
}

export type LogScene = Awaited<ReturnType<typeof openLogScene>>;

/** The text of an answer's embed, otherwise its sentence. */
export function toText(message: APIMessage | null | undefined): string {
  return message?.embeds[0]?.description ?? message?.content ?? '';
}

/** The custom id that matches, on any component of a message. */
export function findCustomId(message: APIMessage | null | undefined, pattern: RegExp): string {
  return sure(pattern.exec(JSON.stringify(message?.components ?? []))?.[0]);
}

/** Opens the first entry of a list, as a message of its own. */
export async function openFirst(
  scene: Pick<Scene, 'actions' | 'ann'>,
  list: InteractionView,
  user = scene.ann,
): Promise<APIMessage> {
  const message = sure(list.message);
  const values = [findCustomId(message, /(?<="value":")[\da-f-]{36}/)];
  const view = await scene.actions.select({ user, message, customId: 'entries:open', values });
  await view.until(each => [each.message, ...each.followUps].some(shown => (shown?.embeds.length ?? 0) > 0));
  return sure([view.message, ...view.followUps].find(each => (each?.embeds.length ?? 0) > 0));
}
