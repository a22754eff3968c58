import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ExportProblem } from "./export-problem.ts";
import { FREE_OF_RATIO, LARGEST_BODY, LARGEST_RATIO, MOST_GZIP_MEMBERS } from "./limits.ts";

const inflateBytes = promisify(gunzip);

/** One after the other, so that what is inflated and not yet counted is never more than one body. */
let last: Promise<unknown> = Promise.resolve();

export function inflate(body: Buffer): Promise<Buffer> {
  const inflated = last.then(() => inflateOne(body));
  last = inflated.catch(() => {});
  return inflated;
}

async function inflateOne(body: Buffer): Promise<Buffer> {
  if (hasManyMembers(body)) {
    throw new ExportProblem(400, `The gzip has more than ${MOST_GZIP_MEMBERS} members.`);
  }
  const maxOutputLength = Math.min(
    LARGEST_BODY,
    Math.max(FREE_OF_RATIO, body.length * LARGEST_RATIO),
  );
  try {
    return await inflateBytes(body, { maxOutputLength });
  } catch (error) {
    const isTooLarge =
      error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge) throw new ExportProblem(413, "The body inflates to too much.");
    throw new ExportProblem(400, "The body is no valid gzip.");
  }
}

const MEMBER = Buffer.from("1f8b08", "hex");

/** Counts what each begins with. By chance that is in sixteen megabytes once, and never so often. */
function hasManyMembers(body: Buffer): boolean {
  let count = 0;
  for (let at = body.indexOf(MEMBER); at !== -1; at = body.indexOf(MEMBER, at + 3)) {
    count += 1;
    if (count > MOST_GZIP_MEMBERS) return true;
  }
  return false;
}
