import { type CaseSettings, comparesMeaning } from "../../core/case-settings.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { type AppDetails, type Invocation, toolCallsOf } from "../../core/invocation.ts";
import type { Rubric } from "../../core/rubric.ts";
import { isObject, type JsonPath } from "../../core/schema/parse-context.ts";
import { snakeCase } from "../../core/text/key-case.ts";

/** Where something is mentioned first, and in how many cases. */
export interface Mention {
  readonly path: JsonPath;
  count: number;
}

const comparing = ["matchType", "ignoreArgs", "args", "forbiddenTools", "optionalTools"] as const;

/** What the cases of a set speak of that only means something together with a config or an agent. */
export class CaseMentions {
  /** Metrics that `assay.thresholds` names. */
  readonly thresholds = new Map<string, Mention>();
  /** Metrics that `assay.skip` names. */
  readonly skipped = new Map<string, Mention>();
  /** Metrics that `assay.turns` names. */
  readonly turns = new Map<string, Mention>();
  /** Settings that say how calls are compared. */
  readonly comparing = new Map<string, Mention>();
  /** Tools that are forbidden or optional. */
  readonly toolSettings = new Map<string, Mention>();
  /** Tools that a turn expects, or that the recorded app has. */
  readonly tools = new Set<string>();
  /** Cases that say what they belong to. */
  clusters: Mention | undefined;
  finalState: Mention | undefined;
  /** Places of the cases that compare arguments by meaning. */
  readonly byMeaning: number[] = [];
  rubrics: Mention | undefined;
  /** By the type that says which metric asks them; "" for those without one. Plain texts are asked by all of them. */
  readonly rubricTypes = new Map<string, Mention>();

  add(evalCase: EvalCase, index: number): void {
    const path = ["eval_cases", index];
    if (evalCase.assay !== undefined) this.#addSettings(evalCase.assay, [...path, "assay"]);
    if (comparesMeaning(evalCase.assay?.args)) this.byMeaning.push(index);
    if (evalCase.assay?.cluster !== undefined) {
      this.clusters = counted(this.clusters, [...path, "assay", "cluster"]);
    }
    if (evalCase.finalSessionState !== undefined) {
      this.finalState = counted(this.finalState, [...path, "final_session_state"]);
    }
    const ofTurn = evalCase.conversation?.findIndex((turn) => (turn.rubrics?.length ?? 0) > 0);
    if ((evalCase.rubrics?.length ?? 0) > 0) {
      this.rubrics = counted(this.rubrics, [...path, "rubrics"]);
    } else if (ofTurn !== undefined && ofTurn !== -1) {
      this.rubrics = counted(this.rubrics, [...path, "conversation", ofTurn, "rubrics"]);
    }
    this.#addTypes(evalCase.rubrics, [...path, "rubrics"]);
    for (const [place, turn] of (evalCase.conversation ?? []).entries()) {
      this.#addTools(turn);
      if (turn.rubrics !== undefined) {
        this.#addTypes(turn.rubrics, [...path, "conversation", place, "rubrics"]);
      }
    }
  }

  #addTypes(rubrics: readonly Rubric[] | undefined, path: JsonPath): void {
    for (const [place, { type, rubricId, rubricContent }] of (rubrics ?? []).entries()) {
      if (type !== undefined) count(this.rubricTypes, type, [...path, place, "type"]);
      else if (rubricId !== rubricContent.textProperty) {
        count(this.rubricTypes, "", [...path, place]);
      }
    }
  }

  #addSettings(settings: CaseSettings, path: JsonPath): void {
    for (const name of Object.keys(settings.thresholds ?? {})) {
      count(this.thresholds, name, [...path, "thresholds", name]);
    }
    const { skip } = settings as { readonly skip?: unknown };
    for (const [place, name] of (Array.isArray(skip) ? skip : []).entries()) {
      count(this.skipped, String(name), [...path, "skip", place]);
    }
    const { turns } = settings;
    for (const name of isObject(turns) ? Object.keys(turns) : []) {
      count(this.turns, name, [...path, "turns", name]);
    }
    for (const setting of comparing) {
      if (saysNothing(settings[setting])) continue;
      count(this.comparing, snakeCase(setting), [...path, snakeCase(setting)]);
    }
    for (const setting of ["forbiddenTools", "optionalTools"] as const) {
      for (const [place, tool] of (settings[setting] ?? []).entries()) {
        count(this.toolSettings, tool, [...path, snakeCase(setting), place]);
      }
    }
  }

  #addTools(turn: Invocation): void {
    for (const { name } of toolCallsOf(turn)) if (name !== undefined) this.tools.add(name);
    for (const name of declaredTools(turn.appDetails)) this.tools.add(name);
  }
}

function saysNothing(value: unknown): boolean {
  if (value === undefined || value === false) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function count(mentions: Map<string, Mention>, name: string, path: JsonPath): void {
  mentions.set(name, counted(mentions.get(name), path));
}

function counted(before: Mention | undefined, path: JsonPath): Mention {
  if (before === undefined) return { path, count: 1 };
  before.count += 1;
  return before;
}

/** A declaration stands by itself, or in a list of those of one tool. */
function declaredTools(details: AppDetails | undefined): readonly string[] {
  const declarations = Object.values(details?.agentDetails ?? {}).flatMap(
    (agent) => agent.toolDeclarations ?? [],
  );
  return declarations.filter(isObject).flatMap((each) => {
    const inner = each.function_declarations ?? each.functionDeclarations;
    const all = Array.isArray(inner) ? inner.filter(isObject) : [each];
    return all.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
  });
}
