import type { ArgMatcher } from "../case-settings.ts";
import { textOf } from "../content.ts";
import { type Invocation, toolCallsOf, toolResponsesOf } from "../invocation.ts";
import { inferMatcher } from "./infer-matcher.ts";
import { textWithoutSecrets, withoutLikelySecrets } from "./likely-secret.ts";

/** A conversation on its way to become a case: what of it is kept, and how it is compared. */
export interface DraftTurn {
  readonly user: string;
  readonly answer: string | undefined;
  readonly steps: readonly DraftStep[];
}

export interface DraftStep {
  readonly tool: string;
  readonly args: readonly DraftArg[];
  /** False for a call that failed and was made again. */
  readonly isKept: boolean;
  /** Why it is left out. */
  readonly why?: string | undefined;
}

export interface DraftArg {
  readonly name: string;
  readonly value: unknown;
  /** Undefined: it is compared as it is. */
  readonly matcher?: ArgMatcher | undefined;
  readonly why: string;
}

/** What was said and done, with a proposal for every argument, and without what looks like a secret. */
export function draftTurns(turns: readonly Invocation[]): readonly DraftTurn[] {
  let said = "";
  let answered = "";
  return turns.map((turn) => {
    const user = textWithoutSecrets(textOf(turn.userContent) ?? "");
    said = `${said} ${user}`;
    const calls = toolCallsOf(turn);
    const failed = failuresOf(turn, calls);
    const steps = calls.map((call, at): DraftStep => {
      const heard = { said, answered };
      const args = Object.entries(call.args ?? {}).map(([name, raw]): DraftArg => {
        const value = withoutLikelySecrets(raw);
        return { name, value, ...inferMatcher(value, heard) };
      });
      const isAgain = calls.slice(at + 1).some(({ name }) => name === call.name);
      const error = failed[at];
      const isKept = error === undefined || !isAgain;
      return {
        tool: call.name ?? "",
        args,
        isKept,
        ...(!isKept && { why: `it failed (${error}) and was made again` }),
      };
    });
    answered = `${answered} ${JSON.stringify(toolResponsesOf(turn).map(({ response }) => response))}`;
    const answer = textOf(turn.finalResponse);
    return { user, answer: answer && textWithoutSecrets(answer), steps };
  });
}

/** What each call failed with, by its place. Responses belong to calls by their ids, and where there are none by their order. */
function failuresOf(
  turn: Invocation,
  calls: ReturnType<typeof toolCallsOf>,
): readonly (string | undefined)[] {
  const open = [...toolResponsesOf(turn)];
  return calls.map(({ id, name }) => {
    const at = open.findIndex((each) => (id ? each.id === id : each.name === name));
    const [found] = at < 0 ? [] : open.splice(at, 1);
    const error = found?.response?.error;
    return typeof error === "string" && error !== "" ? error : undefined;
  });
}

export interface CaseOptions {
  readonly evalId: string;
  readonly tags: readonly string[];
  readonly state: Readonly<Record<string, unknown>>;
  readonly matchType: "EXACT" | "IN_ORDER" | "ANY_ORDER" | undefined;
}

/** The case in the form of a file. Turns and steps that are not kept are none of it. */
export function caseOfDraft(
  turns: readonly DraftTurn[],
  { evalId, tags, state, matchType }: CaseOptions,
): Record<string, unknown> {
  const args = matchersOf(turns);
  const assay = {
    ...(tags.length > 0 && { tags }),
    ...(matchType !== undefined && { match_type: matchType }),
    ...(Object.keys(args).length > 0 && { args }),
  };
  return {
    eval_id: evalId,
    conversation: turns.map(({ user, answer, steps }) => ({
      user_content: { role: "user", parts: [{ text: user }] },
      ...(answer !== undefined && { final_response: { role: "model", parts: [{ text: answer }] } }),
      intermediate_data: {
        tool_uses: steps
          .filter(({ isKept }) => isKept)
          .map((step) => ({
            name: step.tool,
            args: Object.fromEntries(step.args.map(({ name, value }) => [name, value])),
          })),
      },
    })),
    ...(Object.keys(state).length > 0 && {
      session_input: { state: withoutLikelySecrets(state) },
    }),
    ...(Object.keys(assay).length > 0 && { assay }),
  };
}

/**
 * Matchers are by tool and argument, for all calls of a case. Where calls disagree the argument is not compared where one of
 * them must not be, by meaning where one of them is free text, and else as it is.
 */
export function matchersOf(
  turns: readonly DraftTurn[],
): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const found = new Map<string, Map<string, (ArgMatcher | undefined)[]>>();
  for (const { tool, args, isKept } of turns.flatMap(({ steps }) => steps)) {
    if (!isKept) continue;
    const ofTool = found.get(tool) ?? new Map();
    found.set(tool, ofTool);
    for (const { name, matcher } of args) ofTool.set(name, [...(ofTool.get(name) ?? []), matcher]);
  }
  const tools = [...found].map(([tool, ofTool]) => {
    const matchers = [...ofTool].flatMap(([name, all]) => {
      const one = together(all);
      return one === undefined ? [] : [[name, writtenMatcher(one)] as const];
    });
    return [tool, Object.fromEntries(matchers)] as const;
  });
  return Object.fromEntries(tools.filter(([, matchers]) => Object.keys(matchers).length > 0));
}

function together(all: readonly (ArgMatcher | undefined)[]): ArgMatcher | undefined {
  const [first] = all;
  const text = JSON.stringify(first);
  if (all.every((each) => JSON.stringify(each) === text)) return first;
  const has = (key: "ignore" | "semantic") => all.some((each) => each !== undefined && key in each);
  if (has("ignore")) return { ignore: true };
  return has("semantic") ? { semantic: true } : undefined;
}

function writtenMatcher(matcher: ArgMatcher): Readonly<Record<string, unknown>> {
  return "oneOf" in matcher ? { one_of: matcher.oneOf } : matcher;
}
