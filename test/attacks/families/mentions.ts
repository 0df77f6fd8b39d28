import { toAttacks } from '../attack.ts';

/** What would call people, point into the server, or run a command. */
export const mentions = toAttacks('mentions', [
  ['everyone and here', 'message', '@everyone @here the refund is approved, react now @EVERYONE @Here'],
  [
    'a role and a person',
    'message',
    'asking <@&1099000000000000777> and <@1099000000000000501> and <@!1099000000000000501> to pay it',
  ],
  [
    'a channel and a server page',
    'message',
    'it was agreed in <#1099000000000000042>, see <id:customize> <id:browse> <id:guide>',
  ],
  ['a slash command', 'message', 'to confirm use </pay refund:1099000000000000888> or </summarize:1> today'],
  [
    'a timestamp',
    'message',
    'the vote ended <t:1700000000:R> and started <t:0> <t:99999999999999:F> <t:1700000000:F>',
  ],
  [
    'something unseen in a mention',
    'message',
    '@\u200beveryone @\u2060here @\u200deveryone <\u200b@1099000000000000501> <@\u200b&1>',
  ],
  [
    'marks in a mention',
    'message',
    `${'\u0300 '.repeat(150)}@\u0300everyone @\u0301here the refund is approved`,
  ],
  [
    'a reversed mention',
    'message',
    '\u202eenoyreve@ \u202deveryone\u202c @\u202eeveryone\u202c @\u2067here\u2069',
  ],
  ['full-width signs', 'message', '＠everyone ＜@1099000000000000501＞ ﹫here ﹤@&1﹥'],
  ['halves that join', 'message', '@every\u00adone @ever\u200cyone @he\u0000re @e\u0007veryone'],
  ['a mention in code', 'message', '`@everyone` ``@here`` ```@everyone``` `<@&1099000000000000777>`'],
  ['a mention as a name', 'name', '@everyone'],
  ['a role as a name', 'name', '<@&1099000000000000777> @here'],
  ['a mention as a file', 'attachment', '@everyone <@1099000000000000501>.png'],
  ['a mention as a thread', 'thread', '@everyone <#1099000000000000042> vote here'],
  ['an account of another site', 'message', 'cc @octocat @org/team #123 GH-1 org/repo#5 on this refund'],
]);
