import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { route } from "../route.ts";
import { setPath } from "../workspace-paths.ts";
import { openTrace, otlpLines, traceQuery } from "./trace-source.ts";

export const traceScore = route({
  summary:
    "Score a conversation as it stands, as a run: against an eval set of this workspace, or without references. No agent is called.",
  query: traceQuery,
  body: z.strictObject({
    metrics: z.array(z.string().regex(/^\w+$/)).min(1),
    /** What they must reach; as `assay score` has it unless given. */
    threshold: z.number().min(0).max(1).optional(),
    evalSet: z.string().optional(),
    judgeModel: z.string().optional(),
  }),
  reply: z.object({ runId: z.string() }),
  status: 201,
  async handle({ query, body, parts }) {
    const { metrics, threshold, evalSet, judgeModel } = body;
    const text = otlpLines(await openTrace(query, parts, { withRequests: true }));
    // spans of a session are forgotten some day, and scoring that was cut off reads them again
    const folder = join(parts.workspace, "evaluated");
    const file = join(
      folder,
      `${createHash("sha256").update(text).digest("hex").slice(0, 16)}.jsonl`,
    );
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, text, { mode: 0o600 });
    const flags = Object.entries({
      eval_set: evalSet && setPath(evalSet, parts),
      threshold,
      judge_model: judgeModel,
    }).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]));
    const words = metrics.map((name) => `--metric=${name}`);
    return await parts.jobs.start(["score", ...words, ...flags, "--", file]);
  },
});
