// Bundles the command with lazy chunks, and compiles the library with its types: node scripts/build.mjs [--command-only] [--out FOLDER]
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
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
const dryScore = "src/project/dry-score/dry-score-worker.ts";
const command = {
  absWorkingDir: root,
  // scoring again needs most of what an eval needs: its thread has the same chunks
  entryPoints: { main: "src/cli/main.ts", "dry-score-worker": dryScore },
  outdir: join(out, "cli"),
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node22.13",
  external: [
    "jiti",
    "yaml",
    "zod",
    "hono",
    "@hono/*",
    "@ai-sdk/*",
    "@cfworker/*",
    "@huggingface/*",
    "pg",
    "pg-boss",
    "openid-client",
  ],
  chunkNames: "[name]-[hash]",
  minifySyntax: true,
  minifyWhitespace: true,
  // the command looks at Node's age itself, before this bundle is loaded
  logOverride: { "ignored-bare-import": "silent" },
  define: { ASSAY_VERSION: JSON.stringify(version) },
};
const { metafile } = await esbuild.build({ ...command, write: false, metafile: true });
await esbuild.build({ ...command, plugins: [inFewChunks(metafile.inputs)] });
// threads and a process of their own, with nothing in them that they do not need
for (const alone of [
  "project/traces/pieces/piece-worker",
  "project/chats/agent-host",
  "stores/sqlite/thread/commit-worker",
  "models/apart/model-worker",
  "workers/leases/lease-worker",
  "agents/isolation/thread-guard",
]) {
  await esbuild.build({
    ...command,
    entryPoints: [`src/${alone}.ts`],
    splitting: false,
  });
}
const { compileAtOnce } = await import("./compile-at-once.mjs");
await compileAtOnce(command.outdir, (code) => esbuild.transform(code, { format: "esm" }));

if (!commandOnly) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", out], {
    cwd: root,
    stdio: "inherit",
  });
  const { dropUnreachable } = await import("./drop-unreachable.mjs");
  dropUnreachable(root, out, ["cli"]);
  const { dropComments } = await import("./drop-comments.mjs");
  await dropComments(out, ["cli"], (code) => esbuild.transform(code, { format: "esm" }));
  // whoever builds, with whatever in the environment, builds what is shipped
  process.env.NODE_ENV = "production";
  const vite = await import("vite");
  await vite.build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "warn",
    build: { outDir: join(out, "ui") },
  });
  const { buildReport } = await import("./build-report.mjs");
  await buildReport(root, join(out, "report"));
}

/**
 * A chunk holds the files that the same set of lazy imports needs, so every lazy import makes more and smaller chunks, and
 * each is looked up when the command starts. Here every lazy import also needs what every eval needs: that is one chunk
 * then. Help is told without it, and so are the rows of the table of commands.
 */
function inFewChunks(inputs) {
  const everyEval = [
    "src/cli/eval/eval-command.ts",
    "src/cli/mask-terminal.ts",
    "src/cli/arguments/parse-arguments.ts",
    "src/stores/sqlite/sqlite-store.ts",
    "src/reporters/terminal/terminal-reporter.ts",
  ];
  const forHelp = ["src/cli/help-text.ts", ...importsOf(["src/cli/commands.ts"], "dynamic-import")];
  const lazy = new Set([dryScore, ...importsOf(Object.keys(inputs), "dynamic-import")]);
  const shared = new Set(importsOf(everyEval, "import-statement"));
  for (const file of shared)
    for (const more of importsOf([file], "import-statement")) shared.add(more);
  for (const file of lazy) if (shared.has(file) || forHelp.includes(file)) lazy.delete(file);

  function importsOf(files, kind) {
    const all = files.flatMap((file) => inputs[file]?.imports ?? []);
    return all.filter((each) => each.kind === kind && !each.external).map(({ path }) => path);
  }
  return {
    name: "few-chunks",
    setup(build) {
      build.onResolve({ filter: /^every-eval$/ }, () => ({
        path: "every-eval",
        namespace: "shared",
        sideEffects: true,
      }));
      build.onLoad({ filter: /.*/, namespace: "shared" }, () => ({
        contents: [...shared].map((file) => `import ${JSON.stringify(`./${file}`)};`).join("\n"),
        resolveDir: root,
      }));
      build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        if (!lazy.has(relative(root, path).replaceAll("\\", "/"))) return undefined;
        return { contents: `${readFileSync(path, "utf8")}\nimport "every-eval";`, loader: "ts" };
      });
    },
  };
}
