import { UserFacingError } from "../../core/errors.ts";
import type { MetricDefinition, MetricNeed } from "../../core/metric.ts";
import { rangeText } from "../../core/metrics/threshold-reach.ts";
import { nearest } from "../../core/text/nearest.ts";
import { ExitCode } from "../../core/verdict.ts";
import { metricDefinitions } from "../../metrics/index.ts";
import type { CommandInput } from "../command.ts";

/** `assay metrics`: what can be measured. */
export async function metricsCommand(input: CommandInput): Promise<number> {
  const found = select(input.arguments);
  const text = input.options.json === true ? asJson(found) : asText(found, input.terminal.columns);
  input.terminal.write(text);
  return ExitCode.passed;
}

function select(names: readonly string[]): readonly MetricDefinition[] {
  if (names.length === 0) return metricDefinitions;
  const found = metricDefinitions.filter((each) => names.some((name) => each.name.includes(name)));
  if (found.length > 0) return found;
  const name = names[0] ?? "";
  const all = metricDefinitions.map((each) => each.name);
  // a part of a name stands for all that have it, so a part may be misspelt as well
  const near = nearest(name, all) ?? nearest(name, new Set(all.flatMap((each) => each.split("_"))));
  throw new UserFacingError("metric/unknown", `There is no metric "${name}".`, {
    hint: near === undefined ? "List them all with:  assay metrics" : `Did you mean "${near}"?`,
  });
}

function asJson(definitions: readonly MetricDefinition[]): string {
  const entries = definitions.map((each) => ({
    name: each.name,
    description: each.description,
    version: each.version,
    range: { min: each.range.min, max: each.range.max ?? null },
    direction: each.direction,
    needs: each.needs,
    reads: each.reads ?? [],
    informational: each.informational === true,
    available: each.create !== undefined,
    settings: settingsOf(each),
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function settingsOf(definition: MetricDefinition): readonly string[] {
  return Object.keys(definition.criterion.jsonSchema().properties ?? {});
}

const WIDEST = 80;

function asText(definitions: readonly MetricDefinition[], columns: number): string {
  const width = Math.min(columns > 0 ? columns : WIDEST, WIDEST);
  const parts = definitions.map((each) => entryText(each, width));
  return `${parts.join("\n\n")}\n`;
}

function entryText(definition: MetricDefinition, width: number): string {
  const { name, description, reads = [], needs, range, direction } = definition;
  const facts = [rangeText(range), `${direction} is better`];
  if (definition.informational === true) facts.push("informs unless given a threshold");
  const lines = [
    description,
    `${facts.join("; ")}.`,
    `reads ${reads.join(", ")}; needs ${needsText(needs)}.`,
  ].flatMap((line) => wrap(line, width, "  "));
  return [name, ...lines].join("\n");
}

/** What a case or a config must bring; without anything, any conversation will do. */
function needsText(needs: readonly MetricNeed[]): string {
  return needs.length === 0 ? "nothing else" : needs.map((need) => needWords[need]).join(", ");
}

const needWords: Readonly<Record<MetricNeed, string>> = {
  "expected-conversation": "a written conversation",
  "reference-answer": "a reference answer",
  "final-state": "a final session state",
  rubrics: "rubrics",
  judge: "a judge model",
  scenario: "a scenario",
};

function wrap(text: string, width: number, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(" ")) {
    const longer = line === indent ? `${indent}${word}` : `${line} ${word}`;
    if (longer.length > width && line !== indent) {
      lines.push(line);
      line = `${indent}${word}`;
    } else {
      line = longer;
    }
  }
  lines.push(line);
  return lines;
}
