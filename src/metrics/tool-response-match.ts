import type { FunctionResponse } from "../core/content.ts";
import { toolResponsesOf } from "../core/invocation.ts";
import { defineMetric, type TurnScore } from "../core/metric.ts";
import { object } from "../core/shape.ts";
import type { TurnPair } from "./pair-turns.ts";
import { pythonEquals } from "./python-equality.ts";
import { scoreComparedTurns } from "./score-compared-turns.ts";

/** Compares what tools answered with the authored `tool_responses`. */
export const toolResponseMatch = defineMetric({
  name: "tool_response_match",
  description: "The share of the expected tool responses that the tools really gave.",
  version: 1,
  range: { min: 0, max: 1 },
  direction: "higher",
  needs: ["expected-conversation"],
  criterion: object<object>({}, { called: "a tool_response_match criterion", unknown: "refuse" }),
  create: (_criterion, { name }) => {
    return (input) =>
      scoreComparedTurns(input, { name, field: "tool_responses", compare: matchResponses });
  },
});

function matchResponses({ actual, expected }: TurnPair): TurnScore | undefined {
  const wanted = toolResponsesOf(expected);
  if (wanted.length === 0) return undefined;
  const pairs = pairResponses(wanted, toolResponsesOf(actual));
  const wrong = pairs.flatMap((pair) => mistakeOf(pair) ?? []);
  const [first] = wrong;
  return {
    score: (wanted.length - wrong.length) / wanted.length,
    why: wrong.length > 1 ? `${first} ${wrong.length - 1} more differ.` : first,
  };
}

interface ResponsePair {
  readonly wanted: FunctionResponse;
  readonly given: FunctionResponse | undefined;
}

/** By id first. Ids of a live run are rarely those of the file, so what is left goes by order within each tool. */
function pairResponses(
  wanted: readonly FunctionResponse[],
  given: readonly FunctionResponse[],
): readonly ResponsePair[] {
  const left = [...given];
  const take = (fits: (response: FunctionResponse) => boolean) => {
    const place = left.findIndex(fits);
    return place < 0 ? undefined : left.splice(place, 1)[0];
  };
  const byId = wanted.map(({ id }) =>
    id === undefined ? undefined : take((each) => each.id === id),
  );
  return wanted.map((response, place) => ({
    wanted: response,
    given: byId[place] ?? take(({ name }) => response.name === undefined || name === response.name),
  }));
}

function mistakeOf({ wanted, given }: ResponsePair): string | undefined {
  const tool = wanted.name ?? "A tool";
  if (given === undefined) return `${tool} never answered.`;
  if (wanted.name !== undefined && given.name !== wanted.name) {
    return `${given.name ?? "A tool"} answered where ${tool} was expected.`;
  }
  if (pythonEquals(given.response, wanted.response)) return undefined;
  return `${tool} answered ${brief(given.response)} where ${brief(wanted.response)} was expected.`;
}

const LONGEST_SHOWN = 80;

function brief(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text;
}
