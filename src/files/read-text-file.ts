import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type ErrorCode, UserFacingError } from "../core/errors.ts";
import { nearest } from "../core/text/nearest.ts";
import { decodeUtf8 } from "./decode-utf8.ts";
import { readBytes } from "./read-bytes.ts";
import { shortPath } from "./short-path.ts";
import { type Unreadable, unreadable } from "./unreadable.ts";

interface ReadOptions {
  /** How messages call the file; its path unless given. */
  readonly name?: string | undefined;
  /** What the file is for: "Cannot read the config agent/test_config.json." */
  readonly what?: string | undefined;
  /** The code when there is no such file. */
  readonly missing?: ErrorCode | undefined;
  /** The code when it is not UTF-8. */
  readonly invalid?: ErrorCode | undefined;
}

/** The text of a file that a user named, or a sentence. */
export async function readTextFile(
  path: string,
  { name = shortPath(path), what, missing, invalid }: ReadOptions = {},
): Promise<string> {
  const bytes = await readBytes(path, name).catch(async (cause) => {
    const about: Unreadable = { name: what === undefined ? name : `the ${what} ${name}`, missing };
    throw unreadable(cause, { ...about, near: await nearName(path, name, cause) });
  });
  return decodeUtf8(bytes, name, invalid);
}

/** Another file in its folder that was probably meant, as the user would name it. */
async function nearName(path: string, name: string, cause: unknown): Promise<string | undefined> {
  if (cause instanceof UserFacingError) return undefined;
  const entries = await readdir(dirname(path), { withFileTypes: true }).catch(() => []);
  // the one that cannot be read is no advice
  const files = entries.filter((entry) => entry.isFile() && entry.name !== basename(path));
  const near = nearest(
    basename(path),
    files.map((entry) => entry.name),
  );
  return near === undefined ? undefined : join(dirname(name), near);
}
