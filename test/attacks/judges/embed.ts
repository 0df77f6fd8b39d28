import { z } from 'zod';
import { readDiscord, type Spot } from './discord-markup.ts';
import { findDisorder, findMarkers, findUnseen } from './sight.ts';

const customId =
  /^(?:summary:[\w-]{1,64}:(?:page|sources|filter|why|share|more|again|detail|save|delete|open|helpful|unhelpful|review|finish|keep|dispute)(?::\d{1,4}(?::c\d{1,6})?(?::(?:topic|claim))?)?|decide:[\w-]{1,64}:[cr]\d{1,6}:[a-z]{4,9}:[a-z]{4,9}|run:[\w-]{1,64}:stop)$/;
/** What may stand on a button in any language; the rest of a label is a select's. */
const label = /^[\p{L} …?¿\u00a0]{1,40}$/u;

const button = z.strictObject({
  type: z.literal(2),
  style: z.int().min(1).max(4),
  label: z.string().regex(label),
  custom_id: z.string().regex(customId).max(100),
  disabled: z.boolean().optional(),
  emoji: z.undefined().optional(),
});

/** The two that say whether it helped: one emoji of ours, no words. */
const opinion = z.strictObject({
  type: z.literal(2),
  style: z.literal(2),
  emoji: z.strictObject({ name: z.enum(['👍', '👎']) }),
  custom_id: z.string().regex(customId).max(100),
});

const option = z.strictObject({
  label: z.string().min(1).max(100),
  value: z.string().regex(/^(?:all|c\d{1,6}|page:\d{1,4})$/),
  description: z.string().regex(label).optional(),
  default: z.boolean().optional(),
});

const select = z.strictObject({
  type: z.literal(3),
  custom_id: z.string().regex(customId).max(100),
  placeholder: z.string().max(150).optional(),
  options: z.array(option).min(1).max(25),
  min_values: z.number().optional(),
  max_values: z.number().optional(),
  disabled: z.boolean().optional(),
});

const row = z.strictObject({
  type: z.literal(1),
  components: z
    .array(z.union([button, opinion, select]))
    .min(1)
    .max(5),
});

const field = z.strictObject({
  name: z.string().min(1).max(256),
  value: z.string().min(1).max(1024),
  inline: z.boolean().optional(),
});

const embed = z.strictObject({
  title: z.string().min(1).max(256).optional(),
  description: z.string().min(1).max(4096),
  color: z.int(),
  fields: z.array(field).max(1).optional(),
  footer: z.strictObject({ text: z.string().min(1).max(2048) }).optional(),
});

/** A message as Discord takes it, of ours: one embed or two, buttons, nobody mentioned. */
const page = z.object({
  embeds: z.array(embed).max(2),
  components: z.array(row).max(5).optional(),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
});

export type Page = z.output<typeof page>;

type Opens = (label: string, url: string) => boolean;

/** Which message each number is of, and where it opens. */
type Known = {
  /** The address of footnote n at n - 1. */
  readonly urls: readonly string[];
  /** Addresses of messages that claims only count. */
  readonly more: readonly string[];
};

/** What of a message's embed and components is not ours. */
export function judgePage(value: unknown, spot: Spot, opens: Opens): readonly string[] {
  const parsed = page.safeParse(value);
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const { embeds, components = [] } = parsed.data;
  const controls = components.flatMap(({ components: inside }) => inside);
  const ids = controls.map(({ custom_id }) => custom_id);
  return [
    ...embeds.flatMap(each => judgeEmbed(each, spot, opens)),
    ...(embeds.map(toLength).reduce((sum, length) => sum + length, 0) > 6000
      ? ['longer than a message may be']
      : []),
    ...judgeLabels(components),
    ...(new Set(ids).size === ids.length ? [] : ['a custom id twice']),
  ];
}

/** What of the claims to choose from in a select is not as it may be shown: its labels know no markup and no escapes. */
export function judgeLabels(components: readonly unknown[]): readonly string[] {
  const rows = z.array(row).safeParse(components);
  if (!rows.success) return ['no rows of ours'];
  return rows.data
    .flatMap(({ components: inside }) => inside)
    .flatMap(each => ('options' in each ? each.options : []))
    .flatMap(each => findUnseen(each.label));
}

/** Discord counts the texts of all embeds of a message together. */
function toLength({ title = '', description, fields = [], footer }: Page['embeds'][number]): number {
  const texts = [
    title,
    description,
    footer?.text ?? '',
    ...fields.flatMap(({ name, value }) => [name, value]),
  ];
  return texts.join('').length;
}

function judgeEmbed(
  { title = '', description, fields = [], footer }: Page['embeds'][number],
  spot: Spot,
  opens: Opens,
) {
  const read = [
    readDiscord(title, 'title', () => false),
    readDiscord(description, spot, opens),
    ...fields.flatMap(({ name, value }) => [
      readDiscord(name, 'title', () => false),
      readDiscord(value, 'text', opens),
    ]),
  ];
  // A source's own words may hold what they like in brackets, and are not in this list.
  const markers = read
    .filter((_, index) => (spot !== 'sources' && spot !== 'review') || index !== 1)
    .flatMap(({ words }) => findMarkers(words));
  return [
    ...read.flatMap(({ problems }) => problems),
    ...markers.map(inner => `looks like a marker: ${inner}`),
    ...findUnseen(footer?.text ?? ''),
    ...(/@[\p{M}\p{Cf}]*(?:everyone|here)/iu.test((footer?.text ?? '').replaceAll('@\u200b', ' '))
      ? ['calls from the footer']
      : []),
  ];
}

/** Whether a link of ours opens the message of its number; an arrow opens any cited message. */
export function toOpens({ urls, more }: Known): Opens {
  return (text, url) => {
    const digits = /^\[(\d+)\]$/.exec(text)?.[1];
    if (digits !== undefined) return urls[Number(digits) - 1] === url;
    if (text === '↗') return more.includes(url) || urls.includes(url);
    return /^(?:\+\d+ (?:more|weitere|más|autres?)|ほか\d+件)$/.test(text) && more.includes(url);
  };
}

/** All pages of a summary: each by itself, and the order of markers over all. */
export function judgeSummaryPages(pages: readonly unknown[], known: Known): readonly string[] {
  const opens = toOpens(known);
  const numbers = pages.flatMap(value => {
    const parsed = page.safeParse(value);
    return parsed.success
      ? parsed.data.embeds.flatMap(({ description }) => readDiscord(description, 'text', opens).numbers)
      : [];
  });
  return [
    ...pages.flatMap(value => judgePage(value, 'text', opens)),
    ...findDisorder(numbers, known.urls.length),
  ];
}
