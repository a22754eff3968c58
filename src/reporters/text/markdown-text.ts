/** Everything foreign stands in code, where GitHub follows no link, mention or markup. */
export function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = text.startsWith("`") || text.endsWith("`") || text.trim() === "" ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

/** The same in a table. */
export function cell(text: string): string {
  return code(text).replaceAll("|", "\\|");
}

/** As a code element: inside a summary Markdown is not read, and in code no mention is followed. */
export function html(text: string): string {
  return `<code>${text.replace(/[^\w\s.,:;()≥≤−·%/-]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}

export function fenced(lines: readonly string[]): string {
  const text = lines.join("\n");
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
