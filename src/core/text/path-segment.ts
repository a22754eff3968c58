import { UserFacingError } from "../errors.ts";

/**
 * The one way from an id to a part of a path: refuses whatever could name another folder, and hands the rest back as it is.
 * Every id that comes from a user, a file or the network passes here before it touches the disk.
 */
export function pathSegment(id: string, called: string): string {
  const wrong = reasonAgainst(id);
  if (wrong === undefined) return id;
  const shown = JSON.stringify(id.length > LONGEST ? `${id.slice(0, 40)}…` : id);
  const short = id.length > LONGEST ? `, at most ${LONGEST} of them` : "";
  throw new UserFacingError("name/invalid", `${called} ${shown} ${wrong}.`, {
    hint: `Use letters, digits, dashes, dots and underscores${short}.`,
  });
}

function reasonAgainst(id: string): string | undefined {
  if (id === "") return "is empty";
  if (id.includes("\0")) return "contains a NUL character";
  if (id.includes("/") || id.includes("\\")) return "contains a path separator";
  if (id === "." || id === "..") return "names a folder";
  if (/^[A-Za-z]:/.test(id)) return "begins with a drive letter";
  // 255 bytes on most disks, endings like .evalset_result.json and .tmp included
  if (new TextEncoder().encode(id).length > LONGEST) return "is too long for the name of a file";
  return undefined;
}

const LONGEST = 200;
