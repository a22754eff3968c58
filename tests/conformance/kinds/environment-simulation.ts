import { expect } from "vitest";
import type { CallModel } from "../../../src/core/chat-model.ts";
import type { ToolAnswer } from "../../../src/core/environment.ts";
import { ParseContext } from "../../../src/core/schema/parse-context.ts";
import { parseModelName } from "../../../src/models/model-name.ts";
import { environmentConfig } from "../../../src/project/config/environment-config.ts";
import type { EnvironmentConfig } from "../../../src/simulation/environment/environment-config.ts";
import { environmentSimulation } from "../../../src/simulation/environment/environment-simulation.ts";
import { type ConformanceKind, outcomeOf } from "../vector.ts";

interface EnvironmentInput {
  readonly config: unknown;
  readonly calls: readonly {
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
  }[];
  readonly tools?: readonly string[];
  readonly replies?: readonly string[];
}

interface Outcome {
  readonly error?: object;
  readonly calls: readonly {
    readonly outcome: string;
    readonly result?: unknown;
    readonly waited_seconds?: number;
  }[];
  readonly model_calls: number;
  readonly state?: unknown;
}

export const checks: ConformanceKind = {
  inputs: ["config", "calls", "tools", "replies"],
  async hold(vector) {
    const input = vector.input as unknown as EnvironmentInput;
    const outcome = outcomeOf(vector) as unknown as Outcome;
    const context = new ParseContext();
    const config = environmentConfig.read(input.config, context);
    const isRefused = context.problems.length > 0 || namesNoModel(config);
    expect(isRefused, JSON.stringify(context.problems)).toBe(outcome.error !== undefined);
    if (isRefused) return;

    const replies = [...(input.replies ?? [])];
    let modelCalls = 0;
    let waited = 0;
    const ask: CallModel = async () => {
      modelCalls += 1;
      const text = replies.shift();
      if (text === undefined) throw new Error("the script has no more replies");
      return { text, finish: "stop" };
    };
    const environment = environmentSimulation(config, {
      modelFor: (id) => ({
        id,
        generate: () => Promise.reject(new Error("asked past the journal")),
      }),
      ask,
      tools: input.tools?.map((name) => ({ name })),
      clock: {
        random: Math.random,
        async sleep(milliseconds) {
          waited += milliseconds;
        },
      },
    });
    const { signal } = new AbortController();
    for (const [place, { tool, args }] of input.calls.entries()) {
      waited = 0;
      const answer = await environment.before(tool, args, { turn: 0, signal });
      const told =
        waited === 0
          ? asOutcome(answer)
          : { ...asOutcome(answer), waited_seconds: expect.closeTo(waited / 1000, 9) };
      expect(outcome.calls[place]).toEqual(told);
    }
    expect(modelCalls).toBe(outcome.model_calls);
    if (outcome.state !== undefined) expect(asJson(environment.state)).toEqual(outcome.state);
  },
};

/** As a vector holds it: long integers are doubles there. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** An environment names a model that there is, whether or not it is asked; a run looks before it begins. */
function namesNoModel({ simulationModel }: EnvironmentConfig): boolean {
  try {
    parseModelName(simulationModel);
    return false;
  } catch {
    return true;
  }
}

function asOutcome(answer: ToolAnswer): object {
  switch (answer.kind) {
    case "real":
      return { outcome: "real" };
    case "simulated":
      return { outcome: "simulated", result: asJson(answer.result) };
    case "simulation-error":
      return { outcome: "simulation_error" };
  }
}
