import { renumber } from '../../src/core/claims/renumber.ts';
import type { Summary } from '../../src/core/claims/summary.ts';
import { type Evidence, toEvidence } from '../../src/core/conversation/evidence.ts';
import type { Conversation } from '../../src/core/conversation/message.ts';
import { toHighlights } from '../../src/core/highlights/highlights.ts';
import { toPrompt } from '../../src/core/prompt/prompt.ts';
import { createVerifier } from '../../src/core/verify/verifier.ts';
import { toEmbedPages } from '../../src/render/embed/embed.ts';
import { toMarkdown } from '../../src/render/markdown/markdown.ts';
import { writeDraft } from './draft.ts';

export const claimsInDraft = 40;
export const stageNames = ['evidence + prompt', 'highlights', 'parse + verify', 'render', 'whole'] as const;
export type StageName = (typeof stageNames)[number];

/** The stages over one conversation, each as a function that can be timed alone; `whole` leaves out `highlights`. */
export function createStages(conversation: Conversation): Readonly<Record<StageName, () => unknown>> {
  const request = { detail: 'standard', language: 'en', zone: 'UTC' } as const;
  const frame = {
    id: 'bench',
    detail: 'standard',
    engine: { name: 'bench' },
    language: 'en',
    zone: 'UTC',
    window: {},
  } as const;
  const languages = ['en'];
  const evidence = toEvidence(conversation);
  const draft = writeDraft(evidence, claimsInDraft);

  const read = () => {
    const own = toEvidence(conversation);
    return { own, prompt: toPrompt(own, request) };
  };
  const verify = (own: Evidence): Summary => {
    const verifier = createVerifier(own, { languages });
    const verdicts = JSON.parse(draft).claims.map((claim: unknown) => verifier.verify(claim));
    const verified = verdicts.flatMap((verdict: ReturnType<typeof verifier.verify>) =>
      verdict.ok ? [verdict.claim] : [],
    );
    const rejected = verdicts.flatMap((verdict: ReturnType<typeof verifier.verify>) =>
      verdict.ok ? [] : [verdict.rejected],
    );
    return renumber(own, verified, rejected, frame);
  };
  const show = (summary: Summary) => [toEmbedPages(summary), toMarkdown(summary)];
  const summary = verify(evidence);

  return {
    'evidence + prompt': read,
    highlights: () => toHighlights(evidence, { detail: 'standard', languages }),
    'parse + verify': () => verify(evidence),
    render: () => show(summary),
    whole: () => show(verify(read().own)),
  };
}
