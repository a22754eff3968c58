import { z } from "zod";
import type { MatrixRow } from "../../../core/folds/matrix.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { route } from "../route.ts";

const query = z.object({
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
  status: z.enum(["passed", "failed", "not-evaluated", "flaky", "pending"]).optional(),
  tag: z.string().optional(),
  text: z.string().optional(),
  sort: z.enum(["plan", "status", "seconds", "score"]).default("plan"),
  /** For `sort=score`: the metric whose worst scores come first. */
  metric: z.string().optional(),
});

export const runCases = route({
  summary: "The cases of a run against its metrics: filtered, sorted, a page at a time.",
  query,
  reply: z.object({
    seq: z.number(),
    metrics: z.array(z.string()).readonly(),
    count: z.number(),
    rows: z.array(z.custom<MatrixRow>()).readonly(),
  }),
  async handle({ params, query: asked, parts, setTag }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const { matrix, seq } = await parts.views.open(runId);
    setTag(`${seq}`);
    const wanted = matrix.rows.filter((row) => isWanted(row, asked));
    const place = matrix.metrics.indexOf(asked.metric ?? "");
    const sorted = asked.sort === "plan" ? wanted : wanted.toSorted(orders[asked.sort](place));
    return {
      seq,
      metrics: matrix.metrics,
      count: wanted.length,
      rows: sorted.slice(asked.offset, asked.offset + asked.limit),
    };
  },
});

type Asked = z.output<typeof query>;

function isWanted(row: MatrixRow, { status, tag, text }: Asked): boolean {
  if (tag !== undefined && !row.tags.includes(tag)) return false;
  if (text !== undefined && !row.evalId.toLowerCase().includes(text.toLowerCase())) return false;
  if (status === undefined) return true;
  if (status === "flaky") return row.flaky;
  return status === "pending" ? row.status === undefined : row.status === status;
}

type Order = (metric: number) => (a: MatrixRow, b: MatrixRow) => number;

const badness = { failed: 0, "not-evaluated": 1, passed: 3 };

const orders: Readonly<Record<Exclude<Asked["sort"], "plan">, Order>> = {
  status: () => (a, b) => badnessOf(a) - badnessOf(b) || a.index - b.index,
  seconds: () => (a, b) => (b.seconds ?? -1) - (a.seconds ?? -1) || a.index - b.index,
  score: (metric) => (a, b) => scoreOf(a, metric) - scoreOf(b, metric) || a.index - b.index,
};

function badnessOf({ status }: MatrixRow): number {
  return status === undefined ? 2 : badness[status];
}

/** Cases without a score come last: nothing is known of them. */
function scoreOf({ cells }: MatrixRow, metric: number): number {
  return cells[metric]?.score ?? Number.POSITIVE_INFINITY;
}
