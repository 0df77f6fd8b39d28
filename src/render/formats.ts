// No imports: `--help` lists the formats and must not load their code.

export const formats = ['json', 'markdown', 'html', 'plain', 'embed'] as const;
export type Format = (typeof formats)[number];
