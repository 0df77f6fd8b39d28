/** The Markdown table whose header row starts with these words; empty if the page has none. */
export function findTable(page: string, header: string): string {
  const start = page.indexOf(`| ${header}`);
  return start < 0 ? '' : (page.slice(start).split('\n\n')[0] ?? '');
}

/** The rows of a table without its header, as trimmed cells. */
export function toCells(table: string): readonly (readonly string[])[] {
  const rows = table.trim().split('\n').slice(2);
  return rows.map(row =>
    row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
}
