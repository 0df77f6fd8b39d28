// No imports: `--help` lists the formats and must not load their code.

/** The output formats of a summary. */
export const formats = ['json', 'markdown', 'html', 'plain', 'embed'] as const;
export type Format = (typeof formats)[number];

/** Formats for other programs, with a part of a summary. */
export const exportFormats = ['csv', 'ics'] as const;
export type ExportFormat = (typeof exportFormats)[number];

// No imports: `--help` lists the groupings and must not load their code.

/** The groupings of sources: one list, or a list per topic or claim. */
export const groupings = ['flat', 'topic', 'claim'] as const;
export type Grouping = (typeof groupings)[number];
