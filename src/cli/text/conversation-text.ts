import type { Part } from "../../core/content.ts";
import { type Invocation, isRecorded } from "../../core/invocation.ts";
import type { CaseResult, MetricResult } from "../../core/run.ts";
import { reasonWords } from "../../core/text/reason-words.ts";
import type { Status } from "../../core/verdict.ts";
import { failureLines, outputLines } from "../../reporters/failures/failure-text.ts";
import { secondsText } from "../../reporters/text/amount-text.ts";
import { attachment, contentText } from "../../reporters/text/content-text.ts";
import { scoreText } from "../../reporters/text/metric-words.ts";
import { truncate, wrap } from "../../reporters/text/text-width.ts";
import { callText, type DrawOptions } from "../../reporters/text/trajectory-text.ts";

type Options = DrawOptions & { readonly trials: number };

/** One conversation whole: what the user said, what was called and came back, what was answered, how it was scored. */
export function conversationLines(result: CaseResult, options: Options): readonly string[] {
  const { say, paint } = options;
  const trial = options.trials > 1 ? [`trial ${result.trial + 1} of ${options.trials}`] : [];
  const whole = { ...options, wholeOutput: true };
  const facts = [say.line(result.evalSetId), ...trial, result.status.replace("-", " ")];
  const head = `  ${glyph(result.status, options)} ${paint.strong(say.line(result.evalId))}`;
  return [
    `${head} · ${facts.join(" · ")} · ${secondsText(result.duration)}`,
    ...result.invocations.flatMap((invocation, turn) => turnLines(invocation, turn, options)),
    ...(result.partial === undefined
      ? []
      : turnLines(result.partial, result.invocations.length, options)),
    "",
    ...result.metrics.flatMap((metric) => metricLines(metric, options)),
    ...(result.status === "passed"
      ? outputLines(result, whole)
      : ["", ...failureLines(result, whole)]),
  ];
}

function turnLines(invocation: Invocation, turn: number, options: Options): readonly string[] {
  const answer = contentText(invocation.finalResponse);
  return [
    "",
    options.paint.quiet(`  turn ${turn + 1}`),
    ...labelled("user", contentText(invocation.userContent) ?? "", options),
    ...stepLines(invocation, options),
    ...labelled("answer", answer === undefined || answer === "" ? "(no answer)" : answer, options),
  ];
}

function stepLines({ intermediateData }: Invocation, options: Options): readonly string[] {
  if (intermediateData === undefined) return [];
  if (isRecorded(intermediateData)) {
    return intermediateData.invocationEvents.flatMap((event) =>
      (event.content?.parts ?? []).flatMap((part) => partLines(part, options)),
    );
  }
  const { toolUses, toolResponses = [] } = intermediateData;
  return [
    ...toolUses.flatMap((functionCall) => partLines({ functionCall }, options)),
    ...toolResponses.flatMap((functionResponse) => partLines({ functionResponse }, options)),
  ];
}

function partLines(part: Part, options: Options): readonly string[] {
  const { say, columns } = options;
  if (part.functionCall !== undefined) {
    return labelled("call", callText(part.functionCall, say), options);
  }
  if (part.functionResponse !== undefined) {
    // a tool may return a megabyte; its beginning says what it is
    const value = say.value(part.functionResponse.response);
    return labelled("result", truncate(value, (columns - leftColumn) * 4), options);
  }
  const [attached] = attachment(part);
  if (attached !== undefined) return labelled("gives", attached, options);
  if (part.text === undefined || part.text === "") return [];
  return labelled(part.thought === true ? "thought" : "says", part.text, options);
}

const leftColumn = 12;

function labelled(label: string, text: string, { say, paint, columns }: Options): string[] {
  const lines = say.lines(text).flatMap((line) => wrap(line, columns - leftColumn));
  return lines.map((line, at) => {
    const left =
      at === 0 ? paint.quiet(label) + " ".repeat(leftColumn - 4 - label.length) : "        ";
    return `    ${left}${line}`.trimEnd();
  });
}

function metricLines(metric: MetricResult, options: Options): readonly string[] {
  const { score, threshold, direction, reason, detail, coverage } = metric;
  const bound = direction === "lower" ? "at most" : "needs";
  const facts = [
    ...(score === undefined ? [] : [scoreText(score)]),
    ...(threshold === undefined ? [] : [`${bound} ${scoreText(threshold)}`]),
    ...(coverage === undefined ? [] : [`${coverage.scored} of ${coverage.of} turns`]),
  ].filter((fact) => fact !== "");
  const noScore = reason === undefined ? "no score" : reasonWords(reason);
  const missing = score === undefined ? noScore : "";
  const line = options.say.line(
    `${metric.name}  ${[...facts, missing].filter((fact) => fact !== "").join(", ")}`,
  );
  // why there is no score is printed whole: it is all there is to know
  const why = score === undefined && detail !== undefined ? detail : "";
  return [
    `    ${glyph(metric.status, options)} ${truncate(line, options.columns - 8)}`,
    ...options.say
      .lines(why)
      .filter((each) => each !== "")
      .flatMap((each) => wrap(each, options.columns - 10))
      .map((each) => `        ${each}`),
  ];
}

function glyph(status: Status, { paint }: Options): string {
  switch (status) {
    case "passed":
      return paint.good("✓");
    case "failed":
      return paint.bad("✗");
    case "not-evaluated":
      return paint.doubt("–");
    case "informational":
      return paint.quiet("·");
  }
}
