import { UserFacingError } from "../../../core/errors.ts";
import { editFile } from "../../../eval-sets/editing/edit-eval-set.ts";
import type { ServerParts } from "../server-parts.ts";
import type { SetFile } from "./set-files.ts";
import { tagOf } from "./set-memory.ts";
import type { FileChange } from "./undo-log.ts";
import { whatChanged } from "./what-changed.ts";

interface Edit {
  /** The tag of the text that the change is meant for; undefined means whatever stands there. */
  readonly ifMatch: string | undefined;
  readonly edit: (text: string) => string;
}

/** Writes a change of an eval set, on the text it is meant for and no other. */
export async function editSet(
  { sets }: Pick<ServerParts, "sets">,
  { file, path }: SetFile,
  { ifMatch, edit }: Edit,
): Promise<FileChange> {
  let [before, after] = ["", ""];
  await editFile(
    file,
    (text) => {
      if (ifMatch !== undefined && tagOf(text) !== ifMatch)
        throw changed(path, sets.seen(ifMatch), text);
      before = text;
      after = edit(text);
      return after;
    },
    path,
  );
  return { file, path, before, after };
}

function changed(path: string, seen: Parameters<typeof whatChanged>[0], text: string) {
  return new UserFacingError(
    "eval-set/changed",
    `${path} changed on disk in the meantime${whatChanged(seen, text)}.`,
    { hint: "Nothing was written. Look at what stands there now, then save again." },
  );
}
