import { existsSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { errorFromProblems, UserFacingError } from "../../core/errors.ts";
import { locateProblems } from "../../core/json/json-place.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { pathSegment } from "../../core/text/path-segment.ts";
import { pythonFloat } from "../python-text.ts";
import {
  type EvalCaseResult,
  type EvalSetResult,
  evalSetResultSchema,
} from "./eval-result-schema.ts";
import { writeCases } from "./write-cases.ts";

const suffix = ".evalset_result.json";

const history = join(".adk", "eval_history");

/** Where ADK keeps results, inside the agent's folder; that place itself may be named, too. */
function historyFolder(agentFolder: string): string {
  return agentFolder.endsWith(sep + history) ? agentFolder : join(agentFolder, history);
}

/** Which set of which app was evaluated when. */
export interface ResultHeader {
  readonly appName: string;
  readonly evalSetId: string;
  /** Unix seconds. */
  readonly time: number;
}

/** A results file as ADK writes it: everything, nulls and defaults included. Returns its path. */
export async function writeResultFile({
  agentsDir,
  caseResults,
  ...header
}: ResultHeader & {
  readonly agentsDir: string;
  readonly caseResults: readonly EvalCaseResult[];
}): Promise<string> {
  pathSegment(header.evalSetId, "Eval set");
  const folder = join(agentsDir, pathSegment(header.appName, "App"));
  return writeResultInto(folder, header, caseResults, "full");
}

/** Writes case by case, so that any number of them fits in memory; a reader sees the whole file or none. */
export async function writeResultInto(
  agentFolder: string,
  header: ResultHeader,
  caseResults: Iterable<EvalCaseResult> | AsyncIterable<EvalCaseResult>,
  mode: "full" | "lean",
): Promise<string> {
  const { id, name, path } = placeOf(agentFolder, header);
  const isNew = !existsSync(dirname(path));
  await writeCases({
    path,
    before: {
      eval_set_result_id: id,
      eval_set_result_name: name,
      eval_set_id: header.evalSetId,
    },
    after: { creation_timestamp: header.time },
    cases: caseResults,
    mode,
  });
  // results are nobody's source; whoever wants them in version control removes this
  if (isNew) await writeFile(join(dirname(path), ".gitignore"), "*\n");
  return path;
}

/** Under which id, name and path a result is kept. */
function placeOf(
  agentFolder: string,
  { appName, evalSetId, time }: ResultHeader,
): { readonly id: string; readonly name: string; readonly path: string } {
  const id = `${appName}_${evalSetId}_${pythonFloat(time)}`;
  const name = id.replaceAll(/[\\/]/g, "_");
  return { id, name, path: join(historyFolder(agentFolder), pathSegment(name, "Result") + suffix) };
}

/** Removes the result that was written under this header. False when there is none. */
export async function removeResult(agentFolder: string, header: ResultHeader): Promise<boolean> {
  try {
    await rm(placeOf(agentFolder, header).path);
    return true;
  } catch {
    return false;
  }
}

/** Reads a results file of ADK or ours, also one that was encoded twice. `file` is only for messages. */
export function readResultFile(
  text: string,
  options: { readonly file?: string | undefined } = {},
): EvalSetResult {
  const value = parseStrict(text, options.file);
  if (typeof value === "string") return readResultFile(value, options);
  const context = new ParseContext();
  const result = evalSetResultSchema.read(value, context);
  // shorthand is for people; in a results file it is a mistake as any other
  const problems = [...context.problems, ...context.adkIncompatibilities];
  if (problems.length === 0) return result;
  throw errorFromProblems("file/unreadable", locateProblems(text, problems, options.file));
}

/** The result of that id among those kept in an agent's folder. */
export async function readStoredResult(agentFolder: string, id: string): Promise<EvalSetResult> {
  const path = join(historyFolder(agentFolder), pathSegment(id, "Result") + suffix);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "ENOENT") {
      throw new UserFacingError("file/unreadable", `Cannot read ${path}.`, { cause });
    }
    throw new UserFacingError("run/not-found", `There is no result ${id}.`, {
      hint: `Results of ADK are kept in ${historyFolder(agentFolder)}.`,
      cause,
    });
  });
  return readResultFile(text, { file: path });
}

/** Ids of the results kept in an agent's folder, in order. */
export async function listResults(agentFolder: string): Promise<readonly string[]> {
  const names = await readdir(historyFolder(agentFolder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .sort();
}

/** Programs write these files, so what only people write is refused. */
function parseStrict(text: string, file: string | undefined): unknown {
  const { value, extended } = parseJsonText(text, { file });
  if (extended.length === 0) return value;
  throw new UserFacingError("file/unreadable", `${file ?? "The result"} is not strict JSON.`, {
    hint: "Results files have no comments and no trailing commas.",
  });
}
