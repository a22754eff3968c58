import type { RunFigures } from "../../../analysis/overview/run-figures.ts";
import { UserFacingError } from "../../../core/errors.ts";
import { type FilterTerm, keyOfTerm } from "../../../core/filter/filter.ts";
import { parseFilter } from "../../../core/filter/parse-filter.ts";
import {
  type FilterableRun,
  isOfListing,
  runFilter,
  runKeys,
} from "../../../core/filter/run-filter.ts";
import type { RunListing } from "../../../core/run-store.ts";
import { isRun, runState } from "../../../project/history/list-runs.ts";
import type { ServerParts } from "../server-parts.ts";

/** Ids of the runs for which a filter holds. */
export async function matchingRuns(
  text: string,
  { runs, figures }: Pick<ServerParts, "runs" | "figures">,
): Promise<ReadonlySet<string>> {
  const terms = readTerms(text);
  const holds = runFilter(terms);
  const isQuick = isOfListing(terms);
  const found = new Set<string>();
  for (const listing of (await runs.list()).filter(isRun)) {
    const { runId } = listing;
    // figures are read where something is asked that only they tell
    const state = isQuick ? "ended" : await runState(runs, runId);
    const known = isQuick ? undefined : await figures.of(runId);
    if (holds(filterable(listing, state, known))) found.add(runId);
  }
  return found;
}

function readTerms(text: string): readonly FilterTerm[] {
  const { terms, problems } = parseFilter(text);
  const [problem] = problems;
  if (problem !== undefined) throw new UserFacingError("cli/usage", problem.message);
  const other = terms.map(keyOfTerm).find((key) => !runKeys.has(key));
  if (other === undefined) return terms;
  throw new UserFacingError(
    "cli/usage",
    `Runs cannot be filtered by ${other}: it is said of cases.`,
    {
      hint: `Runs know ${[...runKeys].join(", ")}. Open a run to filter its cases.`,
    },
  );
}

function filterable(
  { runId, name, agent, sets, startedAt, endedAt }: RunListing,
  state: string,
  figures: RunFigures | undefined,
): FilterableRun {
  const seconds =
    endedAt === undefined ? undefined : (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
  const known = { runId, name, agent, sets, state };
  if (figures === undefined) return { ...known, models: [], numbers: {}, metrics: [] };
  const { passRate, cost, flaky, cases, models, agentModel, metrics } = figures;
  return {
    ...known,
    models: agentModel === undefined ? models : [agentModel, ...models],
    verdict: verdictOf(figures),
    numbers: {
      ...(seconds !== undefined && { seconds }),
      ...(passRate !== null && { rate: passRate }),
      ...(cost !== null && { cost }),
      ...(cases > 0 && { flaky: flaky / cases }),
    },
    metrics: metrics.map((metric) => ({ name: metric.name, mean: metric.mean ?? undefined })),
  };
}

function verdictOf({ failed, passed, notEvaluated }: RunFigures): FilterableRun["verdict"] {
  if (failed > 0) return "failed";
  return notEvaluated > 0 || passed === 0 ? "not-evaluated" : "passed";
}
