import { cleanLine } from "../../reporters/text/clean-text.ts";
import { padEnd, widthOf } from "../../reporters/text/text-width.ts";

/** Columns as wide as their widest cell, below their titles. */
export function plainTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const all = [titles, ...rows.map((row) => row.map(cleanLine))];
  const widths = titles.map((_, at) => Math.max(...all.map((row) => widthOf(row[at] ?? ""))));
  return all.map((row) =>
    `  ${row.map((cell, at) => padEnd(cell, widths[at] ?? 0)).join("  ")}`.trimEnd(),
  );
}
