import { statSync } from "node:fs";
import { relative } from "node:path";
import { z } from "zod";
import { route } from "../route.ts";
import { setHistory } from "./case-history.ts";
import { findSet } from "./set-files.ts";
import { setProblems } from "./set-problems.ts";
import { caseRow, caseRows } from "./set-rows.ts";
import { problem } from "./set-shapes.ts";

export const setDetail = route({
  summary:
    "One eval set: its cases with how they went lately, and what is wrong with the file, with line and column.",
  reply: z.object({
    id: z.string(),
    evalSetId: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
    path: z.string(),
    agent: z.string().optional(),
    tag: z.string(),
    oldFormat: z.boolean(),
    changedAt: z.string(),
    configFile: z.string().optional(),
    problems: z.array(problem).readonly(),
    warnings: z.array(problem).readonly(),
    /** The runs that `cases` tell of, the newest first. */
    runs: z.array(z.object({ runId: z.string(), startedAt: z.string() })).readonly(),
    cases: z.array(caseRow).readonly(),
  }),
  async handle({ params, parts }) {
    const set = findSet(params.set ?? "", parts);
    const whole = await parts.sets.read(set);
    const { header, tag, oldFormat, cases } = whole;
    const evalSetId = header.evalSetId ?? "";
    const history = await setHistory(parts.runs, { evalSetId, file: set.file, cwd: parts.cwd });
    const { problems, warnings, configFile } = await setProblems(set, whole, parts);
    return {
      id: set.id,
      evalSetId,
      name: header.name,
      description: header.description,
      path: set.path,
      agent: set.agent,
      tag,
      oldFormat,
      changedAt: (
        statSync(set.file, { throwIfNoEntry: false })?.mtime ?? new Date(0)
      ).toISOString(),
      configFile: configFile && relative(parts.agentsFolder, configFile),
      problems,
      warnings,
      runs: history.runs,
      cases: caseRows(cases, problems, history),
    };
  },
});
