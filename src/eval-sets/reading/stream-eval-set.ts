import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { errorFromProblems, type Problem, UserFacingError } from "../../core/errors.ts";
import { checkJson } from "../../core/json/check-json.ts";
import type { Span } from "../../core/json/excerpt.ts";
import { spansOf } from "../../core/json/json-place.ts";
import { JsonSyntaxError } from "../../core/json/json-syntax-error.ts";
import { ParseContext, pathText } from "../../core/schema/parse-context.ts";
import { evalSetHeaderSchema } from "../schema/eval-set-file-schema.ts";
import { duplicateId } from "./duplicate-ids.ts";
import { asJson, EvalSetScan, type Remark, type RemarkablePiece } from "./eval-set-scan.ts";
import { lineInFile, locateInFile } from "./locate-in-file.ts";
import { andMore } from "./parse-eval-set.ts";
import { mostProblems } from "./read-eval-set.ts";
import { readPiece } from "./read-piece.ts";
import { splitEvalSet } from "./split-eval-set.ts";
import { warnAboutId } from "./warn-about-id.ts";

interface StreamedFile {
  readonly path: string;
  /** How messages call it. */
  readonly name: string;
}

/**
 * Opens a file of any length: every case is checked once and forgotten, and read again when it is asked for.
 * Undefined when the file is not built like an eval set; reading it whole then reports what is wrong.
 */
export async function streamEvalSet(file: FileHandle, { path, name }: StreamedFile) {
  const scan = new EvalSetScan();
  const isSplit = await splitEvalSet(file, scan);
  if (scan.broken !== undefined) throw await syntaxError(file, scan.broken, name);
  if (!isSplit && scan.problems.length === 0) return undefined;
  if (!scan.hasCases) return undefined;
  const header = readHeader(scan, name);
  await refuse(file, scan, name);
  const { caseIds, offsets, lengths, digests, tags, quarantines, scenarios, mentions } = scan;
  return {
    header,
    path,
    caseIds,
    hashOf(indices: readonly number[]): string {
      const all = createHash("sha256");
      for (const index of indices) all.update(digests[index] ?? "");
      return all.digest("hex");
    },
    read: (index: number) =>
      readPiece({
        path,
        name,
        index,
        offset: offsets[index] ?? 0,
        length: lengths[index] ?? 0,
        digest: digests[index] ?? "",
      }),
    tagsOf: (index: number) => tags.get(index) ?? [],
    quarantineOf: (index: number) => quarantines.get(index),
    isScenario: (index: number) => scenarios.has(index),
    mentions: () => mentions,
    warnings: await located(file, { remarks: scan.warnings, unkept: scan.unkept.warnings, name }),
    adkIncompatibilities: [
      ...(await located(file, {
        remarks: scan.adkIncompatibilities,
        unkept: scan.unkept.adkIncompatibilities,
        name,
      })),
      ...(await extensions(file, scan, name)),
    ],
  };
}

function readHeader(scan: EvalSetScan, name: string) {
  const context = new ParseContext();
  const header = evalSetHeaderSchema.read(scan.header, context);
  if (context.problems.length === 0) warnAboutId(header.evalSetId, name, context);
  const start = { text: "", offset: 0, kind: "member" } as const;
  for (const list of ["problems", "warnings"] as const) {
    for (const problem of context[list]) {
      const piece = scan.members.get(String(problem.path[0])) ?? start;
      scan[list].push({ piece, problem });
    }
  }
  return header;
}

async function refuse(file: FileHandle, scan: EvalSetScan, name: string): Promise<void> {
  if (scan.problems.length > 0) {
    const remarks = scan.problems.slice(0, mostProblems);
    throw errorFromProblems("eval-set/invalid", await located(file, { remarks, unkept: 0, name }));
  }
  if (scan.duplicates.length === 0) return;
  const problems: Problem[] = [];
  for (const { index, earlier } of scan.duplicates.slice(0, mostProblems)) {
    const evalId = scan.caseIds[index] ?? "";
    const earlierLine = await lineInFile(file, scan.offsets[earlier] ?? 0);
    const line = await lineInFile(file, scan.offsets[index] ?? 0);
    problems.push({
      ...duplicateId({ evalId, index, earlier, earlierLine }),
      place: { file: name, line, column: 1, path: pathText(["eval_cases", index]) },
    });
  }
  throw errorFromProblems("eval-set/duplicate", problems);
}

interface Remarks {
  readonly remarks: readonly Remark[];
  readonly unkept: number;
  readonly name: string;
}

async function located(file: FileHandle, { remarks, unkept, name }: Remarks): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { piece, problem } of remarks) {
    const path = piece.kind === "case" ? problem.path.slice(2) : problem.path;
    const { json, shift } = asJson(piece);
    const spans = spansOf(json, [{ path, mark: problem.mark }]).map((span) => moved(span, -shift));
    const [place] = await locateInFile(file, piece, spans);
    problems.push({
      message: problem.message,
      hint: problem.hint,
      place: {
        ...place,
        file: name,
        path: problem.path.length === 0 ? undefined : pathText(problem.path),
      },
    });
  }
  return unkept > 0 ? [...problems, andMore(unkept)] : problems;
}

async function syntaxError(
  file: FileHandle,
  piece: RemarkablePiece,
  name: string,
): Promise<UserFacingError> {
  const firstLine = await lineInFile(file, piece.offset);
  const { json, shift } = asJson(piece);
  try {
    checkJson(json, firstLine);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const [place] = await locateInFile(file, piece, [moved(error, -shift)]);
    return new UserFacingError("eval-set/invalid", error.message, {
      hint: error.hint,
      place: { ...place, file: name },
    });
  }
  throw new Error("a piece was refused as JSON and nothing is wrong with it");
}

async function extensions(file: FileHandle, scan: EvalSetScan, name: string): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const what of ["comment", "trailing comma"] as const) {
    const found = scan.between.find((each) => each.what === what);
    if (found === undefined) continue;
    const line = await lineInFile(file, found.offset);
    problems.push({
      message: `ADK does not read ${what}s in JSON.`,
      place: { file: name, line, column: 1 },
    });
  }
  return problems;
}

function moved({ start, end }: Span, by: number): Span {
  return { start: Math.max(0, start + by), end: Math.max(1, end + by) };
}
