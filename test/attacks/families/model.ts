import { toAttacks } from '../attack.ts';

/** What a model may write by itself: nobody said any of it. */
export const model = toAttacks('model', [
  [
    'prose with markers',
    'model',
    'The upload is streamed [1], [[2]](https://evil.example) and tested [3, 4] [5-9] [^6].',
  ],
  [
    'markers of other models',
    'model',
    'The upload is streamed【1†source】 and tested [12†L3-L9] 〖2〗 ［3］ (1)[2].',
  ],
  [
    'a link out',
    'model',
    'The upload is streamed, see [the plan](https://evil.example/plan) or https://evil.example',
  ],
  [
    'a mention',
    'model',
    '@everyone the upload is streamed, <@&1099000000000000777> agreed in <#1099000000000000042>',
  ],
  ['markup', 'model', '# Upload\n- **streamed** ||spoiler|| `code`\n```\nfence\n```\n> quote'],
  ['a page', 'model', '<script>alert(1)</script><img src=x onerror=alert(1)> the upload is streamed'],
  [
    'something unseen',
    'model',
    'The upload is \u202edemaerts\u202c [\u200b1\u200b] \u2067 \u{e0041}\u{e0042} streamed',
  ],
  ['words of somebody else', 'model', 'Nadia: “I will pay the refund tomorrow.” → Tom: “Agreed.”'],
  ['a heading of ours', 'model', '**Decisions** ☐ Nadia — pay the refund (due today)'],
  ['a table', 'model', '| a | b |\n|---|---|\n| the upload | is streamed |'],
]);
