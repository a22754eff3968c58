import { readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { pathToFileURL } from "node:url";
import { type ErrorCode, UserFacingError } from "../../core/errors.ts";
import { restoreBuiltIns } from "../isolation/built-ins.ts";
import { asUserCode } from "../isolation/user-code.ts";
import { explainLoadError } from "./explain-load-error.ts";

/** What a file exports, by name. */
export type ModuleExports = Readonly<Record<string, unknown>>;

interface LoadModuleOptions {
  /** The code of the error when the file cannot be loaded. */
  readonly code?: ErrorCode | undefined;
}

/**
 * Imports a user's JavaScript or TypeScript file as it stands.
 * Throws a UserFacingError that names file and line when it cannot be loaded.
 */
export async function loadModule(
  path: string,
  { code = "agent/invalid" }: LoadModuleOptions = {},
): Promise<ModuleExports> {
  const { exitCode } = process;
  try {
    const loaded = await asUserCode(() => importFile(path), basename(path));
    const changed = restoreBuiltIns();
    if (changed !== undefined) throw new Error(`it changed ${changed}, which everything uses`);
    return exportsOf(loaded);
  } catch (error) {
    const problem = await explainLoadError(path, error);
    throw new UserFacingError(code, problem.message, { ...problem, cause: error });
  } finally {
    // loaded into a program, too, it has no say in how that ends
    if (process.exitCode !== exitCode) process.exitCode = exitCode;
  }
}

/** What Node itself does not load as it stands. */
const translated = new Set([".ts", ".mts", ".cts", ".tsx", ".jsx"]);

async function importFile(path: string): Promise<unknown> {
  const extension = extname(path);
  if (extension === ".json") return { default: JSON.parse(readFileSync(path, "utf8")) };
  if (!translated.has(extension)) return import(pathToFileURL(path).href);
  // heavy, so only those who bring TypeScript or JSX pay for it
  const { createJiti } = await import("jiti");
  return createJiti(path, {
    tsconfigPaths: true,
    interopDefault: false,
    jsx: extension.endsWith("x"),
    ...(extension === ".jsx" ? { extensions: [".jsx", ".js", ".mjs", ".cjs", ".ts", ".tsx"] } : {}),
  }).import(path);
}

/** A CommonJS file may export one thing only, which then stands in for its default. */
function exportsOf(loaded: unknown): ModuleExports {
  const isNamespace = typeof loaded === "object" && loaded !== null;
  return isNamespace ? (loaded as ModuleExports) : { default: loaded };
}
