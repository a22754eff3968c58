import { statSync } from "node:fs";
import { basename, dirname, relative } from "node:path";
import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { pathSegment } from "../../../core/text/path-segment.ts";
import { evalSetFolder } from "../../../eval-sets/eval-set-folder.ts";
import { readTextFile } from "../../../files/read-text-file.ts";
import { route } from "../route.ts";
import type { ServerParts } from "../server-parts.ts";
import { agentPath } from "../workspace-paths.ts";
import { setId } from "./set-files.ts";
import { changed } from "./set-shapes.ts";
import type { FileChange } from "./undo-log.ts";

export const newSet = z.strictObject({
  /** The folder of an agent, from the folder of agents. */
  agent: z.string(),
  /** Its id, which names its file. */
  id: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
});

export const setCreate = route({
  summary: "Create an eval set without cases in the folder of an agent.",
  body: newSet,
  reply: changed.extend({ id: z.string() }),
  status: 201,
  async handle({ body, parts }) {
    const { id, change } = await createSet(body, parts);
    return { ...parts.sets.changed([change]), id };
  },
});

interface CreatedSet {
  /** What addresses call it. */
  readonly id: string;
  readonly file: string;
  readonly change: FileChange;
}

export async function createSet(
  { agent, id, name, description }: z.output<typeof newSet>,
  parts: Pick<ServerParts, "agentsFolder">,
): Promise<CreatedSet> {
  const folder = agentPath(agent, parts);
  if (!statSync(folder).isDirectory()) {
    throw new UserFacingError("agent/not-found", `${JSON.stringify(agent)} is no folder.`, {
      hint: "Eval sets are kept in the folder of their agent.",
    });
  }
  const place = { agentsDir: dirname(folder), appName: basename(folder) };
  const seconds = () => Date.now() / 1000;
  await evalSetFolder({ ...place, now: seconds }).create(pathSegment(id, "Eval set"), {
    ...(name === undefined || name.trim() === "" ? {} : { name: name.trim() }),
    ...(description === undefined || description.trim() === "" ? {} : { description }),
  });
  const file = `${folder}/${id}.evalset.json`;
  const path = relative(agentPath(".", parts), file);
  const after = await readTextFile(file, { name: path });
  return { id: setId(path), file, change: { file, path, before: undefined, after } };
}
