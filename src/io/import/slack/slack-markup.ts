/** Names by id. */
export type SlackNames = {
  readonly user: (id: string) => string | undefined;
  readonly channel: (id: string) => string | undefined;
};

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/** Writes out the mentions and links of Slack's text, such as `<@U012AB3CD>` and `<https://a.example|the plan>`. */
export function toPlainText(text: string, names: SlackNames): string {
  return text
    .replace(/<([@#!])([^<>|]+)(?:\|([^<>]*))?>/g, (_all, kind: string, id: string, label?: string) => {
      if (kind === '@') return `@${names.user(id) ?? (label || id)}`;
      if (kind === '#') return `#${label || (names.channel(id) ?? id)}`;
      return label || `@${id.replace(/^subteam\^|\^.*$/g, '')}`;
    })
    .replace(/<([^<>|\s]+)\|([^<>]*)>/g, (_all, url: string, label: string) =>
      label === '' || url.endsWith(label) ? url : `${label} (${url})`,
    )
    .replace(/<([a-z]+:[^<>|\s]+)>/g, '$1')
    .replace(/&(?:amp|lt|gt);/g, entity => entities[entity] ?? entity);
}
