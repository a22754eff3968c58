import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { expect } from "vitest";
import { isUserFacingError } from "../../../src/core/errors.ts";
import { addScenarios } from "../../../src/eval-sets/editing/add-scenarios.ts";
import { readScenarios, readSessionInput } from "../../../src/eval-sets/editing/read-scenarios.ts";
import { evalSetFolder } from "../../../src/eval-sets/eval-set-folder.ts";
import {
  listResults,
  readStoredResult,
  writeResultFile,
} from "../../../src/eval-sets/results/result-file.ts";
import { anEvalCase } from "../../../src/testing/builders.ts";
import { strictly } from "../strictly.ts";
import { type ConformanceKind, outcomeOf, type Vector } from "../vector.ts";

interface IdsInput {
  readonly what: "scenario" | "create" | "look_up" | "cases" | "list" | "result_name";
  readonly scenarios_text: string;
  readonly session_text?: string;
  readonly eval_set_id?: string;
  readonly app_name?: string;
  readonly steps: readonly (readonly ["add" | "get" | "update" | "delete", string])[];
  readonly files: readonly string[];
  readonly time: number;
}

type Answer = Readonly<Record<string, unknown>>;

const time = 1789000000.25;

export const checks: ConformanceKind = {
  inputs: [
    "what",
    "scenarios_text",
    "session_text",
    "eval_set_id",
    "app_name",
    "steps",
    "files",
    "time",
  ],
  async hold(vector) {
    const input = vector.input as unknown as IdsInput;
    const agentsDir = await mkdtemp(join(tmpdir(), "assay-ids-"));
    await mkdir(join(agentsDir, "app"));
    try {
      const answer = await orError(() => answers[input.what](input, agentsDir));
      expect(answer).toEqual(wanted(vector));
    } finally {
      await rm(agentsDir, { recursive: true });
    }
  },
};

const answers: Readonly<
  Record<IdsInput["what"], (input: IdsInput, dir: string) => Promise<Answer>>
> = {
  async scenario(input, agentsDir) {
    const folder = appFolder(agentsDir);
    await folder.create("set");
    const session = input.session_text ?? '{"app_name": "app", "user_id": "u"}';
    const report = await orError(async () => ({
      reported: await addScenarios(folder, "set", {
        scenarios: readScenarios(strictly(input.scenarios_text)),
        sessionInput: readSessionInput(strictly(session)),
        now: time,
      }),
    }));
    const stored = (await folder.get("set"))?.evalCases.map((each) => each.evalId);
    if ("error" in report) return { ...report, stored };
    const reported = report.reported.map(({ added, evalId }) => [
      added ? "added" : "skipped",
      evalId,
    ]);
    return { eval_ids: stored, reported };
  },
  async create(input, agentsDir) {
    const folder = appFolder(agentsDir);
    const evalSetId = input.eval_set_id ?? "";
    await folder.create(evalSetId);
    const file = `${evalSetId}.evalset.json`;
    const text = await readFile(join(agentsDir, "app", file), "utf8");
    const again = await orError(() => folder.create(evalSetId));
    return { file, text: text.replace(String(time), '"<time>"'), again };
  },
  async look_up(input, agentsDir) {
    if (input.app_name !== undefined) {
      return { list: await appFolder(agentsDir, input.app_name).list() };
    }
    return { eval_set: (await appFolder(agentsDir).get(input.eval_set_id ?? "")) ?? null };
  },
  async cases(input, agentsDir) {
    const folder = appFolder(agentsDir);
    await folder.create("set");
    const steps: unknown[] = [];
    for (const [verb, id] of input.steps) steps.push(await stepOn(folder, verb, id));
    return { steps, order: (await folder.get("set"))?.evalCases.map((each) => each.evalId) };
  },
  async list(input, agentsDir) {
    for (const file of input.files) {
      const path = join(agentsDir, "app", file);
      const isFolder = file.endsWith("/");
      await mkdir(isFolder ? path : dirname(path), { recursive: true });
      if (!isFolder) await writeFile(path, "{}");
    }
    return { list: await appFolder(agentsDir).list() };
  },
  async result_name(input, agentsDir) {
    const appName = input.app_name ?? "";
    const evalSetId = input.eval_set_id ?? "";
    const result = { agentsDir, appName, evalSetId, time: input.time, caseResults: [] };
    const path = await writeResultFile(result);
    const listed = await listResults(join(agentsDir, appName));
    const read = await readStoredResult(join(agentsDir, appName), listed[0] ?? "");
    return {
      file: relative(agentsDir, path).replaceAll(sep, "/"),
      eval_set_result_id: read.evalSetResultId,
      eval_set_result_name: read.evalSetResultName,
      listed,
    };
  },
};

function appFolder(agentsDir: string, appName = "app") {
  return evalSetFolder({ agentsDir, appName, now: () => time });
}

async function stepOn(
  folder: ReturnType<typeof appFolder>,
  verb: IdsInput["steps"][number][0],
  evalId: string,
): Promise<unknown> {
  const step = await orError(async () => {
    if (verb === "add") await folder.addCase("set", anEvalCase({ evalId }));
    else if (verb === "update") await folder.updateCase("set", anEvalCase({ evalId }));
    else if (verb === "delete") await folder.deleteCase("set", evalId);
    else return { said: (await folder.getCase("set", evalId)) === undefined ? "none" : "found" };
    return { said: "ok" };
  });
  return "error" in step ? step : step.said;
}

async function orError<T>(act: () => Promise<T>): Promise<T | { error: true }> {
  try {
    return await act();
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    return { error: true };
  }
}

/** Refusals are compared as such; the exit code of a refusal is ours. */
function wanted(vector: Vector): unknown {
  const outcome: Answer = outcomeOf(vector);
  if (outcome.accepted === true) {
    return { file: expect.any(String), text: expect.any(String), again: { error: true } };
  }
  const { exit_code: _exit, ...rest } = outcome;
  return JSON.parse(JSON.stringify(rest), (key, value) => (key === "error" ? true : value));
}
