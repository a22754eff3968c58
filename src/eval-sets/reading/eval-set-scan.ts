import { isUtf8 } from "node:buffer";
import { hash } from "node:crypto";
import { isUserFacingError } from "../../core/errors.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { setOwn } from "../../core/json/set-own.ts";
import { isObject, ParseContext, type SchemaProblem } from "../../core/schema/parse-context.ts";
import { evalCaseSchema } from "../schema/eval-case-schema.ts";
import { CaseMentions } from "./case-mentions.ts";
import { mostRemarks } from "./parse-eval-set.ts";
import { mostProblems } from "./read-eval-set.ts";
import type { Between, Piece, PieceListener } from "./split-eval-set.ts";

/** A piece of the file that something is to be said about. */
export interface RemarkablePiece {
  readonly text: string;
  readonly offset: number;
  readonly kind: "case" | "member";
}

/** A key with its value is JSON only between brackets; `shift` is how far that moves it. */
export function asJson({ text, kind }: RemarkablePiece): {
  readonly json: string;
  readonly shift: number;
} {
  return kind === "case" ? { json: text, shift: 0 } : { json: `{${text}}`, shift: 1 };
}

export interface Remark {
  readonly piece: RemarkablePiece;
  readonly problem: SchemaProblem;
}

/** Checks every case of a long file as it passes, and remembers only where it stands. */
export class EvalSetScan implements PieceListener {
  readonly problems: Remark[] = [];
  readonly warnings: Remark[] = [];
  readonly adkIncompatibilities: Remark[] = [];
  readonly between: Between[] = [];
  /** Remarks that were made and not kept. */
  readonly unkept = { warnings: 0, adkIncompatibilities: 0 };
  /** The piece that is no JSON. */
  broken: RemarkablePiece | undefined;
  readonly duplicates: { readonly index: number; readonly earlier: number }[] = [];
  readonly header: Record<string, unknown> = {};
  readonly members = new Map<string, RemarkablePiece>();
  hasCases = false;
  caseIds: string[] = [];
  offsets: number[] = [];
  lengths: number[] = [];
  /** Of the bytes of each case. */
  digests: string[] = [];
  tags = new Map<number, readonly string[]>();
  /** Why cases are in quarantine. */
  quarantines = new Map<number, string>();
  /** Cases that a simulated user has to play. */
  scenarios = new Set<number>();
  mentions = new CaseMentions();
  #indexOf = new Map<string, number>();

  onCases(): void {
    this.hasCases = true;
    this.caseIds = [];
    this.offsets = [];
    this.lengths = [];
    this.digests = [];
    this.tags = new Map();
    this.quarantines = new Map();
    this.scenarios = new Set();
    this.mentions = new CaseMentions();
    this.#indexOf = new Map();
    this.duplicates.length = 0;
  }

  onBetween(between: Between): void {
    if (this.between.length < mostRemarks) this.between.push(between);
  }

  onPiece({ kind, bytes, offset }: Piece): boolean {
    if (!isUtf8(bytes)) return false;
    const text = bytes.toString();
    const piece = { text, offset, kind };
    if (kind === "member") return this.#member(piece);
    const index = this.caseIds.length;
    const value = this.#parse(piece);
    if (value === undefined) return false;
    this.offsets.push(offset);
    this.lengths.push(bytes.length);
    this.digests.push(hash("sha256", bytes, "base64"));
    this.#read(piece, value.value, index);
    return this.problems.length < mostProblems;
  }

  #member(piece: RemarkablePiece): boolean {
    const parsed = this.#parse(piece);
    if (parsed === undefined || !isObject(parsed.value)) return false;
    for (const [key, value] of Object.entries(parsed.value)) {
      setOwn(this.header, key, value);
      this.members.set(key, piece);
    }
    return true;
  }

  #read(piece: RemarkablePiece, value: unknown, index: number): void {
    const context = new ParseContext();
    context.path.push("eval_cases", index);
    const read = evalCaseSchema.read(value, context);
    this.collect(context, piece);
    const evalId = context.problems.length > 0 ? "" : read.evalId;
    this.caseIds.push(evalId);
    if (context.problems.length > 0) return;
    if (read.assay?.tags !== undefined) this.tags.set(index, read.assay.tags);
    if (read.assay?.quarantine !== undefined) this.quarantines.set(index, read.assay.quarantine);
    if (read.conversationScenario !== undefined) this.scenarios.add(index);
    this.mentions.add(read, index);
    const earlier = this.#indexOf.get(evalId);
    if (earlier === undefined) this.#indexOf.set(evalId, index);
    else this.duplicates.push({ index, earlier });
  }

  collect(context: ParseContext, piece: RemarkablePiece): void {
    for (const problem of context.problems) this.problems.push({ piece, problem });
    for (const problem of context.warnings) {
      if (this.warnings.length < mostRemarks) this.warnings.push({ piece, problem });
      else this.unkept.warnings += 1;
    }
    for (const problem of context.adkIncompatibilities) {
      if (this.adkIncompatibilities.length < mostRemarks)
        this.adkIncompatibilities.push({ piece, problem });
      else this.unkept.adkIncompatibilities += 1;
    }
  }

  #parse(piece: RemarkablePiece): { readonly value: unknown } | undefined {
    try {
      const { json, shift } = asJson(piece);
      const { value, extended } = parseJsonText(json);
      for (const { what, offset } of extended) {
        this.onBetween({ what, offset: piece.offset + bytesBefore(json, offset) - shift });
      }
      return { value };
    } catch (error) {
      if (!isUserFacingError(error)) throw error;
      this.broken = piece;
      return undefined;
    }
  }
}

function bytesBefore(text: string, offset: number): number {
  return Buffer.byteLength(text.slice(0, offset));
}
