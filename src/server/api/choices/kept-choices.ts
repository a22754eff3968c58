import { relative } from "node:path";
import { z } from "zod";
import { UserFacingError } from "../../../core/errors.ts";
import { readTextFile } from "../../../files/read-text-file.ts";
import type { ServerParts } from "../server-parts.ts";
import { choicesPath } from "../workspace-paths.ts";

/** What a run dialog keeps under a name: how a run is measured and held, not of which agent and cases. */
export const presetChoice = z.strictObject({
  trials: z.number().int().min(1).max(1000),
  concurrency: z.number().int().min(1).max(1000),
  timeout: z.number().positive().optional(),
  budget: z.number().positive().optional(),
  judgeModel: z.string().max(200).optional(),
  samples: z.number().int().min(1).max(100).optional(),
  gates: z.string().max(4000),
  baseline: z.string().max(200),
  metrics: z.record(
    z.string().max(200),
    z.strictObject({ isOn: z.boolean().optional(), threshold: z.number().optional() }),
  ),
});

/** What the address of a list says beside its path. */
export const viewChoice = z
  .record(z.string().max(40), z.union([z.string().max(2000), z.number(), z.boolean()]))
  .refine((view) => Object.keys(view).length <= 20, "has too many settings");

export const lists = ["runs", "cases", "set", "live"] as const;

const choices = z.object({
  presets: z.record(z.string(), presetChoice).default({}),
  /** By the list that they are views of. */
  views: z.partialRecord(z.enum(lists), z.record(z.string(), viewChoice)).default({}),
});

export type KeptChoices = z.output<typeof choices>;

/** How messages call the file. */
export function choicesName(parts: Pick<ServerParts, "agentsFolder" | "cwd">): string {
  return relative(parts.cwd, choicesPath(parts)) || choicesPath(parts);
}

/** What people have kept so far; nothing where there is no file yet. A file with mistakes is told, never passed over. */
export async function readChoices(
  parts: Pick<ServerParts, "agentsFolder" | "cwd">,
): Promise<KeptChoices> {
  const name = choicesName(parts);
  const text = await textOf(choicesPath(parts), name);
  if (text.trim() === "") return choices.parse({});
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable(name, (error as Error).message);
  }
  const read = choices.safeParse(value);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw unreadable(name, `${first?.path.join(".") ?? ""}: ${first?.message ?? ""}`);
}

async function textOf(path: string, name: string): Promise<string> {
  try {
    return await readTextFile(path, { name });
  } catch (error) {
    if ((error as { cause?: NodeJS.ErrnoException }).cause?.code === "ENOENT") return "";
    throw error;
  }
}

function unreadable(name: string, why: string): UserFacingError {
  return new UserFacingError("config/invalid", `${name} cannot be read: ${why}.`, {
    hint: "It keeps presets and views. Mend it, or move it away to begin anew.",
  });
}
