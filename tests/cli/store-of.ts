import { join } from "node:path";
import type { RunStore } from "../../src/core/run-store.ts";
import { openRunStore } from "../../src/stores/open-store.ts";
import { teamStore } from "./assay.ts";

/** Where the command keeps what is done in a folder: in its file, or in the database that it has instead. */
export async function placeOf(cwd: string): Promise<string> {
  return (await teamStore(cwd)).ASSAY_STORE ?? join(cwd, ".assay/assay.db");
}

export async function storeOf(cwd: string): Promise<RunStore> {
  return await openRunStore(await placeOf(cwd));
}
