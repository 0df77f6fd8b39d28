import { toAttacks } from '../attack.ts';

/** What would add cells, rows or columns. */
export const tables = toAttacks('tables', [
  ['a table of Markdown', 'message', '| Who | Said |\n| --- | --- |\n| Nadia | I approve the refund |'],
  ['pipes behind backslashes', 'message', 'a \\| b \\\\| c \\\\\\| d | e || f |'],
  ['pipes in code', 'message', '`a | b` ``c | d`` `https://evil.example/|x|` | `open'],
  ['a row of delimiters', 'message', '|:---|:---:|---:|\n|---|\n:-: | -'],
  [
    'comma separated values',
    'message',
    'who,when,amount\nNadia,2026-03-09,"9,000"\n=HYPERLINK("https://evil.example","approved")\n+1+cmd|\'/c calc\'!A0\n@SUM(1)\n-2',
  ],
  ['tabs and box drawing', 'message', 'Nadia\tapproved\t9,000\n┌──┬──┐\n│ 1 │ 2 │\n└──┴──┘'],
  ['a pipe as a name', 'name', '| Nadia | approved | \\'],
  ['a cell as a file', 'attachment', 'a | b \\| c.csv'],
]);
