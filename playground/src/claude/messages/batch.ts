export type BatchEntry = { readonly customId: string; readonly params: unknown };
export type ResultType = 'succeeded' | 'errored' | 'canceled' | 'expired';
export type BatchResult = {
  readonly custom_id: string;
  readonly result: { readonly type: ResultType } & Readonly<Record<string, unknown>>;
};

/** Requests that are answered together, later. */
export type Batch = {
  readonly id: string;
  readonly entries: readonly BatchEntry[];
  readonly createdMs: number;
  canceledMs: number | null;
  /** Set when it ends: the results, and the time. */
  ended: { readonly results: readonly BatchResult[]; readonly atMs: number } | null;
};
