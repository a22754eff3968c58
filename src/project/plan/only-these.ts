import type { RunRequest } from "./eval-request.ts";
import type { PrepareOptions } from "./prepared-run.ts";

/** `--case` and `--failed` both narrow a set down. */
export function onlyThese(
  request: RunRequest,
  caseIds: readonly string[],
  failed: ReadonlySet<string> | undefined,
  options: PrepareOptions,
): ReadonlySet<string> | undefined {
  const wanted = request.caseIds.length === 0 ? undefined : new Set(request.caseIds);
  if (options.onlyCases === undefined) return wanted;
  const left = failed ?? new Set<string>();
  return wanted === undefined
    ? left
    : new Set(caseIds.filter((id) => left.has(id) && wanted.has(id)));
}
