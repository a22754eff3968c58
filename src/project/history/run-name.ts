import { UserFacingError } from "../../core/errors.ts";
import type { RunListing } from "../../core/run-store.ts";
import { namesRun, shortId } from "../../core/text/short-id.ts";

const MOST = 100;

/** A name that a command line can carry and that stands for nothing else: no `latest`, no option, no RUN:CASE. */
export function checkedName<T extends string | undefined>(name: T): T {
  if (name === undefined) return name;
  const why = problemOf(name);
  if (why === undefined) return name;
  throw new UserFacingError("name/invalid", `A run cannot be called "${name}": ${why}.`, {
    hint: "Use letters, digits, dots, dashes, underscores and slashes, as in before-prompt-2.",
  });
}

function problemOf(name: string): string | undefined {
  if (name.trim() === "") return "it is empty";
  if (name.length > MOST) return `it has more than ${MOST} characters`;
  if (/^latest(~|$)/.test(name)) return "that means the newest run";
  if (/^(?:@|[A-Z_]*HEAD)$/.test(name)) return "git means a commit by it";
  if (name.startsWith("-")) return "that would be an option";
  return /^[\p{L}\p{N}._/+@-]+$/u.test(name) ? undefined : "it would have to be quoted";
}

/** A name that begins another run's id would hide that run. */
export function checkFree(name: string, runs: readonly RunListing[]): void {
  const hidden = runs.find(({ runId }) => namesRun(name, runId));
  if (hidden === undefined) return;
  const short = shortId(
    hidden.runId,
    runs.map(({ runId }) => runId),
  );
  throw new UserFacingError(
    "name/invalid",
    `A run cannot be called "${name}": that is how run ${short} is asked for.`,
    { hint: "Choose a name that begins no run's id." },
  );
}
