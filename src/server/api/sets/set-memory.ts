import { createHash } from "node:crypto";
import { isUserFacingError, type Problem, type UserFacingError } from "../../../core/errors.ts";
import type { EvalSet } from "../../../core/eval-set.ts";
import { type WrittenCase, writtenCases } from "../../../eval-sets/editing/edit-case-list.ts";
import { parseEvalSet } from "../../../eval-sets/reading/parse-eval-set.ts";
import { readTextFile } from "../../../files/read-text-file.ts";
import type { SetFile } from "./set-files.ts";
import { type FileChange, type UndoLog, undoLog } from "./undo-log.ts";

/** A set as its file says it at one moment. */
export interface SetText {
  readonly text: string;
  /** Changes with every byte of the file. */
  readonly tag: string;
  /** What could be read of it; its cases are in `cases`. */
  readonly header: Omit<EvalSet, "evalCases">;
  readonly cases: readonly WrittenCase[];
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
  readonly oldFormat: boolean;
}

/** Eval sets as they were read last, and what they were before the last changes. */
export interface SetMemory {
  read(set: SetFile): Promise<SetText>;
  /** What a reader had who saw this tag; undefined where that was too long ago. */
  seen(tag: string): SetText | undefined;
  readonly undo: UndoLog;
  /** Keeps what changed, and says what a caller is told of it: the tag of the first file, and the word to undo it by. */
  changed(changes: readonly FileChange[]): { readonly tag: string; readonly undo: string };
}

const MOST_TEXTS = 24;

export function setMemory(): SetMemory {
  const byTag = new Map<string, SetText>();
  const undo = undoLog();
  return {
    async read({ file, path }) {
      const text = await readTextFile(file, { name: path, invalid: "eval-set/invalid" });
      const tag = tagOf(text);
      const key = `${path}\n${tag}`;
      const known = byTag.get(key) ?? readSetText(text, path);
      byTag.delete(key);
      byTag.set(key, known);
      for (const [old] of byTag) if (byTag.size > MOST_TEXTS) byTag.delete(old);
      return known;
    },
    seen: (tag) => [...byTag.values()].find((each) => each.tag === tag),
    undo,
    changed: (changes) => ({
      tag: tagOf(changes[0]?.after ?? ""),
      undo: undo.add(changes),
    }),
  };
}

export function tagOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Everything about a text, whatever is wrong with it. */
function readSetText(text: string, path: string): SetText {
  const tag = tagOf(text);
  try {
    const report = parseEvalSet(text, { file: path });
    const { evalCases: _, ...header } = report.evalSet;
    return {
      text,
      tag,
      // with problems it may be missing what it should have
      header: { ...header, evalSetId: header.evalSetId ?? "" },
      cases: report.oldFormat ? oldCases(report.evalSet) : writtenCases(text),
      problems: [...report.problems, ...report.duplicates],
      warnings: report.warnings,
      oldFormat: report.oldFormat,
    };
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    const header = { evalSetId: "", creationTimestamp: 0 };
    const problems = [asProblem(error), ...error.others];
    return { text, tag, header, cases: [], problems, warnings: [], oldFormat: false };
  }
}

function asProblem({ message, hint, place }: UserFacingError): Problem {
  return { message, hint, place };
}

function oldCases({ evalCases }: EvalSet): readonly WrittenCase[] {
  return evalCases.map((evalCase) => ({ evalId: evalCase.evalId, written: undefined, evalCase }));
}
