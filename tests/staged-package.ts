import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { doOnce } from "./do-once.ts";

const root = resolve(import.meta.dirname, "..");

/**
 * The folder that `npm publish` would pack, built from the source as it is now and away from dist, which others are running.
 * In a test run it is built once, by whoever asks first, and the others get a copy.
 */
export async function stagePackage(folder: string): Promise<void> {
  const shared = process.env.ASSAY_TEST_STAGE;
  if (shared === undefined) return build(folder);
  const [stage, done] = [join(shared, "package"), join(shared, "done")];
  await doOnce(
    join(shared, "lock"),
    () => existsSync(done),
    () => {
      build(stage);
      writeFileSync(done, "");
    },
  );
  cpSync(stage, folder, { recursive: true });
}

function build(folder: string): void {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    files: readonly string[];
  };
  for (const name of [...files, "package.json", "README.md"]) {
    if (name === "dist" || name.startsWith("!")) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: isOurs });
  }
  const script = join(root, "scripts/build.mjs");
  execFileSync(process.execPath, [script, "--out", join(folder, "dist")], { stdio: "inherit" });
}

/** What an example leaves behind when it was run. */
function isOurs(path: string): boolean {
  return !/[\\/](?:node_modules|\.assay|\.adk)$/.test(path);
}
