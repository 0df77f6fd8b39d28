/** The files of a zip or a folder: their paths, with slashes, and their bytes. Media are only named. */
export type Archive = {
  readonly names: readonly string[];
  /** Texts and JSON. */
  readonly texts: ReadonlyMap<string, Buffer>;
};

/** Far more than chats have; a folder of another kind ends here. */
export const maxEntries = 50_000;

/** Whether a file may hold messages; what phones and desktops add for themselves does not. */
export function isText(name: string): boolean {
  return /\.(?:txt|json|jsonl|md|markdown|vtt|srt)$/i.test(name) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(name);
}

/** Names that apps give to the one file with the messages; the archive's own name says more. */
export function isUsualName(name: string): boolean {
  return /(?:^|\/)(?:_chat\.txt|result\.json)$/.test(name);
}
