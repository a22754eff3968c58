import { dirname } from "node:path";
import { errorFromProblems, type Problem } from "../../core/errors.ts";
import { ParseContext, pathText, type SchemaProblem } from "../../core/schema/parse-context.ts";
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
  const placed = ({ message, hint, path: place }: SchemaProblem): Problem => ({
    message,
    hint,
    place: { path: pathText(place) },
  });
  const problems = context.problems.map(placed);
  // nobody wrote a file that could be shown
  if (problems.length > 0) throw errorFromProblems("config/invalid", problems);
  if (config === undefined) {
    const made = await readConfigObject({ criteria }, cwd);
    // metrics that only inform were asked for: there is no config that lacks others
    return Object.keys(criteria).length > 0 ? made : { ...made, warnings: [] };
  }
  // what it says of criteria that are not asked helps nobody
  const others = config.warnings.filter(({ place }) => !place?.path?.startsWith("criteria"));
  const chosen = {
    ...config,
    criteria: Object.entries(criteria),
    warnings: [...others, ...context.warnings.map(placed)],
  };
  const loaded = await loadCustomMetrics(chosen, path === undefined ? cwd : dirname(path));
  return { ...chosen, custom: new Map([...config.custom, ...loaded]) };
}
