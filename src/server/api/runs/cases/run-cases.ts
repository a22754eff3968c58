import { z } from "zod";
import type { FilterProblem } from "../../../../core/filter/filter.ts";
import { caseKeyOf } from "../../../../core/folds/case-key.ts";
import type { MatrixRow } from "../../../../core/folds/matrix.ts";
import { naturalOrder } from "../../../../core/text/natural-order.ts";
import { isErred } from "../../../../core/verdict.ts";
import { findRun } from "../../../../project/history/finding/find-run.ts";
import { route } from "../../route.ts";
import { baselineOf } from "../run-baseline.ts";
import { caseDeltas } from "./case-deltas.ts";
import { type CaseRow, caseOrders, compareCases } from "./case-order.ts";
import { rowFilter } from "./row-filter.ts";
import { matrixFor } from "./tried-thresholds.ts";

const query = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  status: z.enum(["passed", "failed", "errored", "not-evaluated", "flaky", "pending"]).optional(),
  /** In the language of filters: `status:failed tag:billing -tool:search cost:>0.05`. */
  filter: z.string().max(2000).optional(),
  sort: z.enum(caseOrders).default("plan"),
  /** For `sort=score`: the metric whose worst scores come first. */
  metric: z.string().optional(),
  reverse: z.enum(["true"]).optional(),
  /** Cases of one set, or of one tag, together; a case stands under its first tag. */
  group: z.enum(["tag", "set"]).optional(),
  /** Thresholds to try, such as `response_match_score:0.6`. */
  whatif: z.string().optional(),
});

/** A heading of cases that belong together, in its place among the rows. */
export interface CaseGroup {
  /** Undefined for those without a tag. */
  readonly group: string | undefined;
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
}

export const runCases = route({
  summary: "The cases of a run against its metrics: filtered, sorted, a page at a time.",
  query,
  reply: z.object({
    seq: z.number(),
    metrics: z.array(z.string()).readonly(),
    /** Of rows and headings. */
    count: z.number(),
    rows: z.array(z.custom<CaseRow | CaseGroup>()).readonly(),
    /** What of the filter could not be read, and does nothing. */
    problems: z.array(z.custom<FilterProblem>()).readonly(),
  }),
  async handle({ params, query: asked, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const glance = isPlain(asked) ? await parts.views.glance(runId, asked) : undefined;
    if (glance !== undefined) {
      const { matrix, figures, count, seq } = glance;
      setTag(`${seq}`);
      const page = matrix.rows.map((row): CaseRow => ({ ...row, ...figures(caseKeyOf(row)) }));
      return { seq, metrics: matrix.metrics, count, problems: [], rows: page };
    }
    const view = await parts.views.open(runId);
    setTag(`${view.seq}`);
    const matrix = matrixFor(view, asked.whatif);
    const { metrics, rows } = matrix;
    const { matches, problems } = await rowFilter(asked.filter ?? "", {
      metrics,
      view,
      async deltas() {
        const found = await baselineOf(view.summary, undefined, parts);
        if ("why" in found) return found;
        setTag(`${view.seq}-${found.runId}`);
        return caseDeltas(matrix, view, await parts.views.open(found.runId));
      },
    });
    const needsFigures = figureOrders.has(asked.sort);
    const whole = (row: MatrixRow): CaseRow => ({ ...row, ...view.figures(caseKeyOf(row)) });
    const wanted = rows.filter((row) => isWanted(row, asked.status) && matches(row));
    // what only the page needs is not put together for every case
    const compared = needsFigures ? wanted.map(whole) : wanted;
    const metric = metrics.indexOf(asked.metric ?? "");
    const sorted =
      asked.sort === "plan" ? compared : compared.toSorted(compareCases(asked.sort, metric));
    const inOrder = asked.reverse === "true" ? sorted.toReversed() : sorted;
    const all = asked.group === undefined ? inOrder : inGroups(inOrder, asked.group);
    return {
      seq: view.seq,
      metrics,
      count: all.length,
      problems,
      rows: all
        .slice(asked.offset, asked.offset + asked.limit)
        .map((row) => ("evalId" in row && !needsFigures ? whole(row) : row)),
    };
  },
});

/** Of cases as they stand in the plan, which needs none but those of the page. */
function isPlain({ offset: _, limit: __, sort, metric: ___, ...others }: Asked): boolean {
  return (
    sort === "plan" && Object.values(others).every((each) => each === undefined || each === "")
  );
}

/** Orders that go by what a case took. */
const figureOrders: ReadonlySet<string> = new Set(["latency", "cost", "tokens"]);

type Asked = z.output<typeof query>;

function isWanted(row: MatrixRow, status: Asked["status"]): boolean {
  if (status === undefined) return true;
  if (status === "flaky") return row.flaky;
  if (status === "errored") return isErred(row.status, row.reason);
  return status === "pending" ? row.status === undefined : row.status === status;
}

function inGroups(rows: readonly CaseRow[], by: "tag" | "set"): readonly (CaseRow | CaseGroup)[] {
  const groups = [...Map.groupBy(rows, (row) => (by === "set" ? row.evalSetId : row.tags[0]))].sort(
    ([a], [b]) =>
      a === undefined || b === undefined
        ? a === b
          ? 0
          : a === undefined
            ? 1
            : -1
        : naturalOrder(a, b),
  );
  return groups.flatMap(([group, members]) => {
    const count = (status: MatrixRow["status"]) =>
      members.filter((row) => row.status === status).length;
    const [passed, failed] = [count("passed"), count("failed")];
    return [{ group, cases: members.length, passed, failed }, ...members];
  });
}
