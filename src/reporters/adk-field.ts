/** `  label:` and its value from column 30, broken as Python's textwrap breaks at 80 characters. */
export function adkField(label: string, lines: readonly string[]): string {
  const head = `  ${label}:`.padEnd(column - 1);
  const values = lines.length === 0 ? ["(none)"] : lines.flatMap(wrapped);
  return values
    .map((value, at) => (at === 0 ? `${head} ${value}` : `${" ".repeat(column)}${value}`))
    .join("\n");
}

const column = 30;
const width = 80;

/** Words part at spaces and after hyphens inside them; space at a break is dropped; longer words are cut. */
function wrapped(line: string): readonly string[] {
  if (line.length <= width) return [line.trimEnd()];
  const lines: string[] = [];
  let current = "";
  const close = () => {
    if (current.trim() !== "" || lines.length === 0) lines.push(current.trimEnd());
    current = "";
  };
  for (const chunk of line.match(chunks) ?? []) {
    if (current === "" && lines.length > 0 && chunk.trim() === "") continue;
    let rest = chunk;
    if (current.length + rest.length > width && rest.length <= width) close();
    if (current === "" && lines.length > 0 && rest.trim() === "") continue;
    while (current.length + rest.length > width) {
      const room = width - current.length;
      current += rest.slice(0, room);
      rest = rest.slice(room);
      close();
    }
    current += rest;
  }
  if (current.trim() !== "") close();
  return lines;
}

const chunks = /\s+|[^\s-]*[^\s\d\W]-+(?=[^\W\d])|[^\s-]+(?=-)|-+|[^\s-]+/g;
