// Writes docs/reference from the tables of the code: node scripts/write-reference.ts
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { referencePages } from "./reference-pages.ts";

const root = resolve(import.meta.dirname, "..");
for (const [file, page] of Object.entries(referencePages)) {
  mkdirSync(dirname(resolve(root, file)), { recursive: true });
  writeFileSync(resolve(root, file), page());
}
