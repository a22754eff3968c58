import { dirname, join } from "node:path";
import { defaultOldCriteria } from "../../eval-sets/legacy/old-criteria.ts";
import { isThere, readConfigText } from "./config-file-for.ts";
import { readConfig } from "./read-config.ts";

/** What old rows would be scored by: the criteria of the `test_config.json` beside their file, else ADK's defaults. */
export async function oldRowCriteria(path: string): Promise<readonly string[]> {
  const file = join(dirname(path), "test_config.json");
  if (!isThere(file)) return defaultOldCriteria;
  const { criteria } = readConfig(await readConfigText(file), { file });
  return criteria.map(([name]) => name);
}
