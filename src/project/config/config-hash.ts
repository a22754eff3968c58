import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { importedFiles } from "../../agents/loading/imported-files.ts";
import type { RunSet } from "../../core/run-info.ts";
import type { EvalConfig } from "./read-config.ts";

/** A config that was handed over is identified by all that is in it; functions by their text. */
export function handedConfigHash(config: EvalConfig | undefined): string | undefined {
  if (config === undefined) return undefined;
  const text = JSON.stringify(config, (_key, value: unknown) => {
    if (value instanceof Map) return [...value];
    return typeof value === "function" ? String(value) : value;
  });
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** The sets of a run with a hash of what their configs say: the file, and the code that it names or imports. */
export function withConfigHashes(sets: readonly RunSet[]): readonly RunSet[] {
  const known = new Map<string, string | undefined>();
  return sets.map((set) => {
    const { path } = set.config;
    if (path === undefined) return set;
    if (!known.has(path)) known.set(path, configHash(path));
    const hash = known.get(path);
    return hash === undefined ? set : { ...set, config: { ...set.config, hash } };
  });
}

function configHash(path: string): string | undefined {
  try {
    const hash = createHash("sha256");
    const text = readFileSync(path, "utf8");
    const folder = dirname(path);
    const named = path.endsWith(".json") ? filesNamedIn(text, folder) : [];
    const all = [path, ...named].flatMap((file) => [file, ...importedFiles(file, file)]);
    for (const file of new Set(all)) hash.update(readFileSync(file)).update("\n");
    return hash.digest("hex").slice(0, 16);
  } catch {
    // a config that is gone by now was read a moment ago; without a hash nothing counts as unchanged
    return undefined;
  }
}

/** `"./metrics/tone.ts:politeness"`, or a word of a command: every text that is a file beside the config. */
function filesNamedIn(text: string, folder: string): readonly string[] {
  return [...text.matchAll(/"([^"\n]+)"/g)].flatMap(([, written = ""]) => {
    const file = [written, written.replace(/:\w+$/, "")]
      .map((each) => resolve(folder, each))
      .find((each) => existsSync(each) && statSync(each).isFile());
    return file === undefined ? [] : [file];
  });
}
