import { dirname } from "node:path";
import { errorFromProblems } from "../../core/errors.ts";
import { ParseContext, pathText } from "../../core/schema/parse-context.ts";
import { loadCustomMetrics } from "../metrics/load-custom-metric.ts";
import { checkCriteria, type EvalConfig } from "./read-config.ts";
import { readConfigObject } from "./read-config-object.ts";

/** Criteria by name, as a config writes them. */
export type AskedCriteria = Readonly<Record<string, unknown>>;

/** A config that measures by these criteria instead of its own; everything else that it says still holds. */
export async function withCriteria(
  config: EvalConfig | undefined,
  criteria: AskedCriteria,
  { path, cwd }: { readonly path: string | undefined; readonly cwd: string },
): Promise<EvalConfig> {
  const context = new ParseContext();
  checkCriteria(criteria, new Set(config?.custom.keys()), context);
  const problems = context.problems.map(({ message, hint, path: place }) => ({
    message,
    hint,
    place: { path: pathText(place) },
  }));
  // nobody wrote a file that could be shown
  if (problems.length > 0) throw errorFromProblems("config/invalid", problems);
  if (config === undefined) return await readConfigObject({ criteria }, cwd);
  const chosen = { ...config, criteria: Object.entries(criteria) };
  const loaded = await loadCustomMetrics(chosen, path === undefined ? cwd : dirname(path));
  return { ...chosen, custom: new Map([...config.custom, ...loaded]) };
}
