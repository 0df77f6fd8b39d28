import { toFields } from './conversation.ts';

/** An assignment of a claim to a topic, in the shape of the schema. */
type WrittenAssignment = { readonly claim: number; readonly matter: string; readonly topic: number };

/** The stand-in takes claims with the same name for one topic, and any other claim for one of its own. */
export function assignByName(prompt: string): readonly WrittenAssignment[] {
  const [known = '', added = ''] = prompt.split('</topics>');
  const names = new Map<string, number>();
  let next = 1;
  for (const topic of known.split(/<topic n="\d+">/).slice(1)) {
    for (const { name } of parseClaims(topic)) names.set(name, next);
    next += 1;
  }
  return parseClaims(added).map(({ number, name }) => {
    const topic = (name === '' ? undefined : names.get(name)) ?? next++;
    names.set(name, topic);
    return { claim: number, matter: name, topic };
  });
}

function parseClaims(text: string) {
  return [...text.matchAll(/<claim((?:\s+[a-z]+="[^"]*")*)>/g)].map(([, written = '']) => {
    const fields = toFields(written);
    return { number: Number(fields.get('n')), name: (fields.get('name') ?? '').toLowerCase() };
  });
}
