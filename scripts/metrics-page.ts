import type { MetricDefinition, MetricNeed, MetricRange } from "../src/core/metric.ts";
import type { JsonSchema } from "../src/core/schema/parse-context.ts";
import { metricDefinitions } from "../src/metrics/index.ts";
import { table } from "./markdown-table.ts";

/** docs/reference/metrics.md, from the table of metrics. */
export function metricsPage(): string {
  return `${[
    "# Metrics",
    "Made by `node scripts/write-reference.ts` from the table of metrics. How to use them: [metrics](../guide/metrics.md).",
    'Under `criteria`, a metric is given as a number, its threshold, or as an object: `"threshold"` and the settings below. The threshold itself is good enough: "at least" where higher is better, "at most" where lower is.',
    "Metrics that need a judge model ask one: [judges](../guide/judges.md). Beside its settings every metric takes `goal`, a sentence that reports show when it fails. With ADK's `include_intermediate_responses_in_final`, what was said on the way is part of the answer that `final_response_match_v2` and `rubric_based_final_response_quality_v1` look at. `assay metrics` lists them on the terminal.",
    ...metricDefinitions.flatMap(section),
  ].join("\n\n")}\n`;
}

function section(definition: MetricDefinition): readonly string[] {
  const { name, description, direction, range, needs, version } = definition;
  const facts = [rangeText(range), `${direction} is better`];
  if (definition.informational === true) facts.push("informs unless given a threshold");
  facts.push(`reads ${(definition.reads ?? []).join(", ")}`);
  if (needs.length > 0) facts.push(`needs ${needs.map((need) => needWords[need]).join(", ")}`);
  facts.push(`version ${version}`);
  const settings = settingRows(definition.criterion.jsonSchema());
  return [
    `## ${name}`,
    description,
    `${facts.join("; ")}.`,
    ...(settings.length === 0 ? [] : [table(["setting", "is", "says"], settings)]),
  ];
}

const needWords: Readonly<Record<MetricNeed, string>> = {
  "expected-conversation": "a written conversation",
  "reference-answer": "a reference answer",
  "final-state": "a final session state",
  rubrics: "rubrics",
  judge: "a judge model",
  scenario: "a scenario",
};

function rangeText({ min, max }: MetricRange): string {
  return max === undefined ? `${min} and up` : `${min} to ${max}`;
}

function settingRows(schema: JsonSchema): readonly (readonly string[])[] {
  const required = (schema.required ?? []) as readonly string[];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return properties.map(([name, each]) => [
    `\`${name}\``,
    `${typeText(each)}${required.includes(name) ? ", required" : ""}`,
    String(each.description ?? ""),
  ]);
}

/** A JSON Schema in a few words. */
function typeText(schema: JsonSchema): string {
  if (schema.title === "ArgMatcher") return "matcher";
  if (Array.isArray(schema.anyOf)) {
    const some = (schema.anyOf as JsonSchema[]).filter((each) => each.type !== "null");
    return some.map(typeText).join(" or ");
  }
  if (Array.isArray(schema.enum)) {
    return schema.enum.map((each) => `\`${JSON.stringify(each)}\``).join(", ");
  }
  switch (schema.type) {
    case "string":
      return "text";
    case "boolean":
      return "true or false";
    case "integer":
      return "whole number";
    case "array":
      return `list of ${typeText((schema.items ?? {}) as JsonSchema)}`;
    case "object":
      return typeof schema.additionalProperties === "object"
        ? `object of ${typeText(schema.additionalProperties as JsonSchema)}`
        : "object";
    default:
      return typeof schema.type === "string" ? schema.type : "any value";
  }
}
