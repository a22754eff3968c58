import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openEvalSets } from "../../test-runners/open-eval-sets.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { evalSetFilesIn } from "./eval-set-files.ts";
import { findEvalSets } from "./select-eval-sets.ts";

function write(folder: string, name: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const turn = { user_content: "hello" };
  const evalCase = { eval_id: "a", conversation: [turn] };
  writeFileSync(path, JSON.stringify({ eval_set_id: name, eval_cases: [evalCase] }));
}

test("the command and the test runners find the same sets in the same order", async () => {
  const folder = temporaryFolder();
  for (const name of [
    "a/x.test.json",
    "a.b/x.test.json",
    "a-b.evalset.json",
    "\u{1f600}.test.json",
  ]) {
    write(folder, name);
  }
  write(folder, "node_modules/x.test.json");
  write(folder, ".adk/x.test.json");
  symlinkSync(join(folder, "a"), join(folder, "loop.test.json"));
  const found = evalSetFilesIn(folder);
  expect(found).toHaveLength(4);
  const opened = openEvalSets(".", folder).map(({ source }) => source.path);
  const { sets } = await findEvalSets([], { agentDirectory: folder, cwd: folder });
  expect(opened).toEqual(found);
  expect(sets.map(({ path }) => path)).toEqual(found);
});
