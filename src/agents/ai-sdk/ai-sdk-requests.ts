import type { TurnScope } from "../recording/turn-scope.ts";
import type { Frame } from "./ai-sdk-frame.ts";

/** A step of version 6 that begins, before its model is asked. */
export interface StepStart {
  readonly callId?: string;
  readonly stepNumber?: number;
  readonly tools?: Readonly<Record<string, unknown>>;
  readonly [other: string]: unknown;
}

const begun = new WeakMap<TurnScope, StepStart[]>();

export function noteStepStart({ scope }: Frame, event: StepStart): void {
  const open = begun.get(scope) ?? [];
  open.push(event);
  begun.set(scope, open);
}

/** What the model of a step that has ended was sent. Where two such steps ran side by side, nobody can tell which was which. */
export function requestOfStep({ scope }: Frame, stepNumber: number | undefined): unknown {
  const open = begun.get(scope) ?? [];
  const same = open.filter((each) => each.stepNumber === stepNumber);
  begun.set(
    scope,
    open.filter((each) => each.stepNumber !== stepNumber),
  );
  const [step] = same;
  if (step === undefined || same.length > 1) return undefined;
  return { ...step, tools: declared(step.tools ?? {}) };
}

function declared(tools: Readonly<Record<string, unknown>>): readonly object[] {
  return Object.entries(tools).map(([name, tool]) => {
    const { description, inputSchema } = (tool ?? {}) as {
      readonly description?: unknown;
      readonly inputSchema?: { readonly jsonSchema?: unknown };
    };
    return { name, description, parameters: inputSchema?.jsonSchema };
  });
}
