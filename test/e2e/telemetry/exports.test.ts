import { afterAll, beforeAll, expect, test } from 'vitest';
import { afterClaims } from '../../../demo/claude/spoiled-claims.ts';
import { summarized, toCustomIdOf, toShown } from '../scene.ts';
import { createTelemetryScene, type TelemetryScene } from './telemetry-scene.ts';

/** In messages, a claim or a request, and nowhere else. */
const words = ['quokkas', 'zanzibar', 'flugelhorn', 'periwinkle', 'Ann', 'Bob', 'planning', 'Fair'];
let scene: TelemetryScene;
const exported: Record<string, string> = {};

beforeAll(async () => {
  scene = await createTelemetryScene();
  const { world, actions, ann, bob, channel, claude } = scene;
  const lines = [
    [ann, 'We decided that the quokkas move to zanzibar on 21 March.'],
    [bob, 'I will buy the flugelhorn for 450 euros by Friday.'],
    [ann, 'Who has the periwinkle key, Bob?'],
    [bob, 'Approved, zanzibar it is.'],
  ] as const;
  for (const [by, content] of lines) world.addMessage(channel, { by, content });
  const summarize = async (options = {}) => {
    const view = await actions.slash({ user: ann, channel, command: 'summarize', options });
    await view.until(({ message }) => toShown(message).includes(':more"'));
    return view;
  };
  const view = await summarize({ private: false });
  const sources = await summarized(await scene.press(view, 'Sources', bob));
  const customId = toCustomIdOf(view.message, 'helpful') ?? '';
  if (view.message) await actions.press({ user: bob, message: view.message, customId });
  // Errors may repeat what was sent.
  claude.faults.next({ kind: 'status', status: 400, message: 'messages.0: quokkas move to zanzibar' });
  await summarize({ focus: 'periwinkle' });
  claude.faults.next({ kind: 'break', after: afterClaims(1) });
  await summarize();
  await scene.sent('footnote.run', 3);
  exported['spans'] = scene.collector.bodies.join('\n');
  exported['metrics'] = (await scene.metrics.read()).body;
  exported['log'] = scene.logged.lines.map(line => JSON.stringify(line)).join('\n');
  exported['footer'] = JSON.stringify(sources.message?.embeds[0]?.footer);
});
afterAll(() => scene.close());

/** Something that each export has to contain, so that none of them is empty. */
test.each([
  ['metrics', 'footnote_model_calls_total{model="claude-sonnet-5-5",outcome="request_refused"} 1'],
  ['spans', 'gen_ai.request.model'],
  ['log', 'draft-failed'],
  ['footer', 'Trace '],
])('%s contain figures, but no word and no name of a conversation', (name, figure) => {
  const text = exported[name] ?? '';
  expect(text).toContain(figure);
  for (const word of words) expect(text).not.toMatch(new RegExp(`\\b${word}\\b`));
});
