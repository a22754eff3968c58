import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { editFile } from "../../../eval-sets/editing/edit-eval-set.ts";
import { readTextFile } from "../../../files/read-text-file.ts";
import { writeNew } from "../../../files/write-new.ts";
import { route } from "../route.ts";
import type { FileChange } from "./undo-log.ts";

export const undoChange = route({
  summary: "Take a change of eval sets back, whole, as long as nobody changed their files since.",
  body: z.strictObject({ token: z.string() }),
  reply: z.object({ paths: z.array(z.string()).readonly() }),
  async handle({ body, parts }) {
    const changes = parts.sets.undo.take(body.token);
    if (changes === undefined) {
      throw new UserFacingError("eval-set/changed", "This can no longer be undone.", {
        hint: "It was undone already, or the server was started again since.",
      });
    }
    try {
      for (const change of changes) await needUnchanged(change);
    } catch (error) {
      parts.sets.undo.keep(body.token, changes);
      throw error;
    }
    for (const change of changes) await takeBack(change);
    return { paths: changes.map(({ path }) => path) };
  },
});

async function needUnchanged({ file, path, after }: FileChange): Promise<void> {
  const now = existsSync(file) ? await readTextFile(file, { name: path }) : undefined;
  if (now === after) return;
  throw new UserFacingError(
    "eval-set/changed",
    `${path} changed since, so that this cannot be undone.`,
    {
      hint: "Nothing was written. Edit it by hand.",
    },
  );
}

async function takeBack({ file, path, before, after }: FileChange): Promise<void> {
  if (before === undefined) return await rm(file, { force: true });
  if (after === undefined) {
    await writeNew(file, before);
    return;
  }
  await editFile(file, (text) => (text === after ? before : text), path);
}
