import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the first test that asks for the package builds it, for all of this test run. */
export function setup(): (() => void) | undefined {
  if (process.env.ASSAY_TEST_STAGE !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "assay-stage-"));
  process.env.ASSAY_TEST_STAGE = folder;
  return () => {
    delete process.env.ASSAY_TEST_STAGE;
    rmSync(folder, { recursive: true, force: true });
  };
}
