import { readFileSync } from "node:fs";
import { join } from "node:path";

export function report(cwd: string) {
  return JSON.parse(readFileSync(join(cwd, "report.json"), "utf8"));
}
