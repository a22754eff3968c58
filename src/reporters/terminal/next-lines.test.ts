import { expect, test } from "vitest";
import { exampleRun, replay } from "../../../tests/fixtures/reporters/replay.ts";

test("what is proposed looks for the run where it was told to be kept", async () => {
  const text = await replay("terminal", exampleRun(), { store: "team/our runs.db" });
  expect(text).toContain("Look closer:  assay runs show 4c1e --store 'team/our runs.db'\n");
  expect(text).toContain("Again, only these:  assay eval --failed --store 'team/our runs.db'\n");
});

test("a stopped run is gone on with where it is kept", async () => {
  const begun = exampleRun().slice(0, 8);
  const text = await replay("terminal", begun, { store: "runs.db" });
  expect(text).toContain("Go on with:  assay eval --resume --store runs.db\n");
});
