import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { EvalConfig } from "./read-config.ts";

/** Tells two configs apart: by the text of the file, or by what was handed over. Undefined where there is none. */
export function configHash(
  path: string | undefined,
  config: EvalConfig | undefined,
): string | undefined {
  if (config === undefined) return undefined;
  const text = path === undefined ? JSON.stringify(config, plainly) : readFileSync(path, "utf8");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Maps and functions are told by what is in them. */
function plainly(_key: string, value: unknown): unknown {
  if (value instanceof Map) return [...value];
  return typeof value === "function" ? String(value) : value;
}
