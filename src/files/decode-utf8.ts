import { isUtf8 } from "node:buffer";
import { type ErrorCode, UserFacingError } from "../core/errors.ts";
import { Lines } from "../core/json/excerpt.ts";
import { placeAt } from "../core/json/json-place.ts";

/** The text of a file's bytes; a byte order mark stays, for the JSON reader to report. */
export function decodeUtf8(
  bytes: Buffer,
  file: string,
  invalid: ErrorCode = "file/unreadable",
): string {
  const text = bytes.toString("utf8");
  if (isUtf8(bytes)) return text;
  const start = text.indexOf("\ufffd");
  throw new UserFacingError(invalid, "The file is not UTF-8 text.", {
    hint: "Save it with the encoding UTF-8.",
    place: placeAt(new Lines(text), { start, end: start + 1 }, { file }),
  });
}
