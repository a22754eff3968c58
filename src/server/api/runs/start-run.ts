import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { findRun } from "../../../project/history/finding/find-run.ts";
import { runState } from "../../../project/history/list-runs.ts";
import { route } from "../route.ts";
import { agentPath, setPath } from "../workspace-paths.ts";

const started = z.object({ runId: z.string() });

export const startRun = route({
  summary: "Start a run of an agent of this workspace. It goes on when the server ends.",
  body: z.strictObject({
    agent: z.string(),
    evalSets: z.array(z.string()).default([]),
    cases: z.array(z.string()).optional(),
    tags: z.array(z.string()).optional(),
    /** By name, as a config writes them; instead of what the configs say. */
    criteria: z.record(z.string(), z.unknown()).optional(),
    /** A config file of this workspace. */
    config: z.string().optional(),
    trials: z.number().int().min(1).max(1000).optional(),
    concurrency: z.number().int().min(1).max(1000).optional(),
    judgeModel: z.string().optional(),
    maxCost: z.number().positive().optional(),
    name: z.string().optional(),
    gates: z.array(z.string()).optional(),
    baseline: z.string().optional(),
  }),
  reply: started,
  status: 201,
  async handle({ body, parts }) {
    if (body.criteria !== undefined && body.config !== undefined) {
      throw new UserFacingError("cli/usage", "A run is measured by criteria or by a config.", {
        hint: "Leave out one of them.",
      });
    }
    const flags = Object.entries({
      case: body.cases,
      tag: body.tags,
      criterion: criteriaWords(body.criteria),
      config_file_path: body.config && setPath(body.config, parts),
      num_runs: body.trials,
      concurrency: body.concurrency,
      judge_model: body.judgeModel,
      max_cost: body.maxCost,
      name: body.name,
      gate: body.gates,
      baseline: body.baseline,
    }).flatMap(([flag, value]) => flagWords(flag, value));
    const sets = body.evalSets.map((set) => setPath(set, parts));
    return await parts.jobs.start(["eval", ...flags, "--", agentPath(body.agent, parts), ...sets]);
  },
});

export const resumeRun = route({
  summary: "Go on with a run that was cut off. Nothing that finished is run again.",
  reply: started,
  status: 201,
  async handle({ params, parts }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    return await parts.jobs.start(["eval", `--resume=${runId}`]);
  },
});

export const cancelRun = route({
  summary:
    "Ask a run that was started here to end. What is finished is kept, and it can be resumed.",
  reply: z.object({ asked: z.boolean() }),
  async handle({ params, parts }) {
    const runId = await findRun(parts.runs, params.run, { cwd: parts.cwd });
    const state = await runState(parts.runs, runId);
    if (state !== "running") {
      throw new UserFacingError("run/busy", `Run ${runId} is not running any more.`);
    }
    if (parts.jobs.cancel(runId)) return { asked: true };
    throw new UserFacingError("run/busy", `Run ${runId} was not started by this server.`, {
      hint: "End it where it was started, with Ctrl-C.",
    });
  },
});

function criteriaWords(criteria: Readonly<Record<string, unknown>> | undefined) {
  if (criteria === undefined) return undefined;
  return Object.entries(criteria).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
}

function flagWords(flag: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  const all = Array.isArray(value) ? value : [value];
  // one word, so that a value that begins with a dash is none of ours
  return all.map((each) => `--${flag}=${each}`);
}
