import { UserFacingError } from "../../../../core/errors.ts";
import type { Matrix } from "../../../../core/folds/matrix.ts";
import type { RunView } from "../run-views.ts";

/** Reads `response_match_score:0.6,tool_trajectory_avg_score:0.8`; undefined where nothing is tried. */
function triedThresholds(text: string | undefined): ReadonlyMap<string, number> | undefined {
  if (text === undefined || text === "") return undefined;
  const tried = new Map<string, number>();
  for (const part of text.split(",")) {
    const at = part.lastIndexOf(":");
    const threshold = Number(part.slice(at + 1));
    if (at < 1 || part.slice(at + 1).trim() === "" || !Number.isFinite(threshold)) {
      throw new UserFacingError("cli/usage", `"${part}" is no threshold to try.`, {
        hint: "Write a metric and a number: response_match_score:0.6",
      });
    }
    tried.set(part.slice(0, at), threshold);
  }
  return tried;
}

/** The matrix as it is, or as it would be with what is tried. */
export function matrixFor(view: RunView, whatIf: string | undefined): Matrix {
  const tried = triedThresholds(whatIf);
  return tried === undefined ? view.matrix : view.whatIf(tried);
}
