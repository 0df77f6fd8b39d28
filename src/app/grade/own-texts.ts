import type { Message } from '../../core/conversation/message.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import type { LabeledClaim, LabeledText } from './grade.ts';
import ja from './ja.json' with { type: 'json' };

/** True, or wrong in one of the ways in which models are. */
export type ClaimLabel = 'true' | 'invented' | 'shifted' | 'person' | 'modality' | 'contradiction' | 'value';

/** A conversation of one day; a line may name the one that it answers, from 1. */
type OwnRecord = {
  readonly id: string;
  readonly date: string;
  readonly lines: readonly (readonly [time: string, author: string, text: string, answers?: number])[];
  /** `second`: whether a second labeler, who saw no label, takes it for true. */
  readonly claims: readonly (readonly [label: ClaimLabel, text: string, second?: boolean])[];
};

type OwnText = LabeledText<LabeledClaim & { readonly label: ClaimLabel; readonly second: boolean | null }> & {
  readonly id: string;
  readonly language: string;
};

const records = { en, de, fr, es, ja } as unknown as Readonly<Record<string, readonly OwnRecord[]>>;

/** Written to grade a judge: 200 claims about ten conversations in five languages. */
export const ownTexts: readonly OwnText[] = Object.entries(records).flatMap(([language, own]) =>
  own.map(({ id, date, lines, claims }) => ({
    id,
    language,
    conversation: {
      source: { type: 'json_lines', title: id, channelIds: ['1'] },
      messages: lines.map(
        ([time, author, text, answers], at): Message => ({
          id: String(at + 1),
          kind: 'said',
          author: { id: author, name: author, bot: false },
          time: `${date}T${time}:00.000Z`,
          text,
          forwarded: false,
          ...(answers !== undefined && { replyTo: String(answers) }),
          attachments: [],
          reactions: [],
        }),
      ),
      unreadable: 0,
    },
    claims: claims.map(([label, text, second]) => ({
      text,
      label,
      isTrue: label === 'true',
      second: second ?? null,
    })),
  })),
);
