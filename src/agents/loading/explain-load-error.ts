import { readFileSync } from "node:fs";
import { basename, dirname, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { type Place, type Problem, readableError } from "../../core/errors.ts";
import { Lines } from "../../core/json/excerpt.ts";

/** Why a user's file could not be imported: which line of whose file, and what to do. */
export async function explainLoadError(path: string, thrown: unknown): Promise<Problem> {
  const error = readableError(thrown);
  return (
    missingImport(path, error) ??
    (await syntaxError(path, error)) ??
    moduleAsCommonJs(path, error) ?? {
      message: `${basename(path)} could not be loaded: ${nameAndMessage(error)}`,
      hint: hintOf(error),
      place: placeInStack(error) ?? { file: path },
    }
  );
}

/** The first line of what was thrown, with the kind of error when it says more than "Error". */
export function nameAndMessage(thrown: unknown): string {
  const error = readableError(thrown);
  if (!(error instanceof Error)) return firstLine(String(error));
  const message = firstLine(String(error.message));
  if (message === "") return error.name;
  return wholeSentences.has(error.name) ? message : `${error.name}: ${message}`;
}

/** What an agent's fault and a mistake in data of ours say needs no name before it. */
const wholeSentences: ReadonlySet<string> = new Set(["Error", "AgentFault", "UserFacingError"]);

/** By name: the file may have imported another copy of us. */
function hintOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== "UserFacingError") return undefined;
  const { hint } = error as { hint?: unknown };
  return typeof hint === "string" ? hint : undefined;
}

function firstLine(text: string): string {
  return stripVTControlCharacters(text).trim().split(/\r?\n/, 1)[0] ?? "";
}

const missingCodes = new Set(["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"]);

function missingImport(path: string, error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !missingCodes.has(codeOf(error))) return undefined;
  const wanted = /Cannot find (?:module|package) '([^']+)'/.exec(error.message)?.[1];
  if (wanted === undefined) return undefined;
  const importer =
    /imported from (.+?)$/m.exec(error.message)?.[1] ??
    /Require stack:\s+- (.+?)$/m.exec(error.message)?.[1] ??
    path;
  const place = placeOfImport(asPath(importer), wanted);
  const written = place.specifier ?? wanted;
  const isFile = /^[./]|^file:|^[A-Za-z]:/.test(written);
  return {
    message: isFile
      ? `${basename(importer)} imports ${JSON.stringify(written)}, which does not exist.`
      : `${basename(importer)} imports the package ${JSON.stringify(packageName(written))}, which is not installed.`,
    place: place.place,
    hint: isFile
      ? "Check the path; it is relative to the file that imports it."
      : `Install it where the agent is:  npm install ${packageName(written)}`,
  };
}

function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function codeOf(error: Error): string {
  return String((error as { code?: unknown }).code ?? "");
}

function asPath(location: string): string {
  return location.startsWith("file:") ? fileURLToPath(location) : location;
}

/** Node prints the absolute path of a missing file; the reader wrote a relative one, so it is looked up by its last name. */
function placeOfImport(importer: string, wanted: string): { place: Place; specifier?: string } {
  const source = sourceOf(importer);
  const name = basename(wanted, extname(wanted));
  const specifiers = source?.matchAll(/(["'`])([^"'`\n]+)\1/g) ?? [];
  for (const match of specifiers) {
    const specifier = match[2] ?? "";
    const isIt = specifier === wanted || specifier.startsWith(`${wanted}/`);
    if (!isIt && basename(specifier, extname(specifier)) !== name) continue;
    const { line, column } = new Lines(source ?? "").at(match.index);
    return { specifier, place: placeAt(importer, line, column, match[0].length) };
  }
  return { place: { file: importer } };
}

/** Our TypeScript loader names the place; Node's own importer does not, so the file is parsed once more to find it. */
async function syntaxError(path: string, error: unknown): Promise<Problem | undefined> {
  if (!(error instanceof Error)) return undefined;
  const reported = /ParseError: (.+?)\s*\n\s*(.+):(\d+):(\d+)\s*$/.exec(error.message);
  if (reported !== null) {
    const [, what = "", file = path, line, column] = reported;
    return invalidCode(what, asPath(file), Number(line), Number(column));
  }
  if (!(error instanceof SyntaxError)) return undefined;
  const { createJiti } = await import("jiti");
  const options = { source: sourceOf(path) ?? "", filename: path, ts: false };
  const found = /__JITI_ERROR__ = (\{.*\})/.exec(
    createJiti(path, { fsCache: false }).transform(options),
  );
  if (found === null) return undefined;
  const { message, line, column } = JSON.parse(found[1] ?? "");
  return invalidCode(String(message), path, Number(line), Number(column));
}

const moduleWords = /Unexpected token 'export'|import statement outside|'import\.meta' outside/;

/** What npm writes into a new package.json makes every .js file CommonJS. */
function moduleAsCommonJs(path: string, error: unknown): Problem | undefined {
  if (!(error instanceof SyntaxError) || !moduleWords.test(error.message)) return undefined;
  const name = basename(path);
  const word = /^\s*(?:import|export)\b/m.exec(sourceOf(path) ?? "");
  const { line } = new Lines(sourceOf(path) ?? "").at(word?.index ?? 0);
  const renamed = `${name.slice(0, -extname(name).length)}.mjs`;
  const isByName = extname(name) === ".cjs";
  return {
    message: `${name} is written as a module, with import or export, and Node reads it as CommonJS.`,
    hint: isByName
      ? `Call the file ${renamed}.`
      : `Write "type": "module" into its package.json, or call the file ${renamed}.`,
    place: word === null ? { file: path } : placeAt(path, line, 1),
  };
}

function invalidCode(what: string, file: string, line: number, column: number): Problem {
  return {
    message: `${basename(file)} is not valid code: ${what.trim().replace(/\.$/, "")}.`,
    // the parser counts columns from 0
    place: placeAt(file, line, column + 1),
  };
}

/** Everything of this package stands under it, in the source as in what is built. */
const ours = dirname(import.meta.dirname);

/** The innermost frame that is neither Node's, a package's nor ours. */
function placeInStack(error: unknown): Place | undefined {
  if (!(error instanceof Error)) return undefined;
  const frames = (error.stack ?? "").matchAll(
    /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^():]+|[A-Za-z]:[^():]+):(\d+):(\d+)\)?$/gm,
  );
  for (const [, location = "", line = "1", column = "1"] of frames) {
    const file = asPath(location);
    if (/[\\/]node_modules[\\/]jiti[\\/]/.test(file) || file.startsWith(ours)) break;
    if (/[\\/]node_modules[\\/]/.test(file)) continue;
    return placeAt(file, Number(line), Number(column));
  }
  return undefined;
}

function placeAt(file: string, line: number, reported: number, length = 1): Place {
  const source = sourceOf(file);
  const lines = source?.split("\n") ?? [];
  const text = lines[line - 1];
  if (source === undefined || text === undefined) return { file, line };
  // our TypeScript loader moves the columns of a file's first line
  const column = reported <= text.length ? reported : text.search(/\S|$/) + 1;
  const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
  return { file, line, column, excerpt: new Lines(source).excerpt({ start, end: start + length }) };
}

function sourceOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
