import type { Problem } from "../../core/errors.ts";
import { cleanLine, cleanLines } from "../../reporters/text/clean-text.ts";
import type { Paint } from "../../reporters/text/paint.ts";
import { truncate, wrap } from "../../reporters/text/text-width.ts";

const margin = " ".repeat(11);

/** A mistake or a remark below the name of its file: where, what, what now, and the lines it is about. */
export function problemLines(
  label: "error" | "note",
  { message, place, hint }: Problem,
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): readonly string[] {
  const where = place?.line === undefined ? [] : [`line ${place.line}, column ${place.column}`];
  const said = [...where, message, ...(hint === undefined ? [] : [hint])]
    .flatMap(cleanLines)
    .flatMap((line) => wrap(line, columns - margin.length));
  const shown = label === "error" ? paint.bad("error") : paint.doubt("note ");
  const excerpt = label === "error" ? (place?.excerpt ?? "") : "";
  const source = excerpt.replace(/\n+$/, "").split("\n");
  return [
    `    ${shown}  ${said[0] ?? ""}`,
    ...said.slice(1).map((line) => (margin + line).trimEnd()),
    ...(excerpt === "" ? [] : source.map((line) => truncate(`    ${cleanLine(line)}`, columns))),
  ];
}
