import type { Step } from "../../core/agent.ts";

type Call = Extract<Step, { type: "call" }>;

/** What an unfinished turn waits for: its running tools, or the agent itself. */
export function waitingFor(steps: readonly Step[], now: number): string {
  const ended = new Set(steps.flatMap((step) => (step.type === "result" ? [step.id] : [])));
  const running = steps.filter((step): step is Call => step.type === "call" && !ended.has(step.id));
  // an agent that runs as a tool waits for its own tools; only those are worth naming
  const around = new Set(running.flatMap((call) => call.within ?? []));
  const named = running
    .filter((call) => !around.has(call.id))
    .map((call) => `the tool ${call.tool} (called ${seconds(now - call.at)} before)`);
  return named.length === 0 ? "the agent's answer" : named.join(" and ");
}

export function seconds(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  return `${Math.round(milliseconds / 100) / 10} s`;
}
