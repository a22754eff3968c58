import { plural } from "../../core/text/plural.ts";
import { truncate } from "../text/text-width.ts";
import type { FailureGroup, FailureList } from "./failure-list.ts";
import { type FailureOptions, failureLines } from "./failure-text.ts";

/** The first five of each verdict in full, then the others by cause. An empty line after each. */
export function failureListLines(list: FailureList, options: FailureOptions): readonly string[] {
  return [
    ...groupLines(list.failed, "failed", options),
    ...groupLines(list.notEvaluated, "not evaluated", options),
  ];
}

const mostCauses = 10;
const mostIds = 10;

function groupLines(
  group: FailureGroup,
  verdict: string,
  options: FailureOptions,
): readonly string[] {
  const lines = group.shown.flatMap((result) => [...failureLines(result, options), ""]);
  if (group.rest.length === 0) return lines;
  const left = group.count - group.shown.length;
  const glyph = verdict === "failed" ? options.paint.bad("✗") : options.paint.doubt("–");
  const causes = group.rest.slice(0, mostCauses).flatMap(({ cause, ids }) => [
    truncate(`    ${ids.length} of ${left}: ${options.say.line(cause)}`, options.columns),
    ...ids.slice(0, mostIds).map((id) => {
      return `      ${glyph} ${truncate(options.say.line(id), options.columns - 8)}`;
    }),
    ...(ids.length > mostIds ? [`      and ${ids.length - mostIds} more`] : []),
  ]);
  const unnamed = group.rest.length - mostCauses;
  const tail = unnamed > 0 ? [`    and ${plural(unnamed, "other cause")}`] : [];
  return [...lines, `  ${left} more ${verdict}`, ...causes, ...tail, ""];
}
