import { readdir, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join as joinPath, relative, resolve, sep } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";
import { byCodePoint, evalSetFilesIn } from "./eval-set-files.ts";
import { join, type Selector } from "./parse-selectors.ts";

/** An eval set file that was asked for, and which of its cases; none means all. */
export interface SelectedEvalSet {
  /** Absolute. */
  readonly path: string;
  /** As short as it can be said from where the command was run. */
  readonly name: string;
  readonly cases: readonly string[];
}

export interface EvalSetSelection {
  readonly sets: readonly SelectedEvalSet[];
  /** Things worth saying aloud, a sentence each. */
  readonly notes: readonly string[];
}

export interface SelectionPlaces {
  /** Where ids are looked up, and everything is when nothing is named. */
  readonly agentDirectory: string;
  /** The agent's own file, for advice. */
  readonly agentPath?: string | undefined;
  /** Where relative paths begin. */
  readonly cwd: string;
  /** The project config that may have named them: paths in it begin at its folder. */
  readonly project?: string | undefined;
}

/** The files that selectors mean: files, folders full of them, ids in the agent's folder, or all below it. */
export async function findEvalSets(
  selectors: readonly Selector[],
  places: SelectionPlaces,
): Promise<EvalSetSelection> {
  if (selectors.length === 0) return everything(places);
  const byPath = new Map<string, Selector>();
  for (const selector of selectors) {
    for (const path of await pathsOf(selector, places)) {
      const earlier = byPath.get(path);
      byPath.set(path, earlier === undefined ? selector : join(earlier, selector));
    }
  }
  const found = [...byPath].map(([path, { cases, widened }]) => {
    return { path, name: shortName(path, places.cwd), cases, widened };
  });
  return {
    sets: found.map(({ path, name, cases }) => ({ path, name, cases })),
    notes: found
      .filter((each) => each.widened)
      .map((each) => `${each.name} is named whole and by case; all of its cases are meant.`),
  };
}

async function everything(places: SelectionPlaces): Promise<EvalSetSelection> {
  const { agentDirectory, agentPath, cwd } = places;
  const paths = evalSetFilesIn(agentDirectory);
  const agent = shortName(agentDirectory, cwd);
  if (paths.length === 0) {
    // "below ." with the full stop of the sentence would read as the folder above
    const where = agent === "." ? "in this folder or below" : `below ${agent}`;
    throw new UserFacingError("eval-set/not-found", `There is no eval set ${where}.`, {
      hint: `Name one, or have a first one written:  assay init ${leadsTo(agentPath) ? agent : shortName(agentPath ?? "", cwd)}`,
    });
  }
  return {
    sets: paths.map((path) => ({ path, name: shortName(path, cwd), cases: [] })),
    notes: [],
  };
}

/** Whether an agent's folder leads to it, so that its file need not be named. */
function leadsTo(agentPath: string | undefined): boolean {
  return agentPath === undefined || /^agent\.\w+$/.test(basename(agentPath));
}

async function pathsOf(selector: Selector, places: SelectionPlaces): Promise<readonly string[]> {
  const { evalSet, surplus } = selector;
  if (surplus !== undefined) {
    throw new UserFacingError("cli/usage", `${evalSet} is followed by more than one colon.`, {
      hint: `Cases are separated by commas:  ${evalSet}:case_1,case_2`,
    });
  }
  if (evalSet === "") {
    throw new UserFacingError("cli/usage", "An argument names no eval set.", {
      hint: "Give a file, a folder or the id of a set:  evals/smoke.evalset.json:case_1,case_2",
    });
  }
  const path = resolve(places.cwd, evalSet);
  const kind = await kindOf(path);
  if (kind === "file") return [path];
  if (kind === "folder") return filesOfFolder(path, selector);
  const byId = resolve(places.agentDirectory, `${evalSet}.evalset.json`);
  // an id is one name, so it cannot lead out of the agent's folder
  const staysInside = dirname(byId) === resolve(places.agentDirectory);
  if (staysInside && (await kindOf(byId)) === "file") return [byId];
  const inside = resolve(places.agentDirectory, evalSet);
  // where the command is run goes before where the agent is
  if (isBelow(inside, places.agentDirectory)) {
    const there = await kindOf(inside);
    if (there === "file") return [inside];
    if (there === "folder") return filesOfFolder(inside, selector);
  }
  throw await notFound(evalSet, path, places);
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(resolve(folder) + sep);
}

async function filesOfFolder(folder: string, selector: Selector): Promise<readonly string[]> {
  const files = evalSetFilesIn(folder);
  if (files.length === 0) {
    throw new UserFacingError("eval-set/not-found", `${selector.evalSet} contains no eval set.`, {
      hint: "In a folder, files ending in .evalset.json and .test.json are eval sets.",
    });
  }
  if (selector.cases.length > 0 && files.length > 1) {
    throw new UserFacingError(
      "cli/usage",
      `${selector.evalSet} contains ${files.length} eval sets, so it is not clear whose cases are meant.`,
      { hint: `Name the file:  ${joinPath(selector.evalSet, relative(folder, files[0] ?? ""))}:…` },
    );
  }
  return files;
}

async function notFound(
  evalSet: string,
  path: string,
  { agentDirectory, cwd, project }: SelectionPlaces,
): Promise<UserFacingError> {
  const beside = (await namesIn(dirname(path))).filter((name) => name.endsWith(".json"));
  const near = nearestFile(basename(path), beside);
  const ids = (await namesIn(agentDirectory)).filter((name) => name.endsWith(idSuffix));
  const nearId = nearest(
    evalSet,
    ids.map((name) => name.slice(0, -idSuffix.length)),
  );
  const guess =
    namesakeBelow(evalSet, agentDirectory, cwd) ??
    (near === undefined ? nearId : shortName(joinPath(dirname(path), near), cwd)) ??
    nearestBelow(evalSet, agentDirectory, cwd);
  return new UserFacingError("eval-set/not-found", `There is no eval set ${evalSet}.`, {
    hint: guess === undefined ? `Check the path; ${whereFrom(project)}.` : `Did you mean ${guess}?`,
  });
}

function whereFrom(project: string | undefined): string {
  const typed = "it is relative to the folder you run the command in";
  return project === undefined ? typed : `${typed}, and in ${basename(project)} to its own folder`;
}

/** A set of exactly that name, whatever it ends in and however deep it lies. */
function namesakeBelow(evalSet: string, agentDirectory: string, cwd: string): string | undefined {
  const stem = stemOf(evalSet);
  const path = filesBelow(agentDirectory).find((file) => stemOf(basename(file)) === stem);
  return path === undefined ? undefined : shortName(path, cwd);
}

/** A set that lies deeper in the agent's folder than it was looked for. */
function nearestBelow(evalSet: string, agentDirectory: string, cwd: string): string | undefined {
  const files = filesBelow(agentDirectory);
  const names = new Map(files.map((file) => [basename(file), file]));
  const near = nearestFile(basename(evalSet), [...names.keys()]);
  const path = near === undefined ? undefined : names.get(near);
  return path === undefined ? undefined : shortName(path, cwd);
}

const idSuffix = ".evalset.json";

/** Endings are forgotten more often than names are misspelt. */
function nearestFile(name: string, names: readonly string[]): string | undefined {
  // long endings in common make any two short names alike
  const alike = names.filter((each) => {
    const stem = stemOf(each);
    return name.startsWith(`${stem}.`) || nearest(stemOf(name), [stem]) !== undefined;
  });
  const exact = nearest(name, alike);
  if (exact !== undefined) return exact;
  const stems = new Map(names.map((each) => [stemOf(each), each]));
  const stem = nearest(stemOf(name), stems.keys());
  return stem === undefined ? undefined : stems.get(stem);
}

function stemOf(name: string): string {
  return name.replace(/(\.evalset|\.test)?\.json$/, "");
}

/** Only used to guess what was meant. */
function filesBelow(folder: string): readonly string[] {
  try {
    return evalSetFilesIn(folder);
  } catch {
    return [];
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort(byCodePoint);
  } catch {
    // only used to guess what was meant
    return [];
  }
}

async function kindOf(path: string): Promise<"file" | "folder" | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? "folder" : "file";
}

function shortName(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === "") return ".";
  return short.startsWith(`..${sep}`) || short === ".." || isAbsolute(short) ? path : short;
}
