import { UserFacingError } from "./errors.ts";

/**
 * The one way from an id to a part of a path: refuses whatever could name another folder, and hands the rest back as it is.
 * Every id that comes from a user, a file or the network passes here before it touches the disk.
 */
export function pathSegment(id: string, called: string): string {
  const wrong = reasonAgainst(id);
  if (wrong === undefined) return id;
  throw new UserFacingError("name/invalid", `${called} ${JSON.stringify(id)} ${wrong}.`, {
    hint: "Use letters, digits, dashes, dots and underscores.",
  });
}

function reasonAgainst(id: string): string | undefined {
  if (id === "") return "is empty";
  if (id.includes("\0")) return "holds a NUL character";
  if (id.includes("/") || id.includes("\\")) return "holds a path separator";
  if (id === "." || id === "..") return "names a folder";
  if (/^[A-Za-z]:/.test(id)) return "begins with a drive letter";
  return undefined;
}
