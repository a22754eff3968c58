import { loadModule } from "../../agents/loading/load-module.ts";
import { UserFacingError } from "../../core/errors.ts";
import { isObject } from "../../core/schema/parse-context.ts";
import { type EvalSetSource, openEvalSet } from "../../eval-sets/eval-set-source.ts";
import { resolveEvalSets } from "./resolve-eval-sets.ts";

/** Opens an eval set by its file: JSON, or code that exports one made by `defineEvalSet`. */
export async function openSetFile(path: string, name: string): Promise<EvalSetSource> {
  if (!isCode(path)) return openEvalSet(path, { name });
  const exports = await loadModule(path, { code: "eval-set/invalid" });
  const found = [exports.default, exports.evalSet, ...Object.values(exports)].find(isEvalSet);
  const [source] = found === undefined ? [] : resolveEvalSets(found as never);
  if (source === undefined || typeof source === "string") {
    throw new UserFacingError("eval-set/invalid", `${name} exports no eval set.`, {
      hint: "Export one by default: export default defineEvalSet({ evalCases: [ … ] });",
    });
  }
  return { ...source, path };
}

export function isCode(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

function isEvalSet(value: unknown): boolean {
  return isObject(value) && (Array.isArray(value.evalCases) || Array.isArray(value.eval_cases));
}
