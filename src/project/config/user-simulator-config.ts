import type { UserPersona } from "../../core/eval-set.ts";
import { type Field, optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import {
  isObject,
  makeSchema,
  type ParseContext,
  pathText,
  type Schema,
} from "../../core/schema/parse-context.ts";
import { array, boolean, enumOf, integer, string, withRead } from "../../core/schema/schema.ts";
import { snakeCase } from "../../core/text/key-case.ts";
import { personaSchema } from "../../eval-sets/schema/persona-schema.ts";
import {
  type GenerationConfig,
  generationConfig,
} from "../../metrics/judged/criteria/generation-config.ts";
import { parseTemplate } from "../../simulation/user/template.ts";
import { TemplateProblem } from "../../simulation/user/template-value.ts";
import { suggestKey } from "./suggest-key.ts";

/** Who plays the user in scenarios: a model, how it is called, and for how many turns at most. */
export interface UserSimulatorConfig {
  readonly type: "llm_backed" | "llm_audio";
  readonly model: string;
  readonly modelConfiguration: GenerationConfig;
  /** Counts the starting prompt. Negative: no limit. 0: no turn at all. */
  readonly maxAllowedInvocations: number;
  readonly customInstructions?: string | undefined;
  readonly includeFunctionCalls: boolean;
  /** What the model writes to end the conversation; `</finished>` unless given. ADK ignores it. */
  readonly stopSignal?: string | undefined;
  /** Every scenario is run once with each of them. ADK ignores it. */
  readonly personas?: readonly (string | UserPersona)[] | undefined;
  readonly audioModel?: string | undefined;
  readonly audioModelConfiguration?: GenerationConfig | undefined;
  readonly includeTextWithAudio?: boolean | undefined;
  readonly extras?: Readonly<Record<string, unknown>> | undefined;
}

const types = ["llm_backed", "llm_audio"] as const;
const needed = ["stop_signal", "conversation_plan", "conversation_history"];

const instructions = withRead(string, (value, context, inner) => {
  const template = inner.read(value, context);
  if (typeof template !== "string") return template;
  const wrong = templateMistake(template);
  if (wrong !== undefined) {
    const { what, hint } = wrong;
    context.problem(`${pathText(context.path)} ${what}`, { hint });
  }
  return template;
});

function templateMistake(template: string): { what: string; hint: string } | undefined {
  try {
    const { variables } = parseTemplate(template);
    const missing = needed.filter((name) => !variables.has(name));
    if (missing.length === 0) return undefined;
    const hint =
      "It must contain {{ stop_signal }}, {{ conversation_plan }} and {{ conversation_history }}.";
    return { what: `does not mention ${missing.join(", ")}.`, hint };
  } catch (error) {
    if (!(error instanceof TemplateProblem)) throw error;
    const hint =
      "Of Jinja there are if, for, set, macro, call and filter, expressions and comments.";
    return { what: `cannot be read as a template: ${error.message}`, hint };
  }
}

/** A blank would stop every conversation. */
const someText = withRead(string, (value, context, inner) => {
  const read = inner.read(value, context);
  if (typeof read === "string" && read.trim() === "") {
    context.problem(`${pathText(context.path)} is blank.`, {
      hint: 'Write something that a user never says, such as "</finished>".',
    });
  }
  return read;
});

/** Cases are told apart by the persona's id. */
const personas = withRead(array(personaSchema), (value, context, inner) => {
  const read = inner.read(value, context);
  const ids = Array.isArray(value)
    ? read.map((each) => (typeof each === "string" ? each : each?.id))
    : [];
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice !== undefined) {
    context.problem(`${pathText(context.path)} names the persona "${twice}" twice.`, {
      hint: "Name it once; repeats of a case are asked for with --num_runs.",
    });
  }
  return read;
});

const shared = {
  type: required(enumOf(types)),
  model: withDefault(string, "gemini-2.5-flash"),
  modelConfiguration: withDefault(generationConfig, {
    thinkingConfig: { include_thoughts: true, thinking_budget: 10240 },
  }),
  maxAllowedInvocations: withDefault(integer, 20),
  customInstructions: optional(instructions),
  includeFunctionCalls: withDefault(boolean, false),
  stopSignal: optional(someText),
  personas: optional(personas),
} satisfies Readonly<Record<string, Field<unknown>>>;

const options = {
  expected: "a user simulator",
  unknown: "keep",
  bothSpellings: "camelCase wins",
} as const;

const textOnly = object<UserSimulatorConfig>(shared as never, options);

const withAudio = object<UserSimulatorConfig>(
  {
    ...shared,
    audioModel: withDefault(string, "cloud_tts"),
    audioModelConfiguration: withDefault(generationConfig, {
      speechConfig: {
        voice_config: { prebuilt_voice_config: { voice_name: "en-US-Studio-O" } },
        language_code: "en-US",
      },
    }),
    includeTextWithAudio: withDefault(boolean, true),
  } as never,
  options,
);

/** ADK's `user_simulator_config`. Without a type it is `llm_backed`; `thinking_config` may stand beside `model`. */
export const userSimulatorConfig: Schema<UserSimulatorConfig> = makeSchema({
  expected: options.expected,
  read(value, context) {
    if (!isObject(value)) return textOnly.read(value, context);
    const type = value.type ?? "llm_backed";
    reportUnknown(value, context);
    const { key, rest } = withoutThinking({ ...value, type });
    const config = (type === "llm_audio" ? withAudio : textOnly).read(rest, context);
    return key === undefined ? config : withThinking(config, value, key, context);
  },
  write: (value, mode) => (value.type === "llm_audio" ? withAudio : textOnly).write(value, mode),
  jsonSchema() {
    const { required: _, ...schema } = withAudio.jsonSchema();
    const type = { anyOf: [{ enum: types }, { type: "null" }] };
    return { ...schema, properties: { ...(schema.properties as object), type } };
  },
});

const knownKeys = [
  ...Object.keys(shared),
  "audioModel",
  "audioModelConfiguration",
  "includeTextWithAudio",
  "thinkingConfig",
].map(snakeCase);

/** A key that its author relies on is refused: ignored, it would have another model paid. ADK keeps all others, which do nothing. */
function reportUnknown(value: Readonly<Record<string, unknown>>, context: ParseContext): void {
  for (const key of Object.keys(value)) {
    const snake = snakeCase(key);
    if (knownKeys.includes(snake)) continue;
    const ofCall = generationKeys();
    const called = ofCall.includes(snake) ? snake : suggestKey(key, ofCall);
    const meant = called === snake ? undefined : suggestKey(key, knownKeys, "model");
    context.path.push(key);
    if (meant !== undefined) {
      context.problem(`A user simulator has no setting "${key}".`, {
        hint: `Did you mean "${meant}"?`,
        mark: "key",
      });
    } else {
      context.warn(`"${key}" is not a setting of a user simulator and changes nothing.`, {
        hint:
          called === undefined
            ? "Take it out, or correct its name."
            : `Write "${called}" within "model_configuration".`,
        mark: "key",
      });
    }
    context.path.pop();
  }
}

function generationKeys(): readonly string[] {
  const { properties } = generationConfig.jsonSchema();
  return isObject(properties) ? Object.keys(properties).map(snakeCase) : [];
}

function withoutThinking(value: Readonly<Record<string, unknown>>) {
  const key = ["thinking_config", "thinkingConfig"].find((each) => isObject(value[each]));
  if (key === undefined) return { rest: value };
  const { [key]: _lifted, ...rest } = value;
  return { key, rest };
}

function withThinking(
  config: UserSimulatorConfig,
  value: Readonly<Record<string, unknown>>,
  key: string,
  context: ParseContext,
): UserSimulatorConfig {
  const { thinkingConfig } = generationConfig.read({ thinkingConfig: value[key] }, context);
  const given = value.modelConfiguration ?? value.model_configuration;
  const twice = isObject(given) && ("thinking_config" in given || "thinkingConfig" in given);
  if (twice) {
    context.problem(`${pathText(context.path)} has "${key}" twice.`, {
      hint: "Keep the one inside of model_configuration.",
      mark: "key",
    });
  }
  const before = given === undefined || given === null ? {} : config.modelConfiguration;
  return { ...config, modelConfiguration: { ...before, thinkingConfig } };
}
