/** One message of the prompt. */
export type PromptMessage = {
  readonly position: number;
  /** Minutes since midnight of its day; null if the prompt has no time. */
  readonly minute: number | null;
  readonly day: string;
  readonly place: string;
  readonly author: string;
  readonly repliesTo: number | null;
  readonly isBot: boolean;
  /** It was summarized before. */
  readonly isEarlier: boolean;
  readonly reactions: readonly { readonly name: string; readonly count: number }[];
  readonly text: string;
};

const element = /<(m|day|in)((?:\s+[a-z]+="[^"]*")*)\s*(?:\/>|>([^<]*)<\/m>)/g;
const attribute = /([a-z]+)="([^"]*)"/g;

/** The messages of the conversations in a prompt, in order; only inside `<conversation>`. */
export function parseConversation(prompt: string): readonly PromptMessage[] {
  const messages: PromptMessage[] = [];
  for (const [, inner = ''] of prompt.matchAll(/<conversation\b[^>]*>([\s\S]*?)<\/conversation>/g)) {
    let day = '';
    let place = '';
    for (const [, tag, written = '', content = ''] of inner.matchAll(element)) {
      const fields = toFields(written);
      if (tag === 'day') day = fields.get('date') ?? '';
      else if (tag === 'in') place = fields.get('place') ?? '';
      else messages.push(toMessage(fields, unescapeText(content), day, place));
    }
  }
  return messages;
}

/** The attributes of an element by name. */
export function toFields(written: string): ReadonlyMap<string | undefined, string> {
  return new Map([...written.matchAll(attribute)].map(([, name, value]) => [name, unescapeText(value)]));
}

function toMessage(
  fields: ReadonlyMap<string | undefined, string>,
  text: string,
  day: string,
  place: string,
): PromptMessage {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(fields.get('t') ?? '') ?? [];
  const repliesTo = fields.get('re');
  return {
    position: Number(fields.get('n')),
    minute: hours === undefined ? null : Number(hours) * 60 + Number(minutes),
    day,
    place,
    author: fields.get('by') ?? '',
    repliesTo: repliesTo === undefined ? null : Number(repliesTo),
    isBot: fields.get('bot') === 'yes',
    isEarlier: fields.get('earlier') === 'yes',
    reactions: toReactions(fields.get('reactions') ?? ''),
    text,
  };
}

function toReactions(written: string): PromptMessage['reactions'] {
  return [...written.matchAll(/(?:^|, )(.+?) (\d+)(?=, |$)/g)].map(([, name = '', count]) => ({
    name,
    count: Number(count),
  }));
}

/** Unescapes a text. */
export function unescapeText(text = ''): string {
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name: string) =>
    name === 'lt' ? '<' : name === 'gt' ? '>' : name === 'quot' ? '"' : '&',
  );
}

export type Asked = {
  /** Null if the task names no kinds: all of them. */
  readonly kinds: ReadonlySet<string> | null;
  readonly most: number;
  /** Each matter has one claim. */
  readonly isBrief: boolean;
  /** Of a card; otherwise any number. */
  readonly mostLines: number;
  /** The BCP 47 tag of the language to write in. */
  readonly language: string;
  /** The task is to rewrite failed claims. */
  readonly isRepair: boolean;
  /** The task is to answer a member's own question. */
  readonly isQuestion: boolean;
};

/** A short claim. */
const wordsOfClaim = 12;

/** Reads the task: the kinds in "- kind: …", and the most words, as claims. */
export function parseTask(prompt: string): Asked {
  const task = prompt.slice(prompt.lastIndexOf('</conversation>') + 1);
  const kinds = [...task.matchAll(/^[-*] ([a-z_]+):/gm)].flatMap(([, kind]) => kind ?? []);
  const words = /\bat most (\d+) words\.(?:"| The first)/i.exec(task)?.[1];
  return {
    kinds: kinds.length > 0 ? new Set(kinds) : null,
    most: words === undefined ? Number.POSITIVE_INFINITY : Math.ceil(Number(words) / wordsOfClaim),
    isBrief: /one line for each subject/.test(task),
    mostLines: Number(/\bat most (\d+) lines\b/.exec(task)?.[1] ?? Number.POSITIVE_INFINITY),
    language: /\blanguage (?:is )?"([^"]+)"/.exec(task)?.[1] ?? 'en',
    isRepair: /<claim n=/.test(task),
    isQuestion: /<question>/.test(task),
  };
}
