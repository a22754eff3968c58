import type { Reporter, TestModule } from "vitest/node";

/** Ends a test run with one plain line that any program can read: `tests: 12 passed, 0 failed, 1 skipped`. */
// biome-ignore lint/style/noDefaultExport: vitest loads reporters by their default export
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      if (module.state() === "failed" && module.children.size === 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") counts[state] += 1;
      }
    }
    const { passed, failed, skipped } = counts;
    process.stdout.write(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
  }
}
