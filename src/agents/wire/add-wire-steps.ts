import type { Step } from "../../core/agent.ts";
import { performance } from "../../core/async/own-timers.ts";
import type { TurnScope } from "../recording/turn-scope.ts";
import type { TurnSteps } from "../recording/turn-steps.ts";
import { timeModelCalls } from "./time-model-calls.ts";
import { takeExchanges } from "./wire-log.ts";
import { wireSteps } from "./wire-steps.ts";

/**
 * Adds what a turn's requests to models show, where nobody who knows better has reported it: a framework that was
 * observed reports everything; an agent that reports its own calls, texts or tokens is believed in those.
 */
export function addWireSteps(recording: TurnSteps, scope: TurnScope): void {
  const { steps } = recording;
  const exchanges = takeExchanges(scope);
  if (exchanges.length === 0) return;
  const began = performance.now() - recording.elapsed();
  timeModelCalls(steps, exchanges, began);
  if ((scope.sources?.size ?? 0) > 0) return;
  const reportsCalls = steps.some(isCall);
  const reportsTexts = reportsCalls || steps.some(({ type }) => type === "text");
  const reportsUsage = steps.some(({ type }) => type === "usage");
  const seen = wireSteps(exchanges, began).filter((step) => {
    if (step.type === "usage") return !reportsUsage;
    return step.type === "text" ? !reportsTexts : !reportsCalls;
  });
  if (seen.length === 0) return;
  steps.push(...seen);
  steps.sort((a, b) => a.at - b.at);
}

function isCall({ type }: Step): boolean {
  return type === "call" || type === "result" || type === "pause";
}
