// No imports: `--help` lists the formats and must not load their code.

/** The output formats of a summary. */
export const formats = ['json', 'markdown', 'html', 'plain', 'embed'] as const;
export type Format = (typeof formats)[number];
