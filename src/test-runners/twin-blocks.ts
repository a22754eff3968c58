import { UserFacingError } from "../core/errors.ts";
import type { RunInfo } from "../core/run-info.ts";
import type { SuitePlan } from "./eval-suite-plan.ts";

/** How many blocks that nothing but a name tells apart wait for their tests. */
const waiting = new Map<string, number>();
/** Of which there have been several at once: those of one file. */
const twins = new Set<string>();

/** What else decides a verdict: blocks that differ in one of these have runs that differ. */
const decisive = [
  "agentName",
  "agentModel",
  "baseUrl",
  "config",
  "criteria",
  "initialSession",
  "judgeModel",
  "metrics",
  "require",
  "trials",
] as const satisfies readonly (keyof SuitePlan["options"])[];

/** To be told of every block before the first of them runs. Returns how to say that it is over. */
export function countBlock(plan: SuitePlan): () => void {
  const texts = [textOf(plan), textOf(plan, plan.name)].filter((text) => text !== undefined);
  const count = (text: string, more: number) => (waiting.get(text) ?? 0) + more;
  for (const text of new Set(texts)) {
    waiting.set(text, count(text, 1));
    if (count(text, 0) > 1) twins.add(text);
  }
  return () => {
    for (const text of new Set(texts)) waiting.set(text, count(text, -1));
  };
}

/**
 * Functions that a loop makes have one text, whatever they close over. A block that went on with the run of another would
 * take the other's answers for its own.
 */
export function checkNoTwin(plan: SuitePlan, stopped: RunInfo): void {
  // a name that was given since does not say whose run it was
  const text = textOf(plan, stopped.block === undefined ? undefined : plan.name);
  if (text === undefined || !twins.has(text)) return;
  throw new UserFacingError(
    "run/changed",
    "A run was stopped that more than one block may have begun: they have the same sets and settings, and agents of the same code.",
    {
      hint: "Begin new runs: leave out resume, or ASSAY_RESUME, this once. Give each block a name of its own, and the next can go on.",
    },
  );
}

/** Undefined for an agent that is a path: whichever block goes on with its run, the agent is the same. */
function textOf({ agent, sets, options }: SuitePlan, name?: string): string | undefined {
  if (typeof agent === "string" || agent instanceof URL) return undefined;
  const who = typeof agent === "function" ? agent : (agent as { name?: unknown } | null)?.name;
  const cases = sets.map(({ source, selected }) => [source.header.evalSetId, selected]);
  const settings = decisive.map((key) => options[key]);
  const seen = new WeakSet<object>();
  return JSON.stringify([who ?? "", name ?? "", cases, settings], (_, value: unknown) => {
    if (typeof value === "function") return Function.prototype.toString.call(value);
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value !== "object" || value === null) return value;
    if (seen.has(value)) return undefined;
    seen.add(value);
    return value;
  });
}
