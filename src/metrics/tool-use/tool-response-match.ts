import type { FunctionResponse } from "../../core/content.ts";
import { type Invocation, isRecorded } from "../../core/invocation.ts";
import { pythonEquals } from "../../core/json/python-equality.ts";
import type { TurnScore } from "../../core/metric-outcome.ts";
import { object } from "../../core/schema/object-schema.ts";
import { builtInMetric } from "../built-in-metric.ts";
import type { TurnPair } from "../pair-turns.ts";
import { scoreComparedTurns } from "../score-compared-turns.ts";
import { type AnsweredCall, answeredCalls } from "./answered-calls.ts";

/** Compares what tools answered with the authored `tool_responses`. */
export const toolResponseMatch = builtInMetric({
  name: "tool_response_match",
  description: "The share of the expected tool responses that the tools really gave.",
  version: 2,
  range: { min: 0, max: 1 },
  direction: "higher",
  reads: ["tool results"],
  needs: ["expected-conversation"],
  criterion: object<object>({}, { expected: "a tool_response_match criterion", unknown: "refuse" }),
  create: (_criterion, { name }) => {
    return (input) =>
      scoreComparedTurns(input, { name, field: "tool_responses", compare: matchResponses });
  },
});

function matchResponses({ actual, expected }: TurnPair): TurnScore | undefined {
  if (!saysWhatToolsAnswer(expected)) return undefined;
  const wanted = answeredCalls(expected);
  const given = answeredCalls(actual);
  if (wanted.length === 0) return nothingExpected(given);
  const pairs = pairResponses(wanted, given);
  const wrong = pairs.flatMap((pair) => mistakeOf(pair) ?? []);
  const [first] = wrong;
  return {
    score: (wanted.length - wrong.length) / wanted.length,
    why: wrong.length > 1 ? `${first} ${wrong.length - 1} more differ.` : first,
  };
}

function nothingExpected([first]: readonly AnsweredCall[]): TurnScore {
  if (first === undefined) return { score: 1 };
  return { score: 0, why: `${toolOf(first)} answered where no tool was expected to.` };
}

/** Recorded turns have everything; written ones what stands in them. */
function saysWhatToolsAnswer({ intermediateData: data }: Invocation): boolean {
  return data !== undefined && (isRecorded(data) || data.toolResponses !== undefined);
}

interface ResponsePair {
  readonly wanted: FunctionResponse;
  readonly given: FunctionResponse | undefined;
}

/**
 * Each expected response with the one that the same call brought: a call with the same arguments, else the same id,
 * else the next of that tool. Ids of a live run are rarely those of the file, and parallel calls end in any order.
 */
function pairResponses(
  wanted: readonly AnsweredCall[],
  given: readonly AnsweredCall[],
): readonly ResponsePair[] {
  const left = new Set(given);
  const met = new Map<AnsweredCall, AnsweredCall>();
  // the last is for saying that another tool answered
  for (const isMet of [sameCall, sameToolAndId, sameTool, sameId]) {
    for (const each of wanted) {
      if (met.has(each)) continue;
      const found = [...left].find((other) => isMet(each, other));
      if (found === undefined) continue;
      left.delete(found);
      met.set(each, found);
    }
  }
  return wanted.map((each) => ({ wanted: each.response, given: met.get(each)?.response }));
}

function sameTool({ response: wanted }: AnsweredCall, { response: given }: AnsweredCall): boolean {
  return wanted.name === undefined || wanted.name === given.name;
}

function sameId({ response: wanted }: AnsweredCall, { response: given }: AnsweredCall): boolean {
  return wanted.id !== undefined && wanted.id === given.id;
}

function sameToolAndId(wanted: AnsweredCall, given: AnsweredCall): boolean {
  return sameTool(wanted, given) && sameId(wanted, given);
}

function sameCall(wanted: AnsweredCall, given: AnsweredCall): boolean {
  if (wanted.call === undefined || given.call === undefined) return false;
  return sameTool(wanted, given) && pythonEquals(wanted.call.args ?? {}, given.call.args ?? {});
}

function toolOf({ response }: AnsweredCall): string {
  return response.name ?? "A tool";
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
