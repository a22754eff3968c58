import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RunStore } from "../core/run-store.ts";
import { describeRunStore } from "../testing/run-store-contract.ts";
import { sqliteStore } from "./sqlite-store.ts";

const paths = new WeakMap<RunStore, string>();

function storeAt(path: string): RunStore {
  const store = sqliteStore(path);
  paths.set(store, path);
  return store;
}

function newPath(): string {
  return join(mkdtempSync(join(tmpdir(), "assay-store-")), ".assay", "assay.db");
}

describeRunStore("sqliteStore", async () => storeAt(newPath()), {
  openAgain: async (store) => storeAt(paths.get(store) ?? newPath()),
});
