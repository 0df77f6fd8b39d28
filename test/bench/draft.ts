import type { Evidence } from '../../src/core/conversation/evidence.ts';

/**
 * What a writer would send for this evidence, as JSON: claims spread over it, quotes exact, changed in case
 * and marks, or invented; names, figures and positions right or wrong.
 */
export function writeDraft(evidence: Evidence, count: number): string {
  const { messages } = evidence;
  const claims = Array.from({ length: count }, (_, index) => {
    const message = messages[Math.floor(((index + 0.5) * messages.length) / count)];
    if (!message) return null;
    const words = message.text.slice(0, 80).replace(/\s\S*$/, '');
    const quote = index % 4 === 1 ? words.toUpperCase() : index % 10 === 9 ? 'nobody ever wrote this' : words;
    return {
      evidence: [{ position: index % 13 === 12 ? messages.length + 5 : message.position, quote }],
      kind: (['key_point', 'decision', 'action', 'question'] as const)[index % 4],
      topic: `topic ${index % 5}`,
      text: `${message.author.name} said that ${words.toLowerCase()}`,
      speakers: [message.author.name],
      owner: index % 4 === 2 ? message.author.name : '',
      due: '',
      before: { text: '', evidence: [] },
      confidence: 0.9,
    };
  });
  return JSON.stringify({ claims });
}
