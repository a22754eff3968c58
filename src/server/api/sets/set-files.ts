import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { hasAgentFile } from "../../../agents/loading/find-agent-file.ts";
import { UserFacingError } from "../../../core/errors.ts";
import { byCodePoint } from "../../../project/eval-sets/eval-set-files.ts";
import type { Folders } from "../folders.ts";
import { setPath } from "../workspace-paths.ts";

/** A file that reads as an eval set, or says by its name that it is one. */
export interface SetFile {
  /** What addresses call it: it names no path, and says nothing to anybody but this server. */
  readonly id: string;
  /** From the folder of agents. */
  readonly path: string;
  /** Absolute, after links. */
  readonly file: string;
  /** The folder of the agent that it belongs to, from the folder of agents; undefined where there is none. */
  readonly agent: string | undefined;
}

export interface FoundFiles {
  readonly sets: readonly SetFile[];
  /** Folders of agents, from the folder of agents. */
  readonly agents: readonly string[];
}

const MOST_DEPTH = 8;
/** A larger file without the name of an eval set is not opened to see whether it is one. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Every eval set below the folder of agents, whatever is wrong with it. */
export function findSets(parts: Folders): FoundFiles {
  const found = { sets: [] as SetFile[], agents: [] as string[] };
  walk(parts.agentsFolder, { parts, found, agent: undefined, depth: 0 });
  return found;
}

/** The set of an address: by its id, or by the id that stands in its file where no other set has that. */
export function findSet(id: string, parts: Folders): SetFile {
  const { sets } = findSets(parts);
  const named = sets.find((set) => set.id === id);
  if (named !== undefined) return named;
  const alike = sets.filter((set) => idInFile(set.file) === id);
  const [only] = alike;
  if (only !== undefined && alike.length === 1) return only;
  const hint =
    alike.length > 1
      ? `Several files call themselves so: ${alike.map(({ path }) => path).join(", ")}. Open one from the list of eval sets.`
      : "It may have been moved, renamed or deleted. The list of eval sets has those that there are.";
  throw new UserFacingError(
    "eval-set/not-found",
    `There is no eval set ${JSON.stringify(clipped(id))} here.`,
    {
      hint,
    },
  );
}

/** What addresses call the file at a path. */
export function setId(path: string): string {
  const stem = basename(path).replace(/(\.evalset|\.test)?\.json$/, "");
  const slug = stem.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 60);
  const hash = createHash("sha256").update(path.replaceAll(sep, "/")).digest("hex").slice(0, 8);
  return `${slug}.${hash}`;
}

interface Walk {
  readonly parts: Folders;
  readonly found: { readonly sets: SetFile[]; readonly agents: string[] };
  readonly agent: string | undefined;
  readonly depth: number;
}

function walk(folder: string, { parts, found, agent, depth }: Walk): void {
  const from = (path: string) => relative(parts.agentsFolder, path) || ".";
  const isAgent = hasAgentFile(folder);
  const own = isAgent ? from(folder) : agent;
  if (isAgent) found.agents.push(from(folder));
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth < MOST_DEPTH && !isAside(entry.name)) {
        walk(path, { parts, found, agent: own, depth: depth + 1 });
      }
    } else if (entry.name.endsWith(".json") && isSet(path, entry.name)) {
      const file = inside(from(path), parts);
      if (file !== undefined)
        found.sets.push({ id: setId(from(path)), path: from(path), file, agent: own });
    }
  }
}

function entriesOf(folder: string) {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.sort((a, b) => byCodePoint(a.name, b.name));
  } catch {
    // a folder that nobody may read holds no set of ours
    return [];
  }
}

function isAside(name: string): boolean {
  return name === "node_modules" || name.startsWith(".");
}

/** A link may lead out of the folder; what lies there is none of ours. */
function inside(path: string, parts: Folders): string | undefined {
  try {
    return setPath(path, parts);
  } catch {
    return undefined;
  }
}

const looked = new Map<string, boolean>();

function isSet(path: string, name: string): boolean {
  if (name.endsWith(".evalset.json") || name.endsWith(".test.json")) return true;
  if (name.endsWith("test_config.json") || name.startsWith(".")) return false;
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true || stat.size > MOST_BYTES) return false;
  const key = `${path}\n${stat.mtimeMs}\n${stat.size}`;
  const known = looked.get(key);
  if (known !== undefined) return known;
  if (looked.size > 10_000) looked.clear();
  const is = looksLikeSet(path);
  looked.set(key, is);
  return is;
}

function looksLikeSet(path: string): boolean {
  const text = textOf(path);
  if (/^\s*\{/.test(text)) return /"(eval_cases|evalCases)"\s*:/.test(text);
  return /^\s*\[\s*\{/.test(text) && /"(query|data)"\s*:/.test(text);
}

/** As far as it can be seen without reading the set whole. */
function idInFile(path: string): string | undefined {
  const found = /"(?:eval_set_id|evalSetId)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(textOf(path))?.[1];
  try {
    return found === undefined ? undefined : JSON.parse(found);
  } catch {
    return undefined;
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function clipped(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
