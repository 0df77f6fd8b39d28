// No imports: `--help` lists the groupings and must not load their code.

/** The groupings of sources: one list, or a list per topic or claim. */
export const groupings = ['flat', 'topic', 'claim'] as const;
export type Grouping = (typeof groupings)[number];
