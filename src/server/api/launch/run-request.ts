import { relative, sep } from "node:path";
import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { shellLine } from "../../../core/text/shell-word.ts";
import { findProject } from "../../../project/assay-config/find-project.ts";
import { evalDefaults } from "../../../project/plan/eval-request.ts";
import type { ServerParts } from "../server-parts.ts";
import { agentPath, setPath } from "../workspace-paths.ts";

/** What a run is asked to be. */
export const runRequest = z.strictObject({
  agent: z.string(),
  /** The model to run the agent with in place of its own. */
  agentModel: z.string().min(1).max(200).optional(),
  evalSets: z.array(z.string()).default([]),
  cases: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  /** Run cases in quarantine, too; else only those that are named. */
  quarantined: z.boolean().optional(),
  /** Only what did not pass in this run. */
  failed: z.string().optional(),
  /** Leave out what passed last time and is the same since. */
  changed: z.boolean().optional(),
  /** By name, as a config writes them; instead of what the configs say. */
  criteria: z.record(z.string(), z.unknown()).optional(),
  /** A config file of this workspace. */
  config: z.string().optional(),
  trials: z.number().int().min(1).max(1000).optional(),
  concurrency: z.number().int().min(1).max(1000).optional(),
  judgeModel: z.string().optional(),
  maxCost: z.number().positive().optional(),
  /** The same, with the agent's own model calls. */
  budget: z.number().positive().optional(),
  /** Seconds for a turn. */
  timeout: z.number().positive().optional(),
  name: z.string().optional(),
  gates: z.array(z.string()).optional(),
  baseline: z.string().optional(),
});

export type RunRequestBody = z.output<typeof runRequest>;

/** The words of the command that does what is asked; paths are absolute. */
export function evalWords(body: RunRequestBody, parts: ServerParts): readonly string[] {
  if (body.criteria !== undefined && body.config !== undefined) {
    throw new UserFacingError("cli/usage", "A run is measured by criteria or by a config.", {
      hint: "Leave out one of them.",
    });
  }
  const flags = Object.entries({
    case: body.cases,
    tag: body.tags,
    quarantined: body.quarantined,
    failed: body.failed,
    changed: body.changed,
    criterion: criteriaWords(body.criteria),
    config_file_path: body.config && setPath(body.config, parts),
    num_runs: unusual(body.trials, evalDefaults.trials, parts),
    concurrency: unusual(body.concurrency, evalDefaults.concurrency, parts),
    judge_model: body.judgeModel,
    max_cost: body.maxCost,
    budget: body.budget,
    agent_model: body.agentModel,
    timeout: body.timeout,
    name: body.name,
    gate: body.gates,
    baseline: body.baseline,
  }).flatMap(([flag, value]) => flagWords(flag, value));
  const sets = body.evalSets.map((set) => setPath(set, parts));
  return ["eval", ...flags, "--", agentPath(body.agent, parts), ...sets];
}

/** What a run does anyway need not be said, but where a project config may say something else. */
function unusual(count: number | undefined, usual: number, { cwd }: ServerParts) {
  return count === usual && findProject(cwd) === undefined ? undefined : count;
}

/** The same to be typed where the server was started. */
export function evalCommand(body: RunRequestBody, parts: ServerParts): string {
  const words = evalWords(body, parts);
  const end = words.indexOf("--");
  const [name = "", ...flags] = words.slice(0, end);
  const paths = words.slice(end + 1).map((path) => shownPath(path, parts.cwd));
  return shellLine(["npx", "assay", name, ...paths, ...flags]);
}

function shownPath(path: string, cwd: string): string {
  const short = relative(cwd, path).split(sep).join("/");
  return short === "" ? "." : short.startsWith("../") ? path : short;
}

function criteriaWords(criteria: Readonly<Record<string, unknown>> | undefined) {
  if (criteria === undefined) return undefined;
  return Object.entries(criteria).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
}

function flagWords(flag: string, value: unknown): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [`--${flag}`];
  const all = Array.isArray(value) ? value : [value];
  // one word, so that a value that begins with a dash is none of ours
  return all.map((each) => `--${flag}=${each}`);
}
