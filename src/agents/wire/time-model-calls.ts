import type { Step } from "../../core/agent.ts";
import { requestIn } from "./request-in.ts";
import type { WireExchange } from "./wire-log.ts";

/**
 * Tells when model calls began that others have reported without saying so. The wire knows, where it saw as many of them, and
 * none that was answered after it had been reported; `began` is when the turn did.
 */
export function timeModelCalls(
  steps: Step[],
  exchanges: readonly WireExchange[],
  began: number,
): void {
  const reported = [...steps.entries()].filter(([, { type }]) => type === "usage");
  const answered = exchanges.filter(({ reply }) => reply !== "");
  if (reported.length === 0 || reported.length !== answered.length) return;
  const inOrder = answered.toSorted((a, b) => a.endedAt - b.endedAt);
  const fits = reported.every(([, step], at) => isOpen(step, inOrder[at], began));
  if (!fits) return;
  for (const [at, [place, step]] of reported.entries()) {
    const exchange = inOrder[at];
    if (exchange === undefined || step.type !== "usage") continue;
    // the step keeps its place among the others, so it ends when it was reported
    const milliseconds = step.at - (exchange.begunAt - began);
    const request = step.request === undefined ? requestIn(exchange) : {};
    steps[place] = { ...step, milliseconds, ...request };
  }
}

function isOpen(step: Step, exchange: WireExchange | undefined, began: number): boolean {
  if (step.type !== "usage" || step.milliseconds !== undefined || step.usage.calls !== 1)
    return false;
  return exchange !== undefined && exchange.endedAt - began <= step.at;
}
