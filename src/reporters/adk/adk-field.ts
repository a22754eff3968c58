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
  for (const chunk of chunksOf(line)) {
    if (current.length + chunk.length > width && chunk.length <= width) close();
    if (current === "" && lines.length > 0 && chunk.trim() === "") continue;
    let rest = chunk;
    while (current.length + rest.length > width) {
      const cut = cutOf(rest, width - current.length);
      current += rest.slice(0, cut);
      rest = rest.slice(cut);
      close();
    }
    current += rest;
  }
  if (current.trim() !== "") close();
  return lines;
}

function chunksOf(line: string): readonly string[] {
  return (line.match(/\s+|\S+/g) ?? []).flatMap((word) => word.split(hyphens));
}

/** After a hyphen between two parts of a word, and on both sides of a dash made of hyphens. */
const hyphens =
  /(?<=[\p{L}\p{N}_][\p{L}_]-)(?=[\p{L}\p{N}_]+[\p{L}_])|(?<=[\p{L}\p{N}_!"'&.,?])(?=-{2,}[\p{L}\p{N}_])|(?<=[\p{L}\p{N}_!"'&.,?]-{2,})(?=[\p{L}\p{N}_])/u;

/** A word too long for a line is cut after its last hyphen that fits, else where the line ends. */
function cutOf(word: string, room: number): number {
  const hyphen = word.lastIndexOf("-", room - 1);
  return hyphen > 0 && /[^-]/.test(word.slice(0, hyphen)) ? hyphen + 1 : room;
}
