import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { personaThing } from "../../src/simulation/user/persona-text.ts";
import { parseTemplate } from "../../src/simulation/user/template.ts";
import { TemplateProblem } from "../../src/simulation/user/template-value.ts";

interface Row {
  readonly template: string;
  readonly variables?: readonly string[];
  readonly text?: string;
  readonly refused?: boolean;
}

/** What jinja2 makes of each template in ADK's sandbox, with the values below. */
const rows = readFileSync(new URL("jinja.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): Row => JSON.parse(line));

const behavior = (name: string, description: string, behaviorInstructions: readonly string[]) => ({
  name,
  description,
  behaviorInstructions,
  violationRubrics: ["v"],
});
const values = {
  stop_signal: "</end>",
  conversation_plan: 'ask FOR 2 rooms\n\n  then <leave> & "pay"',
  conversation_history: "user: hi\nagent: don't stop-me (now)",
  persona: personaThing(
    {
      id: "EXPERT",
      description: "an expert",
      behaviors: [
        behavior("One ", "first", ["be brief", "be kind"]),
        behavior("two", "second <b>", ["go"]),
      ],
    },
    "</end>",
  ),
  empty: "",
  n: "12",
  unicode: "héllo wörld 😀 café",
};

test.each(rows.filter(({ refused }) => refused !== true))(
  "$template is filled in as Jinja does it",
  ({ template, variables, text }) => {
    const parsed = parseTemplate(template);
    expect(parsed.fill(values)).toBe(text);
    expect([...parsed.variables].sort()).toEqual(variables);
  },
);

test.each(rows.filter(({ refused }) => refused === true))(
  "$template is refused, as Jinja does it",
  ({ template }) => {
    expect(() => parseTemplate(template).fill(values)).toThrow(TemplateProblem);
  },
);
