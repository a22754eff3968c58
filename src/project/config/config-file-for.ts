import { lstatSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { readTextFile } from "../../files/read-text-file.ts";
import type { Selector } from "../eval-sets/parse-selectors.ts";

interface ConfigSearch {
  /** The path that was asked for by option; it wins. */
  readonly given?: string | undefined;
  readonly exists: (path: string) => boolean;
  /** How far up to look; without it, only beside the eval set. */
  readonly upTo?: string | undefined;
}

/** Also for a link that leads nowhere: a config that cannot be read is reported, and does not count as none. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

const configName = "test_config.json";

/** The config of one eval set: the given one, its own (`smoke.test_config.json`), else the nearest `test_config.json` beside it or above it. */
export function configFileFor(
  evalSetPath: string,
  { given, exists, upTo }: ConfigSearch,
): string | undefined {
  if (given !== undefined) return given;
  let folder = dirname(evalSetPath);
  const stem = basename(evalSetPath).replace(/(?:\.evalset|\.test)?\.[cm]?(?:json|[jt]s)$/, "");
  const own = join(folder, `${stem}.${configName}`);
  if (exists(own)) return own;
  const last = upTo !== undefined && isInside(folder, upTo) ? upTo : folder;
  for (;;) {
    const candidate = join(folder, configName);
    if (exists(candidate)) return candidate;
    if (relative(folder, last) === "") return undefined;
    folder = dirname(folder);
  }
}

/** How ADK would read the same arguments: as files or as ids, and with which config (undefined: its strict defaults). */
export interface AdkReading {
  readonly asFiles: boolean;
  readonly configFile: string | undefined;
}

/**
 * ADK looks beside the eval set only when exactly one is named, and lets the first argument decide whether all are files.
 * `assay eval` uses it to say where its own, kinder rules give another result.
 */
export function adkReading(
  selectors: readonly Selector[],
  { given, exists }: Pick<ConfigSearch, "given" | "exists">,
): AdkReading {
  const first = selectors[0]?.evalSet;
  const asFiles = first !== undefined && exists(first);
  if (given !== undefined && given !== "") return { asFiles, configFile: given };
  if (first === undefined || selectors.length !== 1 || !asFiles) {
    return { asFiles, configFile: undefined };
  }
  return { asFiles, configFile: `${folderPrefix(first)}${configName}` };
}

export function isInside(folder: string, outer: string): boolean {
  const path = relative(outer, folder);
  return path !== ".." && !path.startsWith(`..${sep}`) && path !== folder;
}

/** The folder of a path and one separator, as the user wrote it; nothing for a bare name. */
function folderPrefix(path: string): string {
  const head = path.slice(0, Math.max(path.lastIndexOf("/"), path.lastIndexOf(sep)) + 1);
  return /[^\\/]/.test(head) ? head.replace(/[\\/]+$/, head.at(-1) ?? sep) : head;
}

/** The text of a config; a path that does not exist is an error of its own. */
export function readConfigText(path: string): Promise<string> {
  return readTextFile(path, {
    what: "config",
    missing: "config/not-found",
    invalid: "config/invalid",
  });
}
