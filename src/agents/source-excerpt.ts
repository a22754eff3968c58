/** The lines up to a place in a source text, numbered, with a marker under the column. */
export function sourceExcerpt(source: string, line: number, column: number, length = 1): string {
  const lines = source.split(/\r?\n/);
  const from = Math.max(1, line - 2);
  const width = String(line).length + 2;
  const numbered = lines
    .slice(from - 1, line)
    .map((text, index) => `${String(from + index).padStart(width)} | ${text}`.trimEnd());
  const marker = `${" ".repeat(width)} | ${" ".repeat(column - 1)}${"^".repeat(length)}`;
  return [...numbered, marker].join("\n");
}
