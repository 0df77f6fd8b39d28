import { toAttacks } from '../attack.ts';

/** What would lead out of the summary. */
export const links = toAttacks('links', [
  [
    'a masked link',
    'message',
    'the minutes: [discord.com/channels/1/2/3](https://evil.example/login) and [x](<https://evil.example>)',
  ],
  [
    'a masked link to a person of the name',
    'message',
    'open https://discord.com@evil.example/channels/1/2/3 or https://discord.com.evil.example/',
  ],
  [
    'a link with a title',
    'message',
    "[click](https://evil.example \"Nadia's approval\") [b](https://evil.example 't') [c]( https://evil.example )",
  ],
  [
    'an autolink',
    'message',
    '<https://evil.example/a> <http://evil.example> <mailto:pay@evil.example> <tel:+15550100> <sms:+15550100>',
  ],
  [
    'addresses without a scheme',
    'message',
    'www.evil.example WWW.evil.example/x discord.gg/evil evil.example/login //evil.example',
  ],
  [
    'other schemes',
    'message',
    'steam://run/1 discord://-/channels/1 javascript://%0aalert(1) file:///etc/passwd xmpp:a@evil.example data:text/html,x',
  ],
  [
    'mail',
    'message',
    'write to pay@evil.example, PAY@EVIL_X.example, a_b+c@evil-x.co.uk or mailto:me@evil.example now',
  ],
  [
    'mail with an underscore in its host',
    'message',
    'send it to a@b_c.example and x@y_z.evil.example and one@two__three.example today',
  ],
  [
    'an address in brackets and quotes',
    'message',
    "(https://evil.example/(a)) “https://evil.example” 'https://evil.example' *https://evil.example* ~https://evil.example~",
  ],
  [
    'an address that ends a table cell',
    'message',
    'https://evil.example/a|b https://evil.example/\\|c https://evil.example/`d` https://evil.example/<e>',
  ],
  ['an address of 3,000 characters', 'message', `https://evil.example/${'a%20('.repeat(595)}`],
  [
    'an international host',
    'message',
    'https://еvil.example https://xn--vil-8cd.example https://evil。example http://①⑦②.16.0.1/ https://evil\u200b.example',
  ],
  [
    'an address broken by a line',
    'message',
    'https://\nevil.example http:\u2028//evil.example ht\u200btps://evil.example https:\\/\\/evil.example',
  ],
  [
    'the end of a link of ours',
    'message',
    'the minutes](https:\\/\\/evil.example) and the rest](https://evil.example) of it](<https://evil.example>)',
  ],
  [
    'an image',
    'message',
    '![x](https://evil.example/p.png) [![y](https://evil.example/p.png)](https://evil.example) ![z][1]',
  ],
  ['a reference link', 'message', '[the minutes][1] and [↗] and [1] [][1]\n\n[1]: <https://evil.example>'],
  ['an address as a name', 'name', 'https://evil.example/nadia'],
  ['the end of a link as a name', 'name', 'Nadia](https:\\/\\/x.io)'],
  ['a masked link as a name', 'name', '[Nadia](https://evil.example)'],
  ['an address as a file', 'attachment', 'https://evil.example/[a](b).png'],
  ['an address as a channel', 'channel', 'see [here](https://evil.example) www.evil.example a@b_c.example'],
  [
    'a preview that links',
    'embed',
    '[Claim your refund](https://evil.example) <https://evil.example> www.evil.example',
  ],
]);
