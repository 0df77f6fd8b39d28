import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpScene, type HttpScene } from './http-scene.ts';

let http: HttpScene;
beforeAll(async () => {
  http = await createHttpScene({ maxMessages: lines.length });
});
afterAll(() => http?.close());

const lines = [
  '21/03/2026, 09:00 - Mia: When is the fair?',
  '21/03/2026, 09:02 - Tom: The fair is on 28 March in the old gym.',
  '21/03/2026, 09:03 - Mia: I will book the tent by Friday',
  '21/03/2026, 09:05 - Tom: The tent costs 450 euros, I asked yesterday',
  '21/03/2026, 09:07 - +49 151 23456789: Can I bring my dog?',
  '21/03/2026, 09:08 - Tom: Dogs are welcome outside',
];

const importChat = (text: string, query = 'chat=fair&zone=Europe/Berlin', token?: string) =>
  http.fetch(`/whatsapp/chats?${query}`, {
    body: text,
    headers: { 'content-type': 'text/plain' },
    ...(token !== undefined && { token }),
  });

test('a chat is imported, summarized with references, extended and deleted', async () => {
  const imported = await importChat(lines.slice(0, 4).join('\n'));
  expect([imported.status, imported.json.message_count]).toEqual([201, 4]);
  expect(imported.json.file).toMatchObject({ messages: 4, people: 2 });

  const longer = await importChat(lines.join('\n'));
  expect(longer.json.message_count).toBe(6);
  expect(longer.text).not.toContain('23456789');
  const listed = await http.fetch('/whatsapp/chats');
  expect(listed.json.chats).toMatchObject([{ chat: 'fair', message_count: 6 }]);

  const summary = await http.fetch(`${imported.json.links.summarize}?wait=30`, { body: {} });
  expect(summary.status).toBe(200);
  expect(summary.json).toMatchObject({ source_type: 'whatsapp', message_count: 6 });
  expect(summary.json.reference_index.length).toBeGreaterThan(0);
  expect(summary.text).not.toContain('23456789');

  expect((await http.fetch('/whatsapp/chats/fair', { method: 'DELETE' })).status).toBe(204);
  expect((await http.fetch(imported.json.links.summarize, { body: {} })).status).toBe(404);
});

test('a person who opted out is not read again', async () => {
  const { privacy } = http.running().store;
  await privacy.setOptedOut('Tom', true);
  const again = await importChat(lines.join('\n'));
  await privacy.setOptedOut('Tom', false);
  expect(again.json.message_count).toBe(3);
  const summary = await http.fetch('/whatsapp/chats/fair/summarize?wait=30', { body: {} });
  expect(summary.text).not.toContain('450 euros');
});

test('a form is refused, whose boundaries would be read as messages', async () => {
  const form = new FormData();
  form.set('file', new Blob([lines.join('\n')]), 'chat.txt');
  const sent = new Request('http://localhost', { method: 'POST', body: form });
  const refused = await http.fetch('/whatsapp/chats?chat=form&zone=UTC', {
    body: await sent.text(),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  });
  expect([refused.status, refused.json.code]).toEqual([415, 'form']);
  expect(refused.json.detail).toContain('--data-binary');
});

test('a summary of a chat has a page with the whole chat, for its owner, and forgets with it', async () => {
  const imported = await importChat(lines.join('\n'), 'chat=page&zone=Europe/Berlin');
  const made = await http.fetch(`${imported.json.links.summarize}?wait=30`, { body: {} });
  const path = `/summaries/${made.json.summary_id}`;
  expect((await http.fetch(path)).json).toEqual(made.json);
  const page = await http.fetch(`${path}/viewer`);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const [, data = ''] = /id="viewer-data">(.*?)<\/script>/s.exec(page.text) ?? [];
  expect(JSON.parse(data).messages).toHaveLength(lines.length);

  const bobs = await http.grant({ userId: http.bob.id });
  const limited = await http.grant({ channelIds: [http.channel.id] });
  for (const token of [bobs, limited])
    for (const each of [path, `${path}/viewer`]) expect((await http.fetch(each, { token })).status).toBe(404);

  expect((await http.fetch('/whatsapp/chats', { token: bobs })).json.chats).toEqual([]);
  const summarize = imported.json.links.summarize;
  expect((await http.fetch(summarize, { body: {}, token: bobs })).status).toBe(404);
  expect((await http.fetch('/whatsapp/chats', { token: limited })).status).toBe(404);

  expect(made.text).toContain('450 euros');
  const { privacy } = http.running().store;
  await privacy.setOptedOut('Tom', true);
  for (const each of [path, `${path}/viewer`]) {
    const { status, text } = await http.fetch(each);
    expect([status, text]).toEqual([200, expect.not.stringContaining('450 euros')]);
  }
  await privacy.setOptedOut('Tom', false);
  await http.fetch('/whatsapp/chats/page', { method: 'DELETE' });
  expect((await http.fetch(path)).status).toBe(404);
});

test('dates that fit two orders are asked for, and what is no chat is refused', async () => {
  const ambiguous = ['01/02/2026, 09:00 - Mia: One', '02/02/2026, 09:00 - Mia: Two'].join('\n');
  const asked = await importChat(ambiguous, 'chat=x&zone=UTC');
  expect(asked.status).toBe(422);
  expect(asked.json.detail).toMatch(/Add date_order day-first or date_order month-first\.$/);
  const told = await importChat(ambiguous, 'chat=x&zone=UTC&date_order=day-first');
  expect(told.status).toBe(201);
  expect((await importChat('\u0000\u0001binary', 'chat=x&zone=UTC')).status).toBe(422);
  expect((await importChat(lines.join('\n'), 'chat=x')).json.errors[0].path).toBe('zone');
});

test('of a chat that is too long the newest messages are kept, and nobody has too many chats', async () => {
  const token = await http.grant({ userId: http.bob.id });
  const longer = [...lines, '21/03/2026, 09:09 - Tom: And cats'].join('\n');
  const cut = await importChat(longer, 'chat=chat0&zone=UTC', token);
  expect([cut.status, cut.json.message_count]).toEqual([201, lines.length]);
  expect(cut.json.file.problems).toEqual(['Only the newest 6 messages of this chat are stored.']);
  for (let count = 1; count < 25; count += 1)
    expect((await importChat(lines.join('\n'), `chat=chat${count}&zone=UTC`, token)).status).toBe(201);
  const refused = await importChat(lines.join('\n'), 'chat=another&zone=UTC', token);
  expect([refused.status, refused.json.code]).toEqual([409, 'too_many_chats']);
  expect(refused.json.detail).toContain('25 imported chats, the limit. Delete one first.');
  expect((await importChat(lines.join('\n'), 'chat=chat1&zone=UTC', token)).status).toBe(201);
});
