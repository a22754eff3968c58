/** A Markdown table as the formatter has it; bars inside cells are kept from ending them. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => [...(row[column] ?? "")].length)),
  );
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, column) => pad(row[column] ?? "", width)).join(" | ")} |`;
  const [first = [], ...others] = cells;
  const rule = widths.map((width) => "-".repeat(width));
  return [first, rule, ...others].map(line).join("\n");
}

function pad(text: string, width: number): string {
  return text + " ".repeat(width - [...text].length);
}
