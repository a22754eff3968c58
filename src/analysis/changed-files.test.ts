import { expect, test } from "vitest";
import { changedFiles } from "./changed-files.ts";

const cwd = "/work/project";

/** What a run knows of itself, measured by this config. */
function ran(config: string, files: Readonly<Record<string, string>>) {
  const set = { evalSetId: "s", hash: "h", caseCount: 1, path: `${cwd}/agent/s.json` };
  return {
    cwd,
    inputs: { files, settings: {} },
    sets: [{ ...set, config: { path: `${cwd}/${config}`, metrics: [] } }],
  };
}

test("a prompt that was changed, added or removed is told", () => {
  const before = ran("test_config.json", { "agent/a.md": "1", "agent/b.md": "1" });
  const after = ran("test_config.json", { "agent/a.md": "2", "agent/c.md": "1" });
  expect(changedFiles(before, after)).toEqual(["agent/a.md", "agent/b.md", "agent/c.md"]);
});

test("a config or a set that one run used and the other had lying about is no change of the agent", () => {
  const before = ran("test_config.json", { "agent/strict.json": "1", "agent/a.md": "1" });
  const after = ran("agent/strict.json", { "agent/a.md": "1" });
  expect(changedFiles(before, after)).toEqual([]);
  expect(changedFiles(after, before)).toEqual([]);
  expect(changedFiles(ran("c.json", { "agent/s.json": "1" }), ran("c.json", {}))).toEqual([]);
});
