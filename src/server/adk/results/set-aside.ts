import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject } from "../../../core/schema/parse-context.ts";
import type { ServerParts } from "../../api/server-parts.ts";

/** A metric that was asked for with a run and could not be measured: it is unknown, or its judge cannot be asked. */
export interface SetAside {
  readonly metricName: string;
  readonly threshold?: number | undefined;
}

/** Kept beside the database: a run's journal has only what it could measure. */
function fileOf(runId: string, { workspace }: ServerParts): string {
  return join(workspace, "set-aside", `${runId}.json`);
}

export async function keepSetAside(
  runId: string,
  metrics: readonly SetAside[],
  parts: ServerParts,
): Promise<void> {
  if (metrics.length === 0) return;
  await mkdir(join(parts.workspace, "set-aside"), { recursive: true });
  await writeFile(fileOf(runId, parts), JSON.stringify(metrics));
}

export async function setAsideOf(runId: string, parts: ServerParts): Promise<readonly SetAside[]> {
  try {
    const said: unknown = JSON.parse(await readFile(fileOf(runId, parts), "utf8"));
    return Array.isArray(said) ? said.filter(isSetAside) : [];
  } catch {
    return [];
  }
}

function isSetAside(value: unknown): value is SetAside {
  return isObject(value) && typeof value.metricName === "string";
}
