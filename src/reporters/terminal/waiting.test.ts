import { afterEach, expect, test, vi } from "vitest";
import { runFold } from "../../core/folds/run-summary.ts";
import { aRunStart } from "../../testing/builders.ts";
import { defaultBands } from "../reporter-context.ts";
import { progressText } from "./progress-text.ts";
import { terminalReporter } from "./terminal-reporter.ts";

// before timers are taken, which happens once
vi.hoisted(() => vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
});

function started(interactive: boolean, waitingFor: () => string | undefined) {
  let written = "";
  const reporter = terminalReporter({
    out: (text) => {
      written += text;
    },
    err: () => {},
    interactive,
    colour: false,
    columns: 100,
    verbose: false,
    cwd: "/",
    shownCommand: "assay",
    bands: defaultBands,
    env: {},
    secrets: [],
    waitingFor,
    now: () => Date.now(),
  });
  const fold = runFold();
  fold.apply(aRunStart());
  void reporter.onStart?.(fold.summary());
  return { reporter, written: () => written, run: fold.summary() };
}

test("the progress line says which model is waited for, and which try it is", async () => {
  const { written } = started(true, () => "waiting for ollama/llama3, 3rd try");
  await vi.advanceTimersByTimeAsync(2_500);
  expect(written()).toContain("· waiting for ollama/llama3, 3rd try");
});

test("where no line can be rewritten each wait is reported once, and each try", async () => {
  const waits = [
    ...Array.from({ length: 3 }, (_, count) => `waiting for m for ${10 + count} s`),
    "waiting for m, 2nd try",
    "waiting for m, 2nd try",
    undefined,
    "waiting for m, 2nd try",
  ];
  const { written } = started(false, () => waits.shift());
  await vi.advanceTimersByTimeAsync(14_500);
  expect(written().match(/… waiting.*/g)).toEqual([
    "… waiting for m for 10 s",
    "… waiting for m, 2nd try",
    "… waiting for m, 2nd try",
  ]);
});

test("nothing is said where nothing is waited for", () => {
  const { run } = started(false, () => undefined);
  expect(progressText(run, { before: 0, seconds: 1 })).not.toContain("waiting");
});
