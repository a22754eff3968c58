import { createHash } from "node:crypto";
import { isUserFacingError } from "../../../core/errors.ts";
import type { HumanLabel } from "../../../trust/read-labels.ts";
import { labelsIn } from "../../../trust/write-label.ts";
import type { ServerParts } from "../server-parts.ts";
import { labelsPath } from "../workspace-paths.ts";
import { labelsName } from "./judge-commands.ts";

interface KnownLabels {
  readonly labels: readonly HumanLabel[];
  /** Of their file, as messages call it. */
  readonly path: string;
  /** Why there are none: what is wrong with the file. */
  readonly problem?: string | undefined;
  /** Changes with them. */
  readonly tag: string;
}

/** What people have said so far. A file with mistakes says nothing, and that is told. */
export async function knownLabels(
  parts: Pick<ServerParts, "agentsFolder" | "cwd">,
): Promise<KnownLabels> {
  const path = labelsName(parts);
  try {
    const labels = await labelsIn(labelsPath(parts), path);
    const tag = createHash("sha256").update(JSON.stringify(labels)).digest("hex").slice(0, 16);
    return { labels, path, tag };
  } catch (error) {
    if (!isUserFacingError(error)) throw error;
    const { file, line } = error.place ?? {};
    const where = file === undefined ? "" : ` ${file}${line === undefined ? "" : `:${line}`}`;
    const problem = `${error.message}${where}`;
    return { labels: [], path, problem, tag: problem };
  }
}
