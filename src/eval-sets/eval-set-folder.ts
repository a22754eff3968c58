import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { UserFacingError } from "../core/errors.ts";
import type { EvalCase, EvalSet, EvalSetHeader } from "../core/eval-set.ts";
import { nearest } from "../core/text/nearest.ts";
import { pathSegment } from "../core/text/path-segment.ts";
import { makeFolder } from "../files/make-folder.ts";
import { readTextFile } from "../files/read-text-file.ts";
import { writeNew } from "../files/write-new.ts";
import { editCases, editFile } from "./editing/edit-eval-set.ts";
import { readEvalSet } from "./reading/read-eval-set.ts";
import { writeEvalSet } from "./write-eval-set.ts";

/** The eval sets of one app, as ADK keeps them: `<agents folder>/<app>/<id>.evalset.json`. */
export interface EvalSetFolder {
  /** Refuses an id that is taken. Without a name it is called by its id. */
  create(evalSetId: string, about?: Pick<EvalSetHeader, "name" | "description">): Promise<EvalSet>;
  /** Undefined when there is no such set. Old formats are read too. */
  get(evalSetId: string): Promise<EvalSet | undefined>;
  /** Ids by code point. */
  list(): Promise<readonly string[]>;
  getCase(evalSetId: string, evalId: string): Promise<EvalCase | undefined>;
  addCase(evalSetId: string, evalCase: EvalCase): Promise<void>;
  /** Replaces the case of the same id where it stands. */
  updateCase(evalSetId: string, evalCase: EvalCase): Promise<void>;
  deleteCase(evalSetId: string, evalId: string): Promise<void>;
  /** Several changes at once: the file is written once, when all of them were possible. What is not changed stays as it was written. */
  change(evalSetId: string, change: (evalSet: EvalSet) => readonly EvalCase[]): Promise<void>;
}

export interface EvalSetFolderOptions {
  readonly agentsDir: string;
  readonly appName: string;
  /** Unix seconds. */
  readonly now: () => number;
}

const suffix = ".evalset.json";

export function evalSetFolder({ agentsDir, appName, now }: EvalSetFolderOptions): EvalSetFolder {
  const folder = join(agentsDir, pathSegment(appName, "App"));
  const pathOf = (evalSetId: string) => join(folder, pathSegment(evalSetId, "Eval set") + suffix);

  async function get(evalSetId: string): Promise<EvalSet | undefined> {
    const path = pathOf(evalSetId);
    if (!(await isThere(path))) return undefined;
    // two cases of one id can be mended here, so they are let in
    return readEvalSet(await readTextFile(path, { invalid: "eval-set/invalid" }), {
      file: path,
      duplicates: "allow",
    }).evalSet;
  }

  async function list(): Promise<readonly string[]> {
    const names = await readdir(folder).catch((cause: unknown) => {
      throw new UserFacingError("agent/not-found", `There is no folder ${folder}.`, {
        hint: "Eval sets are kept in the folder of their agent.",
        cause,
      });
    });
    return names
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length))
      .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  }

  async function change(
    evalSetId: string,
    changed: (evalSet: EvalSet) => readonly EvalCase[],
  ): Promise<void> {
    const path = pathOf(evalSetId);
    if (!(await isThere(path))) throw await noSuchSet(evalSetId, appName, list);
    await editFile(path, (text) => editCases(text, changed, path));
  }

  return {
    async create(evalSetId, about = {}) {
      const path = pathOf(checkNewId(evalSetId));
      const evalSet: EvalSet = {
        evalSetId,
        name: about.name ?? evalSetId,
        description: about.description,
        evalCases: [],
        creationTimestamp: now(),
      };
      await makeFolder(folder).catch((cause: NodeJS.ErrnoException) => {
        throw new UserFacingError("file/unwritable", `Cannot make ${folder}: ${cause.message}`, {
          hint: "Check the path and its permissions.",
          cause,
        });
      });
      const isNew = await writeNew(path, writeEvalSet(evalSet, { keepEmpty: true }));
      if (!isNew) throw existsAlready(path, evalSetId, appName);
      return evalSet;
    },
    get,
    list,
    async getCase(evalSetId, evalId) {
      return (await get(evalSetId))?.evalCases.find((each) => each.evalId === evalId);
    },
    async addCase(evalSetId, evalCase) {
      await change(evalSetId, (evalSet) => withCase(evalSet, evalCase).evalCases);
    },
    async updateCase(evalSetId, evalCase) {
      await change(evalSetId, (evalSet) => {
        const at = placeOfCase(evalSet, evalCase.evalId);
        return evalSet.evalCases.with(at, evalCase);
      });
    },
    async deleteCase(evalSetId, evalId) {
      await change(evalSetId, (evalSet) => {
        const at = placeOfCase(evalSet, evalId);
        return evalSet.evalCases.toSpliced(at, 1);
      });
    },
    change,
  };
}

/** The set with one more case; an id that is taken is refused. */
export function withCase(evalSet: EvalSet, evalCase: EvalCase): EvalSet {
  if (evalSet.evalCases.some((each) => each.evalId === evalCase.evalId)) {
    throw new UserFacingError(
      "eval-set/duplicate",
      `Eval set ${evalSet.evalSetId} already has a case ${JSON.stringify(evalCase.evalId)}.`,
      { hint: "Choose another id, or update the case that is there." },
    );
  }
  return { ...evalSet, evalCases: [...evalSet.evalCases, evalCase] };
}

/** Stricter than looking one up, so that a name never needs quoting; ADK allows no dashes and dots. */
function checkNewId(evalSetId: string): string {
  if (/^[A-Za-z0-9_.-]+$/.test(evalSetId)) return evalSetId;
  throw new UserFacingError(
    "name/invalid",
    `${JSON.stringify(evalSetId)} cannot be the id of an eval set.`,
    { hint: "Use letters from a to z, digits, dashes, dots and underscores." },
  );
}

function placeOfCase({ evalSetId, evalCases }: EvalSet, evalId: string): number {
  const at = evalCases.findIndex((each) => each.evalId === evalId);
  if (at !== -1) return at;
  const near = nearest(
    evalId,
    evalCases.map((each) => each.evalId),
  );
  throw new UserFacingError(
    "eval-set/unknown-case",
    `Eval set ${evalSetId} has no case ${JSON.stringify(evalId)}.`,
    { hint: near === undefined ? `It has ${evalCases.length} cases.` : `Did you mean ${near}?` },
  );
}

async function noSuchSet(
  evalSetId: string,
  appName: string,
  list: () => Promise<readonly string[]>,
): Promise<UserFacingError> {
  const near = nearest(evalSetId, await list().catch(() => []));
  return new UserFacingError(
    "eval-set/not-found",
    `There is no eval set ${evalSetId} in ${appName}.`,
    {
      hint: near === undefined ? "Create it with assay eval-set create." : `Did you mean ${near}?`,
    },
  );
}

function existsAlready(path: string, evalSetId: string, appName: string): UserFacingError {
  const message = `Eval set ${evalSetId} of ${appName} exists already.`;
  return new UserFacingError("eval-set/exists", message, { hint: `It is ${path}.` });
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (cause: NodeJS.ErrnoException) => cause.code !== "ENOENT",
  );
}
