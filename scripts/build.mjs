// Bundles the command with lazy chunks, and compiles the library with its types: node scripts/build.mjs [--command-only] [--out FOLDER]
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const esbuild = await import("esbuild").catch(() => undefined);
if (esbuild === undefined) {
  // npx prepares a clone before anything is installed; the command itself then says what to do
  const prepared = process.env.npm_lifecycle_event === "prepare";
  process.stderr.write("Nothing is installed yet, so nothing is built. Run:  npm ci\n");
  process.exit(prepared ? 0 : 2);
}
const commandOnly = process.argv.includes("--command-only");
const outAt = process.argv.indexOf("--out");
const out = outAt < 0 ? join(root, "dist") : resolve(process.argv[outAt + 1] ?? "dist");
// a running command loads its chunks lazily, so tests that build again must not pull them away
if (!commandOnly) rmSync(out, { recursive: true, force: true });
await esbuild.build({
  absWorkingDir: root,
  entryPoints: { main: "src/cli/main.ts" },
  outdir: join(out, "cli"),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.13",
  external: ["jiti", "@ai-sdk/*"],
  chunkNames: "[name]-[hash]",
  minifySyntax: true,
  minifyWhitespace: true,
  // the command looks at Node's age itself, before this bundle is loaded
  logOverride: { "ignored-bare-import": "silent" },
  define: { ASSAY_VERSION: JSON.stringify(version) },
});

if (!commandOnly) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", out], {
    cwd: root,
    stdio: "inherit",
  });
}
