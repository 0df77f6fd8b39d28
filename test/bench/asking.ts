import { openClaudeScene } from '../e2e/claude-scene.ts';
import { summarized } from '../e2e/scene.ts';
import { printTable, toMedian } from '../eval/table.ts';
import { sure } from '../sure.ts';

const asked = 9;
const channels = 20;
const messages = 400;

/**
 * How long it takes from the last answer of Discord's search to the first claim that the person sees, with the stand-in for
 * Claude, which answers at once: our own part of the time.
 */
export async function printAsking(): Promise<void> {
  let close = async () => {};
  const scene = await openClaudeScene(
    { pace: { afterMs: 1_500, everyMs: 2_000 }, answerWithinMs: 60_000 },
    {
      end: end => {
        const before = close;
        close = async () => {
          await end();
          await before();
        };
      },
    },
  );
  const { world, guild, playground, bob } = scene;
  for (let at = 1; at <= channels; at += 1) {
    const channel = world.addChannel(guild, { name: `channel-${at}` });
    for (let index = 1; index <= messages; index += 1)
      world.addMessage(channel, {
        by: bob,
        content:
          index % 40 ? `Remark ${index} about the weather in ${at}` : `We decided to rent tent ${index}.`,
        atMs: Date.now() - (messages - index) * 3_600_000,
      });
  }
  const seconds: number[] = [];
  for (let at = 0; at < asked; at += 1) {
    const person = scene.addMember(`asker-${at}`);
    await summarized(await scene.run('ask', { question: 'Which tent did we decide to rent?' }, person));
    const isSearch = ({ path }: { readonly path: string }) => path.includes('/messages/search');
    const last = sure(playground.exchanges.findLast(isSearch));
    const first = sure(
      playground.exchanges.find(
        ({ method, request, cameAtMs }) =>
          method === 'PATCH' && cameAtMs > last.cameAtMs && JSON.stringify(request).includes('"description"'),
      ),
    );
    seconds.push((first.cameAtMs - last.cameAtMs) / 1_000);
  }
  await close();
  printTable(
    `/ask in ${channels} channels, from the last search to the first claim shown; our own time, in seconds`,
    ['answers', 'median', 'longest'],
    [[asked, toMedian(seconds).toFixed(2), Math.max(...seconds).toFixed(2)]],
  );
}
