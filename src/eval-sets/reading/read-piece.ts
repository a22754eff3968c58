import crypto from "node:crypto";
import fs from "node:fs";
import { UserFacingError } from "../../core/errors.ts";
import type { EvalCase } from "../../core/eval-set.ts";
import { parseJsonText } from "../../core/json/json-text.ts";
import { ParseContext } from "../../core/schema/parse-context.ts";
import { evalCaseSchema } from "../schema/eval-case-schema.ts";

/** Taken here: cases are read while an agent runs, and what it replaces later must not read or check them for us. */
const { hash } = crypto;
const { closeSync, openSync, readSync } = fs;

interface CasePiece {
  readonly path: string;
  readonly name: string;
  readonly index: number;
  readonly offset: number;
  readonly length: number;
  /** Of the bytes, when they were checked. */
  readonly digest: string;
}

/** One case of a long file, read again where it was found. */
export function readPiece({ path, name, index, offset, length, digest }: CasePiece): EvalCase {
  if (length === 0) throw new RangeError(`there is no case ${index}`);
  const bytes = Buffer.allocUnsafe(length);
  const file = openSync(path, "r");
  try {
    readSync(file, bytes, 0, length, offset);
  } finally {
    closeSync(file);
  }
  if (hash("sha256", bytes, "base64") !== digest) {
    throw new UserFacingError("eval-set/invalid", `${name} has changed since it was opened.`, {
      hint: "Run again; what has finished is not lost.",
    });
  }
  return evalCaseSchema.read(parseJsonText(bytes.toString()).value, new ParseContext());
}
