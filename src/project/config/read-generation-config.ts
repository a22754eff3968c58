import { errorFromProblems } from "../../core/errors.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { optional, required, withDefault } from "../../core/schema/object-field.ts";
import { object } from "../../core/schema/object-schema.ts";
import { ParseContext, pathText } from "../../core/schema/parse-context.ts";
import { integer, record, string, withRead } from "../../core/schema/schema.ts";
import type { ModelPrices } from "../../models/index.ts";
import { modelPrice } from "./config-parts.ts";

/** How cases are generated. Mirrors ADK's ConversationGenerationConfig. */
export interface GenerationConfig {
  readonly count: number;
  readonly generationInstruction?: string | undefined;
  readonly environmentContext?: string | undefined;
  readonly modelName: string;
  /** Our own: what the agent is and can do, where its code does not say it. */
  readonly description?: string | undefined;
  /** Our own: what models cost, for a ceiling. */
  readonly modelPrices?: ModelPrices | undefined;
}

const positive = withRead(integer, (value, context, inner) => {
  const read = inner.read(value, context);
  if (typeof read === "number" && read < 1) {
    context.problem(`${pathText(context.path)} is ${read}; at least 1 was expected.`, {
      hint: "Write how many cases you want, for example 5.",
    });
  }
  return read;
});

const schema = object<GenerationConfig>(
  {
    count: required(positive),
    generationInstruction: optional(string),
    environmentContext: optional(string),
    modelName: withDefault(string, "gemini-2.5-flash"),
    description: optional(string),
    modelPrices: optional(record(modelPrice)),
  },
  { expected: "a config for generating cases", unknown: "refuse" },
);

/** Reads the file of `--user_simulation_config_file`. Throws one error that lists every mistake in it. */
export function readGenerationConfig(source: string, file: string): GenerationConfig {
  const { value } = parseJsonText(source, { file, code: "config/invalid" });
  const context = new ParseContext();
  const config = schema.read(value, context);
  if (context.problems.length === 0) return config;
  throw errorFromProblems("config/invalid", locateProblems(source, context.problems, file));
}
