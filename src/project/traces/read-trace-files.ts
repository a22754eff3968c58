import { readFileSync, statSync } from "node:fs";
import { isUserFacingError, UserFacingError } from "../../core/errors.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { decodeUtf8 } from "../../files/decode-utf8.ts";
import { shortPath } from "../../files/short-path.ts";
import type { TraceFormat } from "../../traces/formats/read-trace-text.ts";
import type { PieceResult } from "../../traces/pieces/piece-result.ts";
import { type FoundTraces, foundTraces, type TraceList } from "./pieces/found-traces.ts";
import { joinSplitTraces } from "./pieces/join-split-traces.ts";
import { readPieces } from "./pieces/piece-pool.ts";
import { openPlainFile, type PlainFile } from "./pieces/plain-file.ts";
import { splitFile, wholeFile } from "./pieces/split-file.ts";
import type { TracePiece } from "./pieces/trace-piece.ts";
import { STDIN } from "./standard-input.ts";

export interface ReadTraceFilesOptions {
  readonly format?: TraceFormat | undefined;
  /** Messages call files as they are seen from here. */
  readonly cwd: string;
  /** Bytes that are read at once; for tests. */
  readonly pieceSize?: number | undefined;
  /** Bytes after which a trace is taken apart that none of them mentioned; for tests. */
  readonly quiet?: number | undefined;
  /** Bytes that may wait for the rest of their traces; for tests. */
  readonly waiting?: number | undefined;
}

/** The traces of files, which lie on disk where they are many. */
export interface TraceFiles {
  readonly traces: TraceList;
  readonly spanCount: number;
  /** What could not be read, in sentences; beyond the first hundred of a piece they are only counted. */
  readonly problems: readonly string[];
  /** How many places that are. */
  readonly problemCount: number;
  readonly warnings: readonly string[];
  close(): void;
}

/**
 * Reads trace files together: a trace may be spread over several, and a span that is in two of them counts once. JSON lines
 * are read piece by piece, whatever their size; memory holds where each trace is found.
 */
export async function readTraceFiles(
  paths: readonly string[],
  options: ReadTraceFilesOptions,
): Promise<TraceFiles> {
  const opened: OpenFile[] = [];
  const found = foundTraces();
  try {
    for (const path of paths) {
      const name = path === STDIN ? "standard input" : shortPath(path, options.cwd);
      opened.push({ name, file: await openPlainFile(path, name) });
    }
    const read = await readAll(opened, found, options);
    return { ...read, traces: found.list(), close: () => found.close() };
  } catch (error) {
    found.close();
    throw error;
  } finally {
    for (const { file } of opened) file.close();
  }
}

interface OpenFile {
  readonly name: string;
  readonly file: PlainFile;
}

interface NamedPiece extends TracePiece {
  readonly name: string;
  /** Which of the files, since one may be named twice. */
  readonly file: number;
}

type Notes = Pick<TraceFiles, "spanCount" | "problems" | "problemCount" | "warnings">;

async function readAll(
  opened: readonly OpenFile[],
  found: FoundTraces,
  options: ReadTraceFilesOptions,
): Promise<Notes> {
  const { format, waiting } = options;
  const split = (wholeOnes: ReadonlySet<string>): readonly NamedPiece[] =>
    opened.flatMap(({ name, file }, place) => {
      const pieces = wholeOnes.has(file.path)
        ? [wholeFile(file, { name, format })]
        : splitFile(file, { ...options, name });
      return pieces.map((piece) => ({ ...piece, name, file: place }));
    });
  let pieces = split(new Set());
  let results = await readOnce(pieces, found, format);
  const whole = pieces.filter((_, place) => results[place]?.needsWhole === true);
  if (whole.length > 0) {
    pieces = split(new Set(whole.map(({ path }) => path)));
    found.clear();
    results = await readOnce(pieces, found, format);
  }
  joinSplitTraces(pieces, found, waiting);
  return notesOf(pieces, results);
}

/** What is left of a result when its traces are where they belong. */
type PieceNotes = Omit<PieceResult, "traces">;

async function readOnce(
  pieces: readonly NamedPiece[],
  found: FoundTraces,
  format: TraceFormat | undefined,
): Promise<readonly PieceNotes[]> {
  const results: PieceNotes[] = [];
  await readPieces(pieces, (place, result) => {
    if (result === undefined) throw noTrace(pieces[place], format);
    const { traces, ...notes } = result;
    found.add(place, traces);
    results[place] = notes;
  });
  return results;
}

function notesOf(pieces: readonly NamedPiece[], results: readonly PieceNotes[]): Notes {
  const problems: string[] = [];
  const warnings: string[] = [];
  let [spanCount, problemCount] = [0, 0];
  let before = { file: -1, lines: 0 };
  for (const [place, { file, name }] of pieces.entries()) {
    const result = results[place];
    if (result === undefined) continue;
    if (before.file !== file) before = { file, lines: 0 };
    const from = before.lines;
    for (const { message, line } of result.problems) {
      const said =
        line === undefined ? message : message.replace(/^Line \d+/, `Line ${from + line}`);
      problems.push(`${name}: ${said}`);
    }
    warnings.push(...result.warnings.map((warning) => `${name}: ${warning}`));
    addMore(problems, result.problemCount - result.problems.length, `${name}: more is unreadable`);
    addMore(warnings, result.warningCount - result.warnings.length, `${name}: more is unusual`);
    spanCount += result.spanCount;
    problemCount += result.problemCount;
    before.lines += result.lineCount;
  }
  return { spanCount, problems, problemCount, warnings };
}

function addMore(sentences: string[], count: number, what: string): void {
  if (count > 0) sentences.push(`${what}, in ${count} more places.`);
}

function noTrace(piece: NamedPiece | undefined, format: TraceFormat | undefined): UserFacingError {
  const { name = "", path = "" } = piece ?? {};
  const what = format === undefined ? "no trace" : `no ${format}`;
  return (
    brokenJson(path, name) ??
    new UserFacingError("trace/invalid", `${name} is ${what}.`, {
      hint: 'Jaeger JSON ({"data": […]}), OTLP JSON ({"resourceSpans": […]}), JSON lines of spans or exports, or OTLP protobuf are read.',
    })
  );
}

const LARGEST_EXPLAINED = 64 * 1024 * 1024;

/** Where a document that was meant to be JSON cannot be read. A file that was cut off is the most usual one. */
function brokenJson(path: string, file: string): UserFacingError | undefined {
  try {
    if (statSync(path).size > LARGEST_EXPLAINED) return undefined;
    const bytes = readFileSync(path);
    if (isWideText(bytes) || /^\s*[[{]/.test(bytes.toString("utf8", 0, BEGINNING))) {
      parseJsonText(decodeUtf8(bytes, file, "trace/invalid"), { file, code: "trace/invalid" });
    }
    return undefined;
  } catch (error) {
    return isUserFacingError(error) ? error : undefined;
  }
}

/** White space before the first bracket is seldom longer. */
const BEGINNING = 4096;

/** Whether bytes begin with the mark of UTF-16, in which some shells write what they redirect. */
function isWideText([first, second]: Buffer): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
