import { isObject, type ParseContext, pathText, shown } from "../../core/schema/parse-context.ts";
import { nearest } from "../../core/text/nearest.ts";
import {
  type BuiltInEntry,
  builtInEntry,
  codeEntry,
  commandEntry,
  type EvaluatorEntry,
} from "./evaluator-entry.ts";

export interface ReadEvaluatorsOptions {
  /** False for what somebody sent over HTTP: no code, no path and no address is taken from there. */
  readonly isTrusted: boolean;
}

/** Reads the list under `evaluators`. Mistakes go to the context; what is returned then means nothing. */
export function readEvaluators(
  value: unknown,
  context: ParseContext,
  options: ReadEvaluatorsOptions,
): readonly EvaluatorEntry[] {
  if (!Array.isArray(value) || value.length === 0) {
    context.problem(`${pathText(context.path)} is ${shown(value)}; a list was expected.`, {
      hint: "Write an entry for each metric: - {name: response_match_score, type: builtin}",
    });
    return [];
  }
  const entries = value.flatMap((entry, index) => {
    context.path.push(index);
    const read = readEntry(entry, context, options);
    context.path.pop();
    return read ?? [];
  });
  refuseTwins(value, context);
  return entries;
}

function readEntry(
  entry: unknown,
  context: ParseContext,
  { isTrusted }: ReadEvaluatorsOptions,
): EvaluatorEntry | undefined {
  if (!isObject(entry)) {
    const where = pathText(context.path);
    context.problem(`${where} is ${shown(entry)}; a name and a type were expected.`, {
      hint: "Write, for example, {name: response_match_score, type: builtin}.",
    });
    return undefined;
  }
  if (!hasNameAndType(entry, context)) return undefined;
  const { type } = entry;
  if (type === "builtin") return readBuiltIn(entry, context, isTrusted);
  if (type === "code" && isTrusted) return codeEntry.read(entry, context);
  if (type === "program" && isTrusted) return commandEntry.read(entry, context);
  const [what, hint] = refusalOf(type);
  context.path.push("type");
  context.problem(`The evaluator ${shown(entry.name)} ${what}`, { hint });
  context.path.pop();
  return undefined;
}

function hasNameAndType(entry: Readonly<Record<string, unknown>>, context: ParseContext): boolean {
  const missing = ["name", "type"].find((key) =>
    [undefined, null, ""].includes(entry[key] as never),
  );
  if (missing === undefined) return true;
  context.problem(`${pathText(context.path)} has no ${missing}.`, {
    hint: missing === "name" ? "Name a metric." : "Write type: builtin, or type: code with a path.",
  });
  return false;
}

/** Why there is none of a type, as the end of a sentence, and what to do. */
function refusalOf(type: unknown): readonly [what: string, hint: string] {
  if (type === "code" || type === "program") {
    return ["is code, and code is not taken from a request.", codeHint];
  }
  if (type === "remote") return ["would be fetched from the network, and nothing is.", remoteHint];
  if (type === "openai_eval") return ["asks an API of OpenAI that was retired.", openaiHint];
  const near = typeof type === "string" ? nearest(type, types) : undefined;
  const hint = near === undefined ? `Known are ${types.join(", ")}.` : `Did you mean "${near}"?`;
  return [`has the type ${shown(type)}.`, hint];
}

const types = ["builtin", "code", "program"];
const codeHint =
  "Name it in a config file on the server's side:  assay score TRACE --config eval_config.yaml";
const remoteHint =
  "Save its code beside this file, look at it, and write type: code and path: ./its_file.py";
const openaiHint =
  "Use type: builtin (response_match_score for likeness, final_response_match_v2 for a judge) or type: code.";

function readBuiltIn(
  entry: Readonly<Record<string, unknown>>,
  context: ParseContext,
  isTrusted: boolean,
): BuiltInEntry {
  const read = builtInEntry.read(entry, context);
  const refuseKey = (key: string, message: string, hint: string) => {
    context.path.push(key);
    context.problem(message, { hint, mark: "key" });
    context.path.pop();
  };
  if (read.credentialRef !== undefined) {
    const message = "credential_ref is not read: keys come from the environment alone.";
    refuseKey("credential_ref", message, "Take it out, and set OPENAI_API_KEY, say.");
  }
  if (read.judgeBaseUrl !== undefined && !isTrusted) {
    const message = "judge_base_url is not taken from a request.";
    refuseKey("judge_base_url", message, "Take it out; addresses are the server's to choose.");
  }
  if (read.name === "per_turn_user_simulator_quality_v1") {
    const message = `${read.name} looks at simulated users, and a trace has none.`;
    refuseKey("name", message, "Leave it out here; assay eval measures it.");
  }
  return read;
}

function refuseTwins(entries: readonly unknown[], context: ParseContext): void {
  const seen = new Set<unknown>();
  for (const [index, entry] of entries.entries()) {
    const name = isObject(entry) ? entry.name : undefined;
    if (typeof name === "string" && seen.has(name)) {
      context.path.push(index, "name");
      context.problem(`There are two evaluators "${name}".`, {
        hint: "Give each a name of its own.",
      });
      context.path.splice(-2);
    }
    seen.add(name);
  }
}
