import type { APIEmbed, APIMessage } from 'discord-api-types/v10';

type TerminalOptions = {
  /** The reader's zone and language, in which Discord shows times. */
  readonly zone: string;
  readonly locale: string;
  readonly columns: number;
};

/**
 * A message as its reader sees it in Discord, as plain text: without markup, links as labels, times in the reader's
 * format.
 */
export function toTerminal(message: APIMessage, options: TerminalOptions): string {
  const parts = [
    ...(message.content
      ? [wrap(toPlain(message.content.replace(/^-# /gm, ''), options), options.columns)]
      : []),
    ...message.embeds.map(embed => toEmbed(embed, options)),
    ...toButtons(message),
  ];
  return parts.join('\n');
}

function toEmbed(embed: APIEmbed, options: TerminalOptions): string {
  const width = options.columns - 2;
  const lines = [
    ...(embed.title ? [toPlain(embed.title, options), ''] : []),
    ...(embed.description ? wrap(toPlain(embed.description, options), width).split('\n') : []),
    ...(embed.fields ?? []).flatMap(({ name, value }) => [
      '',
      toPlain(name, options),
      ...wrap(toPlain(value, options), width).split('\n'),
    ]),
    ...(embed.footer ? ['', ...wrap(embed.footer.text, width).split('\n')] : []),
  ];
  return lines.map(line => `│ ${line}`.trimEnd()).join('\n');
}

function toButtons(message: APIMessage): readonly string[] {
  const rows = (message.components ?? []).map(row => {
    const components =
      'components' in row && Array.isArray(row.components) ? (row.components as readonly object[]) : [];
    return components
      .flatMap(each => {
        const text =
          'label' in each ? each.label : 'placeholder' in each ? `${String(each.placeholder)} ▾` : null;
        const isOff = 'disabled' in each && each.disabled === true;
        return typeof text === 'string' ? [isOff ? `( ${text} )` : `[ ${text} ]`] : [];
      })
      .join(' ');
  });
  return rows.filter(row => row !== '');
}

const markup =
  /\\([^a-zA-Z0-9\s])|\[((?:\\.|[^\]\\]|\](?!\())*)\]\((?:[^()\s]|\([^()\s]*\))*(?: "[^"]*")?\)|<t:(-?\d+)(?::([a-zA-Z]))?>|<[@#][!&]?(\d+)>|\*\*|__|~~|(?<![\w\\])[*_](?=\S)|(?<=\S)[*_](?!\w)|`/g;

function toPlain(text: string, { zone, locale }: TerminalOptions): string {
  return text.replace(
    markup,
    (whole, escaped?: string, label?: string, seconds?: string, style?: string, id?: string) => {
      if (escaped !== undefined) return escaped;
      if (label !== undefined) return toPlain(label, { zone, locale, columns: 0 });
      if (seconds !== undefined) {
        return new Date(Number(seconds) * 1000).toLocaleString(locale, {
          timeZone: zone,
          ...(style !== 't' && { dateStyle: 'medium' }),
          ...(style !== 'D' && { timeStyle: 'short' }),
        });
      }
      return id === undefined && whole !== '' ? '' : whole;
    },
  );
}

/** Breaks lines between words; further lines are indented under their bullet. */
function wrap(text: string, columns: number): string {
  return text
    .split('\n')
    .map(line => {
      const indent = /^(?:[-☐•>] |\[ \] )/.test(line) ? '  ' : '';
      const out: string[] = [];
      let current = '';
      for (const word of line.split(' ')) {
        if (current !== '' && current.length + 1 + word.length > columns) {
          out.push(current);
          current = indent + word;
        } else current = current === '' && out.length === 0 ? word : `${current} ${word}`;
      }
      return [...out, current].join('\n');
    })
    .join('\n');
}
