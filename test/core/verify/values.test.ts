import { describe, expect, test } from 'vitest';
import { createVerifier } from '../../../src/core/verify/verifier.ts';
import { toEnglishReason } from '../../../src/render/view/problem-line.ts';
import { type Line, talk } from '../talk.ts';

/** What becomes of a claim that cites the first line: "ok", the positions added, or the reason why it fails. */
function prove(
  text: string,
  lines: readonly Line[],
  rest: object = {},
  languages = ['en'],
  question?: string,
): string {
  const verdict = createVerifier(talk(...lines), { languages, question }).verify({
    text,
    kind: 'fact',
    evidence: [{ position: 1, quote: '' }],
    ...rest,
  });
  if (!verdict.ok) return verdict.rejected.reasons.map(toEnglishReason).join('; ');
  const added = verdict.claim.findings.flatMap(({ effect, problem }) =>
    effect === 'cite' && problem && 'position' in problem ? [problem.position] : [],
  );
  return added.length === 0 ? 'ok' : `adds ${added.join()}`;
}

test('a value that only a message far away gives is not found, however long the conversation is', () => {
  const far = Array.from({ length: 2_000 }, () => 'Bob: nothing here says how much it was');
  expect(prove('It costs 4711 euros', ['Ann: it is paid', ...far.slice(0, 99), 'Cem: 4711 euros'])).toBe(
    'adds 101',
  );
  expect(prove('It costs 4711 euros', ['Ann: it is paid', ...far, 'Cem: 4711 euros'])).toMatch(/4711/);
});

/** The talk is of Monday 9 March 2026. */
test.each([
  ['It was not moved to Friday', /Friday/],
  ['On 9 March 2026 it was moved to Thursday', /9 March/],
])(
  'an answer for a judge may name what is asked about, and days of messages, and no other claim: %s',
  (text, missing) => {
    const lines = ['Ann: It moves to Thursday'];
    const question = 'Why was it moved to Friday?';
    expect(prove(text, lines, {}, ['en'], question)).toBe('ok');
    expect(prove(text, lines)).toMatch(missing);
    expect(prove('It was moved to Sunday', lines, {}, ['en'], question)).toMatch(/Sunday/);
    expect(prove('On 10 March 2026 it was moved', lines, {}, ['en'], question)).toMatch(/10 March/);
  },
);

/** The talk is of Monday 9 March 2026. */
describe('a value that a cited message gives', () => {
  test.each([
    ['The budget is 1200 euros', 'Ann: Budget is 1,200 euros'],
    ['The budget is 1.200 euros', 'Ann: Budget is 1200 euros'],
    ['The budget is 1,200', 'Ann: Budget is 1.2k'],
    ['It had 2 million users', 'Ann: It had 2,000,000 users'],
    ['It took 90 minutes', 'Ann: It took 1.5 hours'],
    ['It takes 10 ms', 'Ann: It takes 10ms'],
    ['It takes 10ms', 'Ann: It takes 10 milliseconds'],
    ['It draws 1.4 kW', 'Ann: It draws 1400 W'],
    ['It draws 1400W', 'Ann: It draws 1.4 kW'],
    ['In January 14 of 350 came back', 'Ann: 14 of 350 in January'],
    ['It is on 20.06. at 18:00', 'Ann: it is on 20 June at 6 pm'],
    ['It costs €30', 'Ann: It costs 30 euros'],
    ['The IP is 10.0.0.1.', 'Ann: ip 10.0.0.1'],
    ['They use 1.2.3.', 'Ann: we use 1.2.3 now'],
    ['It costs 1500 euros', 'Ann: 1 500 €'],
    ['It costs 1 500 €', 'Ann: 1500 €'],
    ['A 5-person team', 'Ann: 5 people'],
    ['An 8-year-old', 'Ann: 8 years old'],
    ['An ESP32-based board', 'Ann: an ESP32'],
    ['From 6 pm to 8 pm', 'Ann: 6-8pm'],
    ['From 19:30 to 21:00', 'Ann: 19:30-21:00'],
    ['At 18:30', 'Ann: 18h30'],
    ['At 18:00', 'Ann: 18:00:00'],
    ['On 10 March', 'Ann: 10/03/2026'],
    ['On 13 March 2026', 'Ann: the 13th'],
    ['On 13 March', 'Ann: Fri'],
    ['It listed 3 options', 'Ann: foo, bar, baz'],
    ['It has 2 GB', 'Ann: 2048 MB, so 2 GB'],
    ['Push with `git push bob main`', 'Bob: git push bob main'],
    ['See foo.test2.ts', 'Foo: look at foo.test2.ts'],
    ['It is at https://a.example/x?y=1#z', 'Ann: https://a.example/x?y=1#z!'],
    ['A 2-week trial', 'Ann: A trial of 2 weeks'],
    ['12 people came', 'Ann: Twelve people came'],
    ['25 people came', 'Ann: Twenty five people came'],
    ['It took 45 minutes', 'Ann: um, forty - five minutes'],
    ['It took 250 ms', 'Ann: two hundred and fifty milliseconds'],
    ['A profit of 50 million', 'Ann: fifty million euros'],
    ['It costs 12.50 euros', 'Ann: twelve fifty, no more'],
    ['A mean of 0.3', 'Ann: the mean is point three'],
    ['Two people liked it (2)', { say: 'Ann: Flyers?', reactions: { '👍': 2 } }],
    ['fail2ban bans them', 'Ann: Fail2Ban bans them'],
    ['The G2 is sold out', 'Ann: the G-2 is sold out'],
    ['A 1W board', 'Ann: a 1 W board'],
    ['The camera is 0ac8:0323', 'Ann: the camera is 0ac8:0323'],
    ['Version v7.8 is out', 'Ann: 7.8 is out'],
    ['Version 7.8 is out', 'Ann: v7.8 is out'],
    ['Use max_hops', 'Ann: set max_hops'],
    ['They agreed.Then it rained', 'Ann: rain'],
    ['Spreading factor 8', 'Ann: use SF8'],
    ['Use SF8 and CR5', 'Ann: SF: 8, CR = 5'],
    ['It is checked again at 17:00', 'Ann: we will see around 17'],
    ['It is checked again at 5 pm', 'Ann: we will see around 5'],
    ['9–9 March: the tent is rented', 'Ann: the tent is rented'],
    ['It is at https://a.example/x', 'Ann: see https://a.example/x/'],
    ['Run `npm run fair`', 'Ann: run npm run fair'],
    ['It starts at 14:30', 'Ann: it starts at 2:30 pm'],
    ['It starts at 6pm', 'Ann: it starts at 18:00'],
    ['It starts on Tuesday', 'Ann: it starts tomorrow'],
    ['It starts on 10 March', 'Ann: it starts tomorrow'],
    ['It starts on 2026-03-10', 'Ann: it starts on 10 March'],
    ['It starts on March 10th', 'Ann: it starts on 10. März'],
    ['It starts on Friday', 'Ann: it starts next Fri'],
    ['It starts on 10 Mar', 'Ann: it starts tomorrow'],
    ['Bob set 3 alarms', 'Ann: Bob set 3 alarms'],
    ['It starts Mar. 10', 'Ann: it starts tomorrow'],
    ['On 9 Mar a tent was suggested', 'Ann: how about a tent?'],
    ['On the 9th a tent was suggested', 'Ann: how about a tent?'],
    ['It is from 10–11 March', 'Ann: it is from 10 March to 11 March'],
    ['It is on Mar 10-11', 'Ann: it is from 10 March to 11 March'],
    ['It was sent on 13 Feb', 'Ann: I sent it on 13 February'],
    ['It starts in May', 'Ann: it starts on 3 May'],
    ['On 9 March a tent was suggested', 'Ann: how about a tent?'],
    ['We may march on', 'Ann: onwards'],
    ['We have 300 left of it', 'Ann: we had 1,200 and spent 900'],
    ['It costs 450 in total', 'Ann: 400 for the tent, 50 for the flyers'],
  ] as const)('%s, of %o', (text, line) => {
    expect(prove(text, [line, 'Bob: hm'])).toBe('ok');
  });

  test.each([
    ['Es beginnt am Dienstag', 'Ann: es beginnt morgen', 'de'],
    ['Es dauert 3 Stunden', 'Ann: es dauert drei Stunden', 'de'],
    ['El viernes 13 de marzo', 'Ann: it is on Friday 13 March', 'en'],
    ['Empieza el martes', 'Ann: empieza mañana', 'es'],
    ['予算は500円です', 'Ann: 予算は500円', 'ja'],
    ['参加者は3人', 'Ann: ３人来る', 'ja'],
    ['ESP32を使うことにした', 'Ann: ESP32を使う', 'ja'],
    ['18時集合', 'Ann: 18時に集合', 'ja'],
    ['午後6時に集合', 'Ann: 18時に集合', 'ja'],
    ['会議は3月10日', 'Ann: 会議は明日', 'ja'],
    ['来週の金曜日まで', 'Ann: 金曜日までに', 'ja'],
    ['10,000円です', 'Ann: 1万円', 'ja'],
    ['决定使用ESP32', 'Ann: 用ESP32吧', 'zh'],
  ])('%s, of “%s” in %s', (text, line, language) => {
    expect(prove(text, [line], {}, [language])).toBe('ok');
  });
});

test('a name beside a slash is a name, and the rest a value', () => {
  const lines = ['bob42: the SX1262 is deaf'];
  expect(prove('bob42/Bob replaced it', lines)).toBe('ok');
  expect(prove('bob42/SX1276 is deaf', lines)).not.toBe('ok');
});

describe('a value that nobody gives fails', () => {
  test.each([
    ['The budget is 12,000 euros', 'Ann: Budget is 1,200 euros', '12,000 euros'],
    ['The budget is 120 euros', 'Ann: Budget is 1,200 euros', '120 euros'],
    ['It took 4 hours', 'Ann: It took 4 minutes', '4 hours'],
    ['It draws 1.4 MW', 'Ann: It draws 1.4 kW', '1.4 MW'],
    ['It starts at 15:30', 'Ann: it starts at 14:30', '15:30'],
    ['It starts on Saturday', 'Ann: it starts on Friday', 'Saturday'],
    ['It starts on 11 March', 'Ann: it starts tomorrow', '11 March'],
    ['It starts in June', 'Ann: it starts in May', 'June'],
    ['It starts on 11 Mar', 'Ann: it starts tomorrow', '11 Mar'],
    ['It sent 27 kB', 'Ann: it sent 26.07kb', '27 kB'],
    ['It runs iOS 18', 'Ann: it runs iOS 17.5', '18'],
    ['It takes 2 hours', 'Ann: it takes 1.5 hours', '2 hours'],
    ['Use `acme/widget`', 'Ann: use it', 'acme/widget'],
    ['It took 26 hours', 'Ann: it sent 26.07kb', '26 hours'],
    ['It starts on the 11th.', 'Ann: it starts tomorrow', '11'],
    ['It is from 10–12 March', 'Ann: it is from 10 March to 11 March', '10–12 March'],
    ['It starts on 9 Apr', 'Ann: how about a tent?', '9 Apr'],
    ['Version v2.2 failed', 'Ann: v2.1 failed', 'v2.2'],
    ['Version v2 failed', 'Ann: v2.1 failed', 'v2'],
    ['The G3 is sold out', 'Ann: the G2 is sold out', 'G3'],
    ['Commit 9f2c1ab broke it', 'Ann: commit 9f2c1ac broke it', '9f2c1ab'],
  ])('%s, of “%s”', (text, line, missing) => {
    expect(prove(text, [line, 'Bob: hm'])).toBe(`values: no message mentions ${missing}`);
  });

  test.each([
    ['Run `npm run demo`', 'Ann: run npm run fair'],
    ['Use `you were hacked, ask Bob for a password`', 'Ann: use it'],
    ['It is at https://evil.example/x', 'Ann: https://a.example/x'],
    ['It is at https://a.example/x', 'Ann: https://a.example/xyz'],
    ['It is at https://bank.example', 'Ann: https://bank.example.evil.com/login'],
    ['It is at https://bank.example/x', 'Ann: https://evil-bank.example/x'],
    ['It is at https://github.com/ann/malware', 'Ann: https://github.com/ann/tool'],
  ])('%s, of “%s”, and the reason does not repeat it', (text, line) => {
    expect(prove(text, [line])).toBe('values: no message contains that link, code or identifier');
  });

  test.each([
    ['It costs $5', 'Ann: 5 euros', '$5'],
    ['It weighs 5 km', 'Ann: 5 kg', '5 km'],
    ['It has 5 million users', 'Ann: 5 users', '5 million'],
    ['It was on 5 March 2021', 'Ann: on 5 March 2020', '5 March 2021'],
  ])('%s, of “%s”', (text, line, missing) => {
    expect(prove(text, [line])).toContain(`no message mentions ${missing.replace('$', '')}`);
  });

  test('the day on which a message was sent excuses no other day that it names', () => {
    const lines = ['Ann: The technician comes on Friday at 14:30'];
    expect(prove('The technician comes on Monday at 14:30', lines)).toBe(
      'values: no message mentions Monday',
    );
    expect(prove('The technician comes on Friday at 14:30', lines)).toBe('ok');
  });

  test('when other messages were sent gives no day and no time', () => {
    const chatter: readonly Line[] = [
      'Ann: The party is on Saturday at 20:00',
      'Bob: hm',
      'Cat: well',
      'Dan: this week',
    ];
    expect(prove('The party is on Monday', chatter)).toBe('values: no message mentions Monday');
    expect(prove('The party is on Sunday', chatter)).toBe('values: no message mentions Sunday');
    expect(prove('The party is on 9 March', chatter)).toBe('values: no message mentions 9 March');
    expect(prove('12–13 March: the party', chatter)).toBe('values: no message mentions 12–13 March');
    expect(prove('It began on 2026-03-09', chatter)).toBe('values: no message mentions 2026-03-09');
    expect(prove('The party is at 17:00', [...chatter, 'Eve: 17 of us, at 5 euros'])).toBe(
      'values: no message mentions 17:00',
    );
    expect(prove('It is at 14:30', ['Ann: it is at 16, for 2.5 euros'])).toBe(
      'values: no message mentions 14:30',
    );
    expect(prove('It is at 5 pm', ['Ann: it is at 16:00 on floor 5'])).toBe(
      'values: no message mentions 5 pm',
    );
    expect(prove('The party is at 09:01', chatter)).toBe('values: no message mentions 09:01');
    expect(prove('At 09:00 Ann invited everybody on Saturday', chatter)).toBe('ok');
  });

  test('a number is no sum of more than two', () => {
    expect(prove('It costs 60', ['Ann: 10, 20 and 30'])).toContain('no message mentions 60');
  });
});

describe('a value that another message gives', () => {
  const filler: readonly Line[] = Array.from({ length: 8 }, () => 'Eve: well');

  test('which the cited one answers, or which stands beside it, adds that citation', () => {
    expect(prove('It costs 450', ['Ann: the tent', 'Bob: 450'])).toBe('adds 2');
    const asked = talk('Bob: for 450?', ...filler, { say: 'Ann: yes, the tent', re: 1 });
    const verdict = createVerifier(asked, { languages: ['en'] }).verify({
      text: 'The tent costs 450',
      kind: 'fact',
      evidence: [{ position: 10, quote: '' }],
    });
    expect(verdict.ok && verdict.claim.citations.map(({ position }) => position)).toEqual([10, 1]);
  });

  test('and no other one does, adds that citation; where several do, none', () => {
    expect(prove('It costs 450', ['Ann: the tent', ...filler, 'Bob: 450'])).toBe('adds 10');
    expect(prove('It costs 450', ['Ann: the tent', ...filler, 'Bob: 450', 'Cat: 450'])).toBe('ok');
  });
});

describe('what is not the text of a claim', () => {
  test('a due date names the same day as a message, or stands there; in other words it is removed', () => {
    const due = (words: string) => {
      const verdict = createVerifier(talk("Dave: I'll book it by Friday"), { languages: ['en'] }).verify({
        text: 'Dave will book it',
        kind: 'action',
        evidence: [{ position: 1, quote: 'book it' }],
        due: words,
      });
      return verdict.ok ? verdict.claim.due : verdict.rejected.reasons.map(toEnglishReason).join();
    };
    expect(due('by Friday')).toBe('by Friday');
    expect(due('2026-03-13')).toBe('2026-03-13');
    expect(due('Freitag')).toBe('Freitag');
    expect(due('Monday')).toBe('values: no message mentions Monday');
    expect(due('when the moon is blue')).toBeNull();
  });

  test('a topic with a value that nobody gives is removed, and counted', () => {
    const topicOf = (topic: string) => {
      const verdict = createVerifier(talk('Ann: the tent is 450'), { languages: ['en'] }).verify({
        text: 'A tent',
        kind: 'fact',
        topic,
        evidence: [{ position: 1, quote: 'the tent' }],
      });
      return (
        verdict.ok && { topic: verdict.claim.topic, problems: verdict.claim.findings.map(f => f.problem) }
      );
    };
    expect(topicOf('Tent for 450')).toEqual({ topic: 'Tent for 450', problems: [] });
    expect(topicOf('Tent (9 March)')).toEqual({ topic: 'Tent (9 March)', problems: [] });
    expect(topicOf('Tent for 460')).toEqual({ topic: null, problems: [{ code: 'topic_not_found' }] });
  });

  test('digits in a name of somebody who wrote are no value', () => {
    expect(prove('bob42 likes the big tent', ['bob42: the big tent'])).toBe('ok');
    expect(prove('Irene.Vatton likes the big tent', ['Irene.Vatton: the big tent'])).toBe('ok');
    expect(prove('(\u200fbob_c42) likes the big tent', ['bob_c42: the big tent'])).toBe('ok');
    expect(prove('الخيمة وtent_v2 جاهزة', ['Ann: tent_v2 is ready'])).toBe('ok');
  });
});
