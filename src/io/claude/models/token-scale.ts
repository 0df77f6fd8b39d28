import { estimateTokens } from '../../../core/windows/size.ts';

/** How many tokens texts have for each that we estimate, learned from what the API counts. */
export type TokenScales = {
  readonly learn: (model: string, text: string, tokens: number) => void;
  /** 1 until something was learned of the model and the script of the text. */
  readonly of: (model: string, text: string) => number;
};

/** A number beyond these is no count of tokens. */
const bounds = { least: 0.5, most: 2 };
/** In shorter prompts, the schema and other additions of the API weigh too much. */
const shortestText = 2_000;
/** What was learned before counts this much less with each further prompt. */
const fade = 0.95;

export function createTokenScales(): TokenScales {
  const sums = new Map<string, { readonly estimated: number; readonly counted: number }>();
  const toKey = (model: string, text: string) => `${model} ${toScript(text)}`;
  return {
    learn: (model, text, tokens) => {
      if (text.length < shortestText || tokens <= 0) return;
      const key = toKey(model, text);
      const { estimated, counted } = sums.get(key) ?? { estimated: 0, counted: 0 };
      sums.set(key, {
        estimated: estimated * fade + estimateTokens(text),
        counted: counted * fade + tokens,
      });
    },
    of: (model, text) => {
      const sum = sums.get(toKey(model, text));
      return sum === undefined ? 1 : toBounded(sum.counted / sum.estimated);
    },
  };
}

export function toBounded(scale: number): number {
  return Math.min(bounds.most, Math.max(bounds.least, scale));
}

/** Of the middle of a prompt, where the conversation is; counting the letters of all of it would take milliseconds. */
const sampleLength = 4_000;

/** Latin, where most letters are; tokens of other scripts are much shorter. */
function toScript(text: string): 'latin' | 'other' {
  const from = Math.max(0, (text.length - sampleLength) / 2);
  const sample = text.slice(from, from + sampleLength);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const latin = sample.match(/\p{sc=Latin}/gu)?.length ?? 0;
  return latin * 2 >= letters ? 'latin' : 'other';
}
