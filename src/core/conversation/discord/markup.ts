import { toUtcWords } from '../../time.ts';
import { markSpoilers } from '../spoilers.ts';

/** Looks up the display names behind Discord ids; undefined where the name is unknown. */
export type MarkupNames = {
  readonly user: (id: string) => string | undefined;
  readonly role: (id: string) => string | undefined;
  readonly channel: (id: string) => string | undefined;
};

const markup =
  /<(?:(@[!&]?|#)(\d{1,20})|a?:(\w{1,32}):\d{1,20}|t:(-?\d{1,13})(?::[a-zA-Z])?|\/([^:<>]{1,100}):\d{1,20}|id:(\w[\w-]{0,31})(?::\d{1,20})?)>/g;

/** Links to pages of the server itself, with the names that Discord shows. */
const pages: Readonly<Record<string, string>> = {
  customize: 'Channels & Roles',
  browse: 'Browse Channels',
  guide: 'Server Guide',
  'linked-roles': 'Linked Roles',
};

/**
 * Renders Discord's mentions, channels, custom emoji, timestamps and links to commands and server pages as names, and
 * marks spoilers; the rest stays as written.
 */
export function toPlainWords(content: string, names: MarkupNames): string {
  return markSpoilers(content).replace(
    markup,
    (whole, sigil?: string, id = '', emoji?: string, seconds?: string, command?: string, page?: string) => {
      if (emoji !== undefined) return `:${emoji}:`;
      if (seconds !== undefined) return toUtcWords(Number(seconds)) ?? whole;
      if (command !== undefined) return `/${command}`;
      if (page !== undefined) return Object.hasOwn(pages, page) ? `#${pages[page]}` : whole;
      if (sigil === '#') return `#${names.channel(id) ?? 'unknown-channel'}`;
      if (sigil === '@&') return `@${names.role(id) ?? 'unknown-role'}`;
      return `@${names.user(id) ?? 'member'}`;
    },
  );
}
