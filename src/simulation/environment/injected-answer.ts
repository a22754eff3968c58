import { jsonEquals } from "../../core/json/python-equality.ts";
import type { EnvironmentConfig, Injection } from "./environment-config.ts";
import { seededRandom } from "./seeded-random.ts";

/** What an injection puts in the place of a tool. */
export interface InjectedAnswer {
  readonly result: Readonly<Record<string, unknown>>;
  readonly latencySeconds: number;
}

type Args = Readonly<Record<string, unknown>>;

interface InjectorOptions {
  /** Makes seeded draws differ between conversations, the same way in every run. */
  readonly salt: string;
  readonly random: () => number;
}

/**
 * Finds the injection that answers a call, if any. Every seeded one has a generator of its own, and a number is drawn
 * only by a call that matches and that no earlier one has answered.
 */
export function injector(
  { toolSimulationConfigs }: EnvironmentConfig,
  { salt, random }: InjectorOptions,
): (tool: string, args: Args) => InjectedAnswer | undefined {
  const injections = new Map(
    toolSimulationConfigs.map(({ toolName, injectionConfigs }) => [
      toolName,
      injectionConfigs.map((injection, place) => {
        const { randomSeed: seed } = injection;
        const seeded = [seed, toolName, place, salt].join("\n");
        return { injection, draw: seed === undefined ? random : seededRandom(seeded) };
      }),
    ]),
  );
  return (tool, args) => {
    for (const { injection, draw } of injections.get(tool) ?? []) {
      if (!matches(injection, args)) continue;
      if (draw() < injection.injectionProbability) return answerOf(injection);
    }
    return undefined;
  };
}

function matches({ matchArgs }: Injection, args: Args): boolean {
  return Object.entries(matchArgs ?? {}).every(
    ([name, value]) => Object.hasOwn(args, name) && jsonEquals(args[name], value),
  );
}

function answerOf(injection: Injection): InjectedAnswer {
  const { injectedError: error, injectedResponse, injectedLatencySeconds } = injection;
  const result =
    error === undefined
      ? (injectedResponse ?? {})
      : { error_code: error.injectedHttpErrorCode, error_message: error.errorMessage };
  return { result, latencySeconds: injectedLatencySeconds };
}
