import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./tests/longest-first.ts";

const all = ["src/**/*.test.{ts,tsx}", "tests/**/*.test.ts"];

/** Folders whose tests start the command, a test runner or a server. */
const slowFolders = "battery|cli|docs|frameworks|package|runners|templates|web";

/** What a test says when it starts a process, a thread or a server itself. */
const starts =
  /node:(child_process|http|net|worker_threads)|loopback|testing-server|api-server|cli\/assay\.ts|typescript|vitest\/node|postgres-(database|cluster)/;

/** What a test says when modules must find another process than the one they share: timers faked before they load. */
const alone = /vi\.hoisted\(/;

/**
 * What the command does with runs, on a file and, as a project of its own, on PostgreSQL. Together they ask every statement of
 * that store that the command has a use for; the contracts of stores are held to it beside its source.
 */
const onBothStores = [
  "tests/cli/eval.test.ts",
  "tests/cli/compare/cost-quality.test.ts",
  "tests/cli/resume/{blocked-loop,resume,scored-again}.test.ts",
  "tests/cli/runs/runs.test.ts",
  "tests/cli/serve/sessions.test.ts",
];

/** Told by what a test imports, so that a new test needs no list. */
function isSlow(path: string): boolean {
  if (new RegExp(`^tests/(${slowFolders})/`).test(path)) return true;
  const text = readFileSync(path, "utf8");
  return starts.test(text) || alone.test(text);
}

/** Here a test is right the first time. A machine of CI that starves a browser of its core may ask it once more. */
const retry = process.env.CI === undefined ? 0 : 1;

const root = import.meta.dirname;
const slow = globSync(all, { cwd: root }).filter((path) => isSlow(path));

export default defineConfig({
  test: {
    reporters: ["default", "./tests/closing-line-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: all,
          exclude: slow,
          // modules are loaded once a worker, not once a file
          isolate: false,
          globalSetup: ["tests/memory-folder.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "slow",
          include: slow,
          // what starts processes waits for cores that others use as well
          testTimeout: 90_000,
          retry,
          hookTimeout: 120_000,
          globalSetup: [
            "tests/memory-folder.ts",
            "tests/build-once.ts",
            "tests/stage-folder.ts",
            "tests/postgres-server.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          include: onBothStores,
          env: { ASSAY_TEST_STORE: "postgres" },
          testTimeout: 90_000,
          retry,
          hookTimeout: 120_000,
          globalSetup: [
            "tests/memory-folder.ts",
            "tests/build-once.ts",
            "tests/postgres-server.ts",
          ],
        },
      },
    ],
    // by itself Vitest leaves one core free, which of two is half; and who starts processes waits for them half of the time,
    // so that of two cores with three workers a third was idle
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // a browser that is starved of its core shows later what it shows
    expect: { poll: { timeout: 30_000 } },
  },
});
