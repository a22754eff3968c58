import { z } from "zod";
import { textOf } from "../../../core/content.ts";
import type { Problem } from "../../../core/errors.ts";
import type { EvalCase } from "../../../core/eval-set.ts";
import { toolCallsOf } from "../../../core/invocation.ts";
import type { WrittenCase } from "../../../eval-sets/editing/edit-case-list.ts";
import type { SetHistory } from "./case-history.ts";

const status = z.enum(["passed", "failed", "not-evaluated"]);

/** One case as a list shows it. */
export const caseRow = z.object({
  evalId: z.string(),
  index: z.number(),
  kind: z.enum(["scripted", "scenario", "unreadable"]),
  /** What the user says first, cut short. */
  first: z.string(),
  turns: z.number(),
  /** Names of the calls that are expected, in their order, the first few of `toolCount`. */
  tools: z.array(z.string()).readonly(),
  toolCount: z.number(),
  /** Names of tools that are only among the others; undefined where there are none. */
  otherTools: z.array(z.string()).readonly().optional(),
  tags: z.array(z.string()).readonly(),
  /** Why it is left out of runs; undefined where it is not. */
  quarantine: z.string().optional(),
  problems: z.number(),
  /** The last runs of the set, the oldest first. */
  runs: z
    .array(
      z.object({
        runId: z.string(),
        status,
        reason: z.string().optional(),
        trials: z.array(status).readonly(),
      }),
    )
    .readonly(),
  seconds: z.number().optional(),
  cost: z.number().optional(),
});

const LONGEST = 140;
const MOST_TOOLS = 6;

/** The cases of a set, each with what is wrong with it and how it went. */
export function caseRows(
  cases: readonly WrittenCase[],
  problems: readonly Problem[],
  history: SetHistory,
): readonly z.output<typeof caseRow>[] {
  const wrong = Map.groupBy(problems, caseOf);
  return cases.map(({ evalId = "", evalCase }, index) => {
    const { runs = [], seconds, cost } = history.cases.get(evalId) ?? {};
    const calls = evalCase?.conversation?.flatMap(toolCallsOf) ?? [];
    return {
      evalId,
      index,
      kind: kindOf(evalCase),
      first: clipped(firstLine(evalCase)),
      turns: evalCase?.conversation?.length ?? 0,
      tools: calls.slice(0, MOST_TOOLS).map(({ name }) => name ?? ""),
      toolCount: calls.length,
      ...othersOf(calls.map(({ name }) => name ?? "")),
      tags: evalCase?.assay?.tags ?? [],
      ...(evalCase?.assay?.quarantine === undefined
        ? {}
        : { quarantine: evalCase.assay.quarantine }),
      problems: wrong.get(index)?.length ?? 0,
      runs,
      ...(seconds === undefined ? {} : { seconds }),
      ...(cost === undefined ? {} : { cost }),
    };
  });
}

/** What a list does not show, and a filter must find. */
function othersOf(names: readonly string[]): { readonly otherTools?: readonly string[] } {
  const first = names.slice(0, MOST_TOOLS);
  const others = [...new Set(names.slice(MOST_TOOLS))].filter((name) => !first.includes(name));
  return others.length === 0 ? {} : { otherTools: others };
}

/** The place among the cases that a problem's path names. */
export function caseOf({ place }: Problem): number | undefined {
  const found = /^(?:eval_cases|evalCases)\[(\d+)\]/.exec(place?.path ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}

function kindOf(evalCase: EvalCase | undefined): "scripted" | "scenario" | "unreadable" {
  if (evalCase === undefined) return "unreadable";
  return evalCase.conversationScenario === undefined ? "scripted" : "scenario";
}

function firstLine(evalCase: EvalCase | undefined): string {
  const said =
    evalCase?.conversationScenario?.startingPrompt ??
    textOf(evalCase?.conversation?.[0]?.userContent);
  return (said ?? "").split("\n", 1)[0] ?? "";
}

function clipped(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
