import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorFromProblems } from "../../core/errors.ts";
import { shortPath } from "../../files/short-path.ts";
import { readConfigText } from "../config/config-file-for.ts";
import type { EvalConfig } from "../config/read-config.ts";
import { evaluatorCriteria } from "./evaluator-criteria.ts";
import { examineEvalConfig } from "./read-eval-config.ts";
import { readYaml } from "./read-yaml.ts";

/** An eval config file of agentevals, with what it says beside the metrics. */
export interface EvalConfigFile {
  readonly config: EvalConfig;
  /** A whole path. */
  readonly evalSet?: string | undefined;
  readonly traceFormat?: string | undefined;
  readonly output?: string | undefined;
}

/** Reads an eval config in YAML. Throws one error that lists every mistake in it, each with its line. */
export async function readEvalConfigFile(
  path: string,
  cwd: string = process.cwd(),
): Promise<EvalConfigFile> {
  const file = shortPath(path, cwd);
  const text = await readConfigText(path);
  const yaml = readYaml(text, { file, code: "config/invalid" });
  const { config: read, problems } = examineEvalConfig(yaml.value, { isTrusted: true });
  if (problems.length > 0) throw errorFromProblems("config/invalid", yaml.locate(problems));
  const directory = dirname(path);
  const asked = evaluatorCriteria(read.evaluators, { directory, cwd });
  if (asked.problems.length > 0) {
    throw errorFromProblems("config/invalid", yaml.locate(asked.problems));
  }
  const set = read.evalSet === undefined ? undefined : setPath(read.evalSet, { directory, cwd });
  const notes = [...asked.notes, ...(set?.notes ?? [])];
  return {
    config: { ...asked.config, warnings: notes.map((message) => ({ message })) },
    evalSet: set?.path,
    traceFormat: read.traceFormat,
    output: read.output,
  };
}

/** From the config's folder, else from where the command runs, as agentevals has it. */
function setPath(written: string, { directory, cwd }: { directory: string; cwd: string }) {
  const beside = resolve(directory, written);
  const here = resolve(cwd, written);
  if (existsSync(beside) || !existsSync(here)) return { path: beside, notes: [] };
  const note = `${written} is not beside the config; the one in this folder is used.`;
  return { path: here, notes: [note] };
}
