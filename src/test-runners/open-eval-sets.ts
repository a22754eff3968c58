import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import { type EvalSetSource, evalSetSource } from "../eval-sets/eval-set-source.ts";
import { readEvalSet } from "../eval-sets/reading/read-eval-set.ts";
import { shortPath } from "../files/short-path.ts";
import { checkCaseIds } from "../project/eval-sets/check-case-ids.ts";
import { evalSetFilesIn } from "../project/eval-sets/eval-set-files.ts";
import { isCode } from "../project/eval-sets/open-set-file.ts";
import { parseSelectors } from "../project/eval-sets/parse-selectors.ts";
import { type EvalSetInput, resolveEvalSets } from "../project/eval-sets/resolve-eval-sets.ts";

export interface OpenedEvalSet {
  readonly source: EvalSetSource;
  /** Only these cases; none means all. */
  readonly named: readonly string[];
}

/** Reads eval sets at once, without a promise: test runners want to know their tests while a file is being loaded. */
export function openEvalSets(
  input: EvalSetInput | readonly EvalSetInput[],
  cwd: string,
): readonly OpenedEvalSet[] {
  // who was given none says so by its own name
  const given = Array.isArray(input) && input.length === 0 ? [] : resolveEvalSets(input);
  const opened = given.flatMap((each) =>
    typeof each === "string" ? openNamed(each, cwd) : [{ source: each, named: [] }],
  );
  for (const { source } of opened) {
    if (source.caseIds.length > 0) continue;
    const name = source.path === undefined ? source.header.evalSetId : shortPath(source.path, cwd);
    throw new UserFacingError("eval-set/empty", `${name} has no cases.`, {
      hint: "Nothing evaluated is not a pass. Add a case, or leave the set out.",
    });
  }
  return opened;
}

function openNamed(given: string, cwd: string): readonly OpenedEvalSet[] {
  return parseSelectors([given]).flatMap(({ evalSet, cases }) =>
    filesOf(evalSet, cwd).map((file) => openFile(file, cases, cwd)),
  );
}

function filesOf(path: string, cwd: string): readonly string[] {
  const whole = resolve(cwd, path);
  const found = statSync(whole, { throwIfNoEntry: false });
  if (found === undefined) {
    throw new UserFacingError("eval-set/not-found", `There is no eval set ${path}.`, {
      hint: `Paths begin in ${cwd}. A file beside the test is new URL("./${basename(path)}", import.meta.url).`,
    });
  }
  const files = found.isDirectory() ? evalSetFilesIn(whole) : [whole];
  if (files.length > 0) return files;
  throw new UserFacingError("eval-set/not-found", `${path} contains no eval set.`, {
    hint: "In a folder, files ending in .evalset.json and .test.json are eval sets.",
  });
}

function openFile(path: string, cases: readonly string[], cwd: string): OpenedEvalSet {
  const name = shortPath(path, cwd);
  if (isCode(path)) {
    throw new UserFacingError(
      "eval-set/invalid",
      `${name} is code, and tests are defined before it could be loaded.`,
      { hint: "Import it in the test file, and give describeEvals what it exports." },
    );
  }
  const reading = readEvalSet(readFileSync(path, "utf8"), { file: name });
  const source = evalSetSource(reading.evalSet, { path, reading });
  return { source, named: checkCaseIds(source.caseIds, cases, name) };
}
