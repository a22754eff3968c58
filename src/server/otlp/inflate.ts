import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ExportProblem } from "./export-problem.ts";
import { LARGEST_BODY } from "./pressure.ts";

const inflateBytes = promisify(gunzip);

/** Spans shrink to a fifteenth; what grows to more than a hundred times its size, beyond the first megabyte, is a bomb. */
const LARGEST_RATIO = 100;
const FREE = 1024 * 1024;

export async function inflate(body: Buffer): Promise<Buffer> {
  const maxOutputLength = Math.min(LARGEST_BODY, Math.max(FREE, body.length * LARGEST_RATIO));
  try {
    return await inflateBytes(body, { maxOutputLength });
  } catch (error) {
    const isTooLarge =
      error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge) throw new ExportProblem(413, "The body inflates to too much.");
    throw new ExportProblem(400, "The body is no valid gzip.");
  }
}
