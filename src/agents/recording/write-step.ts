import type { Origin, Turn, Usage } from "../../core/agent.ts";

/** A step as another program or a generator reports it: a `Step` without times. */
export interface LooseStep extends Origin {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Writes one reported step to a turn. False when it is none; fields of the wrong type are read as missing. */
export function writeStep(turn: Turn, step: LooseStep): boolean {
  const origin = originOf(step);
  const id = text(step.id) ?? "";
  const tool = text(step.tool) ?? text(step.name);
  switch (step.type) {
    case "text":
      turn.text(text(step.text) ?? "", {
        ...origin,
        ...(step.thought === true ? { thought: true } : {}),
      });
      return true;
    case "call":
      turn.call(id, tool ?? "unknown", step.args, origin);
      return true;
    case "result":
      turn.result(id, tool, outcomeOf(step), origin);
      return true;
    case "pause":
      turn.pause(id, whyOf(step.why), {
        ...origin,
        ...(tool === undefined ? {} : { tool }),
        detail: step.detail,
      });
      return true;
    case "fault": {
      const code = text(step.code);
      const message = text(step.message) ?? "it reported a fault without a message";
      turn.fault(message, { ...origin, ...(code === undefined ? {} : { code }) });
      return true;
    }
    case "usage":
      turn.usage(usageOf(step), { ...origin, ...callFacts(step) });
      return true;
    default:
      return false;
  }
}

export function isStep(value: unknown): value is LooseStep {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { type?: unknown }).type === "string"
  );
}

function originOf({ author, within }: LooseStep): Origin | undefined {
  if (author === undefined && within === undefined) return undefined;
  return {
    author: text(author),
    within: Array.isArray(within) ? within.filter((id) => typeof id === "string") : undefined,
  };
}

function outcomeOf(step: LooseStep): { output?: unknown; error?: string } {
  const error = step.error;
  if (error === undefined || error === null) return { output: step.output };
  return { error: text(error) ?? JSON.stringify(error) };
}

function whyOf(why: unknown): "approval" | "input" | "pending" {
  return why === "approval" || why === "pending" ? why : "input";
}

const counts = ["input", "output", "calls", "cached", "reasoning"] as const;

/** Counts stand in the step itself or under `usage`. */
function usageOf(step: LooseStep): Partial<Usage> {
  const reported = (step.usage ?? step) as Record<string, unknown>;
  return Object.fromEntries(
    counts.flatMap((name) => (Number.isFinite(reported[name]) ? [[name, reported[name]]] : [])),
  );
}

function callFacts({ model, milliseconds }: LooseStep) {
  return {
    ...(typeof model === "string" && { model }),
    ...(isDuration(milliseconds) && { milliseconds }),
  };
}

function isDuration(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
