import { toUtcWords } from '../time.ts';

/** Looks up the display names behind Discord ids; undefined where the name is unknown. */
export type MarkupNames = {
  readonly user: (id: string) => string | undefined;
  readonly role: (id: string) => string | undefined;
  readonly channel: (id: string) => string | undefined;
};

const markup =
  /<(?:(@[!&]?|#)(\d{1,20})|a?:(\w{1,32}):\d{1,20}|t:(-?\d{1,13})(?::[a-zA-Z])?|\/([^:>]{1,100}):\d{1,20})>/g;

/** Renders Discord's mentions, channels, custom emoji, timestamps and command links as names; the rest stays as written. */
export function toPlainWords(content: string, names: MarkupNames): string {
  return content.replace(
    markup,
    (whole, sigil?: string, id = '', emoji?: string, seconds?: string, command?: string) => {
      if (emoji !== undefined) return `:${emoji}:`;
      if (seconds !== undefined) return toUtcWords(Number(seconds)) ?? whole;
      if (command !== undefined) return `/${command}`;
      if (sigil === '#') return `#${names.channel(id) ?? 'unknown-channel'}`;
      if (sigil === '@&') return `@${names.role(id) ?? 'unknown-role'}`;
      return `@${names.user(id) ?? 'unknown-user'}`;
    },
  );
}
