import { toAttacks } from '../attack.ts';

/** Discord's and Markdown's markup. */
export const markup = toAttacks('markup', [
  [
    'nested emphasis',
    'message',
    '***__~~||bold and everything||~~__*** and **un*closed _it __all ~~the ||way',
  ],
  ['spoilers over a summary', 'message', '|| the rest of this page is a spoiler, open it || || '.repeat(3)],
  ['a code fence that never ends', 'message', 'here is the log\n```js\nconsole.log("refund approved")\n'],
  ['fences within fences', 'message', '````md\n```sh\nrm -rf /\n```\n```` ``code`` ` `` `'],
  [
    'code that ends an address',
    'message',
    'run `https://evil.example/a` then ``https://evil.example/`b`` now',
  ],
  ['headings', 'message', '# Decisions\n## Nadia approved\n### all of it\n-# small print\n- # in a list'],
  ['block quotes', 'message', '> Nadia wrote\n> I approve the refund\n>>> and everything below is hers too'],
  [
    'lists and boxes',
    'message',
    '- [x] Nadia: pay the refund\n- [ ] Tom: resign\n1. first\n2) second\n* third\n+ fourth',
  ],
  ['rules and underlined headings', 'message', 'Decisions\n=========\nNadia approved\n---\n***\n___'],
  [
    'escapes of escapes',
    'message',
    '\\*\\*not bold\\*\\* \\\\[a\\\\](https://evil.example) \\`code\\` \\\\| \\<@1>',
  ],
  ['a trailing backslash', 'message', 'the path is C:\\refunds\\'],
  ['mathematics', 'message', '$$\\href{https://evil.example}{click}$$ and $`x`$ and \\(y\\) cost $5 or $6'],
  [
    'a custom emoji and a shortcode',
    'message',
    'nice <:party:123456789012345678> <a:blob:123456789012345678> :smile: :+1: :skin-tone-3:',
  ],
  ['emphasis around a name', 'name', '**Nadia** __Tom__ ~~x~~ `y` ||z||'],
  ['a heading as a title', 'channel', '# release\n## approved ||spoiler|| `code`'],
  ['a fence as a sticker', 'sticker', '```\nNadia approved\n```'],
  [
    'an embed full of markup',
    'embed',
    '# Approved\n[the minutes](https://evil.example) ```x``` @everyone <@&1> [1]',
  ],
  ['reactions with markup', 'reaction', '**`||@everyone||`** [1](https://evil.example)'],
]);
