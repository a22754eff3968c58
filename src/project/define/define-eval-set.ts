import type { CaseSettings } from "../../core/case-settings.ts";
import type { Content, FunctionResponse, Part } from "../../core/content.ts";
import type { ConversationScenario, EvalSet } from "../../core/eval-set.ts";
import type { InvocationEvents } from "../../core/invocation.ts";
import type { Rubric } from "../../core/rubric.ts";
import { checkPlain } from "../../core/schema/check-plain.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import { readEvalSet } from "../../eval-sets/reading/read-eval-set.ts";
import type { MetricName } from "../../metrics/metric-settings.ts";

/** An eval set as a program writes it: what stands in a file, in camelCase, with every name checked by the compiler. */
export interface EvalSetDefinition {
  /** Made of the name unless given. */
  readonly evalSetId?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly evalCases: readonly EvalCaseDefinition[];
}

/** One case: a written conversation, or a scenario for a simulated user. */
export type EvalCaseDefinition = CaseParts &
  (
    | {
        readonly conversation: readonly TurnDefinition[];
        readonly conversationScenario?: undefined;
      }
    | {
        readonly conversation?: undefined;
        readonly conversationScenario: ConversationScenario;
      }
  );

interface CaseParts {
  /** Made of the first message unless given. */
  readonly evalId?: string | undefined;
  readonly sessionInput?:
    | {
        readonly appName: string;
        readonly userId: string;
        readonly sessionId?: string | undefined;
        readonly state?: Readonly<Record<string, unknown>> | undefined;
      }
    | undefined;
  /** Properties for a judge; a text is a rubric of its own. */
  readonly rubrics?: readonly (string | Rubric)[] | undefined;
  readonly finalSessionState?: Readonly<Record<string, unknown>> | undefined;
  readonly assay?: CaseSettingsDefinition | undefined;
}

/** Settings of a case; thresholds are completed by the names of metrics, and your own are welcome. */
export type CaseSettingsDefinition = Omit<CaseSettings, "thresholds"> & {
  readonly thresholds?:
    | Readonly<Partial<Record<MetricName | (string & Record<never, never>), number>>>
    | undefined;
};

/** What the user says, alone or with what is expected of the agent. */
export type TurnDefinition =
  | string
  | {
      readonly userContent: string | Content;
      readonly finalResponse?: string | Content | undefined;
      readonly intermediateData?: IntermediateDataDefinition | InvocationEvents | undefined;
      readonly rubrics?: readonly (string | Rubric)[] | undefined;
    };

export interface IntermediateDataDefinition {
  /** The calls expected, in order; a bare name matches with any arguments. */
  readonly toolUses?: readonly (string | ToolUseDefinition)[] | undefined;
  readonly toolResponses?: readonly FunctionResponse[] | undefined;
  readonly intermediateResponses?: readonly (readonly [string, readonly Part[]])[] | undefined;
}

export interface ToolUseDefinition {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
  readonly id?: string | undefined;
}

/**
 * An eval set in code: checked like a file, with ids, shorthand and defaults written out. Give it to `evaluate`,
 * `describeEvals` or a runner, or write it with `writeEvalSet`.
 *
 * @example
 * export const smoke = defineEvalSet({
 *   name: "Smoke",
 *   evalCases: [{ conversation: [{ userContent: "Lights off", intermediateData: { toolUses: ["set_light"] } }] }],
 * });
 */
export function defineEvalSet(definition: EvalSetDefinition): EvalSet {
  checkPlain(definition, { code: "eval-set/invalid", noun: "eval set" });
  const text = JSON.stringify(completed(definition), null, 2);
  return readEvalSet(text, { file: "the eval set" }).evalSet;
}

function completed(definition: EvalSetDefinition): unknown {
  // what is no set or case is reported by the reader, like a file
  if (!isObject(definition)) return definition;
  const { evalCases, evalSetId, name, ...others } = definition as Record<string, unknown>;
  const id = evalSetId ?? (typeof name === "string" ? slug(name) : "eval_set");
  const taken = new Set(Array.isArray(evalCases) ? evalCases.flatMap(givenId) : []);
  const rest = Object.fromEntries(
    Object.entries(others).map(([key, each]) => [snakeCase(key), each]),
  );
  return {
    eval_set_id: id === "" ? "eval_set" : id,
    name,
    eval_cases: Array.isArray(evalCases) ? evalCases.map((each) => withId(each, taken)) : evalCases,
    ...rest,
  };
}

function withId(evalCase: unknown, taken: Set<string>): unknown {
  if (!isObject(evalCase)) return evalCase;
  const { evalId, conversation, ...rest } = evalCase;
  const turns = Array.isArray(conversation)
    ? conversation.map((turn) => (typeof turn === "string" ? { userContent: turn } : turn))
    : conversation;
  const id =
    evalId ?? freeId(slug(firstMessage(turns, rest.conversationScenario)) || "case", taken);
  if (evalId === undefined) taken.add(String(id));
  return { evalId: id, conversation: turns, ...rest };
}

function givenId(evalCase: unknown): readonly string[] {
  return isObject(evalCase) && typeof evalCase.evalId === "string" ? [evalCase.evalId] : [];
}

function firstMessage(turns: unknown, scenario: unknown): string {
  if (isObject(scenario)) return String(scenario.startingPrompt ?? "");
  const [first] = Array.isArray(turns) ? turns : [];
  const said = isObject(first) ? first.userContent : "";
  if (typeof said === "string") return said;
  const parts = isObject(said) && Array.isArray(said.parts) ? said.parts : [];
  return parts.map((part) => (isObject(part) ? String(part.text ?? "") : "")).join(" ");
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count += 1) id = `${wanted}_${count}`;
  return id;
}

const LONGEST_ID = 40;

/** Words a report can show and a shell needs no quotes for. */
function slug(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  let id = "";
  for (const word of words) {
    const longer = id === "" ? word.slice(0, LONGEST_ID) : `${id}_${word}`;
    if (longer.length > LONGEST_ID) break;
    id = longer;
  }
  return id;
}
