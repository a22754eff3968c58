import type { Step } from "../core/agent.ts";

/** Steps as lines: inside which calls, and what. Times, authors and token counts are left out. */
export function stepLines(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => {
    const line = lineOf(step);
    if (line === "") return [];
    return [step.within === undefined ? line : `in ${step.within.join(" > ")}: ${line}`];
  });
}

function lineOf(step: Step): string {
  switch (step.type) {
    case "text":
      return `says ${step.text}`;
    case "call":
      return `${step.id} calls ${step.tool} ${JSON.stringify(step.args ?? {})}`;
    case "result":
      return step.error === undefined
        ? `${step.id} ${step.tool} gave ${JSON.stringify(step.output)}`
        : `${step.id} ${step.tool} failed: ${step.error}`;
    case "pause":
      return `${step.id} waits for ${step.why}`;
    case "fault":
      return `fault: ${step.message}`;
    case "usage":
      return "";
  }
}

/** What all model calls took together. */
export function tokensOf(steps: readonly Step[]): { input: number; output: number; calls: number } {
  const total = { input: 0, output: 0, calls: 0 };
  for (const step of steps) {
    if (step.type !== "usage") continue;
    total.input += step.usage.input;
    total.output += step.usage.output;
    total.calls += step.usage.calls;
  }
  return total;
}
