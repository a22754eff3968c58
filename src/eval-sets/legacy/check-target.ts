import { stat } from "node:fs/promises";
import { UserFacingError } from "../../core/errors.ts";

export async function checkTarget(
  path: string,
  { at, force }: { readonly at: string; readonly force: boolean },
): Promise<void> {
  if (path === "") {
    throw new UserFacingError("cli/usage", "The path of the new file is empty.", {
      hint: "Name the file to write, such as smoke.evalset.json.",
    });
  }
  const there = await stat(at).catch(() => undefined);
  if (there !== undefined && !force) throw existsAlready(path);
}

export function existsAlready(path: string): UserFacingError {
  return new UserFacingError("eval-set/exists", `${path} exists already.`, {
    hint: "Choose another name, or write over it with --force.",
  });
}
