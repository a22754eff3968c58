import { plural } from "../../../core/text/plural.ts";
import { secondsText } from "../../lib/words.ts";
import type { SpanRow, TraceView, TurnView } from "./trace-types.ts";

/** Where the time went, and what went wrong, in words. */
export interface TraceSentence {
  readonly head: string;
  readonly rest: string;
}

export function traceSentence({ turns, around, spanCount, warnings }: TraceView): TraceSentence {
  const slow = turns.toSorted((a, b) => (tookOf(b) ?? -1) - (tookOf(a) ?? -1))[0];
  const flawed = [...turns.flatMap(({ spans }) => spans), ...around].filter(
    ({ flaw }) => flaw !== undefined,
  );
  const flaws = flawText(flawed, spanCount);
  if (slow === undefined) {
    return {
      head: "No span tells what an agent said or did, or of a call to a model.",
      rest: flaws,
    };
  }
  const took = tookOf(slow);
  const head =
    took === undefined
      ? `${plural(turns.length, "turn")}, and no span says how long one took.`
      : `${turns.length === 1 ? "The turn" : `Turn ${turns.indexOf(slow) + 1}`} took ${secondsText(took / 1000)}:`;
  const parts = took === undefined ? "" : `${whereText(slow)}.`;
  const doubted = warnings.length === 0 ? "" : `${plural(warnings.length, "warning")} below.`;
  return { head, rest: [parts, lossText(slow), flaws, doubted].filter(Boolean).join(" ") };
}

function tookOf({ start, end }: { start?: number | undefined; end?: number | undefined }) {
  return start === undefined || end === undefined ? undefined : end - start;
}

function whereText({ spans }: TurnView): string {
  const models = spans.filter(({ kind }) => kind === "model");
  const tools = spans.filter(({ kind }) => kind === "tool");
  const parts = [
    ...(models.length === 0 ? [] : [`${timeOf(models)} in ${plural(models.length, "model call")}`]),
    ...(tools.length === 0 ? [] : [`${timeOf(tools)} in ${plural(tools.length, "tool call")}`]),
  ];
  return parts.length === 0 ? "nothing in it was recorded" : parts.join(", ");
}

/** What ran side by side counts once. */
function timeOf(rows: readonly SpanRow[]): string {
  const known = rows.flatMap(({ start, end }) =>
    start === undefined || end === undefined || end < start ? [] : [{ start, end }],
  );
  if (known.length === 0) return "an unknown time";
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { start, end } of known.toSorted((a, b) => a.start - b.start)) {
    if (end <= until) continue;
    sum += end - Math.max(start, until);
    until = end;
  }
  return secondsText(sum / 1000);
}

function lossText({ spans }: TurnView): string {
  const failed = spans.filter(({ kind, error }) => kind === "tool" && error !== undefined);
  const [first] = failed;
  if (first === undefined) return "";
  const lost =
    failed.length > 1 ? `${plural(failed.length, "tool call")} failed` : `${first.name} failed`;
  const took = tookOf(first);
  const isAgain =
    spans.filter(({ name, kind }) => kind === "tool" && name === first.name).length > 1;
  const cost =
    failed.length === 1 && took !== undefined ? ` after ${secondsText(took / 1000)}` : "";
  return `${lost}${cost}${failed.length === 1 && isAgain ? " and was called again" : ""}.`;
}

function flawText(flawed: readonly SpanRow[], count: number): string {
  const [first] = flawed;
  if (first === undefined) return "";
  return flawed.length === 1
    ? `1 of ${plural(count, "span")} is malformed: ${first.flaw}.`
    : `${flawed.length} of ${plural(count, "span")} are malformed.`;
}
