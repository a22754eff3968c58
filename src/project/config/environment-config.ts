import { optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import {
  isObject,
  type ParseContext,
  pathText,
  type Schema,
} from "../../core/schema/parse-context.ts";
import { array, freeObject, integer, number, string, withRead } from "../../core/schema/schema.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import { generationConfig } from "../../metrics/judged/criteria/generation-config.ts";
import type {
  EnvironmentConfig,
  Injection,
  ToolSimulation,
} from "../../simulation/environment/environment-config.ts";
import { suggestKey } from "./suggest-key.ts";

const LONGEST_LATENCY = 120;

const latency = withRead(number, (value, context, inner) => {
  const read = inner.read(value, context);
  if (typeof read === "number" && read > LONGEST_LATENCY) {
    context.problem(
      `${pathText(context.path)} is ${read}; at most ${LONGEST_LATENCY} seconds are waited.`,
      {
        hint: `Write a number up to ${LONGEST_LATENCY}.`,
      },
    );
  }
  return read;
});

/** ADK takes any number; beyond 0 and 1 it means never or always, which is seldom what was meant by it. */
const probability = withRead(number, (value, context, inner) => {
  const read = inner.read(value, context);
  if (typeof read === "number" && (read < 0 || read > 1)) {
    context.warn(
      `${pathText(context.path)} is ${read}, which means ${read > 1 ? "always" : "never"}.`,
      {
        hint: "A probability lies between 0 and 1; half of the calls are 0.5.",
      },
    );
  }
  return read;
});

const injection = checked<Injection>(
  {
    injectionProbability: withDefault(probability, 1),
    matchArgs: optional(freeObject),
    injectedLatencySeconds: withDefault(latency, 0),
    randomSeed: optional(integer),
    injectedError: optional(
      checked<NonNullable<Injection["injectedError"]>>(
        { injectedHttpErrorCode: required(integer), errorMessage: required(string) },
        "an injected error",
      ),
    ),
    injectedResponse: optional(freeObject),
  },
  "an injection",
  ({ injectedError: error, injectedResponse: response }, context) => {
    const isBoth = error !== undefined && response !== undefined;
    if (!isBoth && (error !== undefined || response !== undefined)) return;
    const what = isBoth
      ? "both an injected_error and an injected_response"
      : "neither an injected_error nor an injected_response";
    context.problem(`${pathText(context.path)} has ${what}.`, {
      hint: 'Write one of them, such as "injected_response": {"status": "ok"}.',
    });
  },
);

const strategy = withRead(integer as Schema<0 | 1>, (value, context, inner) => {
  const read: number = inner.read(value, context);
  if (typeof read === "number" && ![0, 1].includes(read)) {
    const what = read === 2 ? "2 (tracing), which was given up" : String(read);
    context.problem(`${pathText(context.path)} is ${what}; 0 or 1 was expected.`, {
      hint: '1 lets a model answer by the tool\'s specification, and by "tracing" where that is given; 0 leaves it to the real tool.',
    });
  }
  return read as 0 | 1;
});

const toolSimulation = checked<ToolSimulation>(
  {
    toolName: required(string),
    injectionConfigs: withDefault(array(injection), []),
    mockStrategyType: withDefault(strategy, 0),
  },
  "a simulated tool",
  ({ injectionConfigs, mockStrategyType }, context) => {
    if (injectionConfigs?.length !== 0 || mockStrategyType !== 0) return;
    context.problem(`${pathText(context.path)} has neither injections nor a strategy.`, {
      hint: 'Give it "injection_configs", or "mock_strategy_type": 1.',
    });
  },
);

const tools = withRead(array(toolSimulation), (value, context, inner) => {
  const read = inner.read(value, context);
  if (!Array.isArray(value)) return read;
  if (value.length === 0) {
    context.problem(`${pathText(context.path)} is an empty array.`, {
      hint: "Name at least one tool, or leave the whole simulation out.",
    });
  }
  const seen = new Set<string>();
  for (const each of read) {
    if (each?.toolName !== undefined && seen.has(each.toolName)) {
      context.problem(`The tool "${each.toolName}" is configured twice.`, {
        hint: "Put its injections into one list.",
      });
    }
    seen.add(each?.toolName ?? "");
  }
  return read;
});

/** ADK's configuration of a simulated environment, under `environment_simulation`. */
export const environmentConfig: Schema<EnvironmentConfig> = checked<EnvironmentConfig>(
  {
    toolSimulationConfigs: required(tools, "Which tools do not run for real."),
    simulationModel: withDefault(string, "gemini-2.5-flash"),
    simulationModelConfiguration: withDefault(generationConfig, {
      thinkingConfig: { include_thoughts: false, thinking_budget: 10240 },
    }),
    tracing: optional(string),
    environmentData: optional(string),
  } as never,
  "an environment simulation",
  undefined,
  "simulation_model",
);

/** Reads both spellings. A key that looks like a known one is a mistake; any other changes nothing, and a note says so. */
function checked<T extends object>(
  fields: Parameters<typeof object<T>>[0],
  called: string,
  check?: (value: T, context: ParseContext) => void,
  /** The key that names its model, where it asks one. */
  model?: string,
): Schema<T> {
  const known = Object.keys(fields).map(snakeCase);
  return withRead(
    object<T>(fields, { expected: called, unknown: "drop", bothSpellings: "camelCase wins" }),
    (value, context, inner) => {
      const before = context.problems.length;
      if (isObject(value))
        for (const key of Object.keys(value)) reportUnknown(key, known, { context, called, model });
      const read = inner.read(value, context);
      if (isObject(value) && context.problems.length === before) check?.(read, context);
      return read;
    },
  );
}

function reportUnknown(
  key: string,
  known: readonly string[],
  { context, called, model }: { context: ParseContext; called: string; model: string | undefined },
): void {
  if (known.includes(snakeCase(key))) return;
  const near = suggestKey(key, known, model) ?? begunWith(snakeCase(key), known);
  context.path.push(key);
  if (near === undefined) {
    context.warn(`"${key}" is not a setting of ${called} and changes nothing.`, {
      hint: `Known keys: ${known.join(", ")}.`,
      mark: "key",
    });
  } else {
    context.problem(`There is no key "${key}" here.`, {
      hint: `Did you mean "${near}"?`,
      mark: "key",
    });
  }
  context.path.pop();
}

/** The one known key that goes on where this one ends, as "injected_latency_seconds" does after "injected_latency". */
function begunWith(key: string, known: readonly string[]): string | undefined {
  const longer = known.filter((each) => each.startsWith(`${key}_`));
  return longer.length === 1 ? longer[0] : undefined;
}
