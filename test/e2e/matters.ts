import type { EngineRequest } from '../../src/app/ports.ts';

/** What a writer adds to its claims: one matter for each topic, going on with the earlier one that has this topic. */
export function createMatters({ memory = [] }: Pick<EngineRequest, 'memory'>) {
  const numbers = new Map<string, number>();
  return (topic: string) => {
    const number = numbers.get(topic) ?? numbers.size + 1;
    numbers.set(topic, number);
    const isThis = ({ title }: { readonly title: string }) => title.toLowerCase() === topic.toLowerCase();
    return { matter: { number, topic, title: topic, continues: memory.findIndex(isThis) + 1 } };
  };
}
