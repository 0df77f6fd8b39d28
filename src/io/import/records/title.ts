/** A file name without its extension. */
export function toTitle(fileName: string): string {
  return fileName.replace(/(?<=.)\.[^.]*$/, '');
}
