import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { parseSelectors } from "../eval-sets/parse-selectors.ts";
import { adkReading, configFileFor, isThere } from "./config-file-for.ts";

const only =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

test("the config beside an eval set is its own, however many sets are named", () => {
  const exists = only("/agent/evals/test_config.json", "/agent/test_config.json");
  expect(configFileFor("/agent/evals/a.evalset.json", { exists })).toBe(
    "/agent/evals/test_config.json",
  );
});

test("a set may have a config of its own, by its name", () => {
  const exists = only("/agent/strict.test_config.json", "/agent/test_config.json");
  expect(configFileFor("/agent/strict.evalset.json", { exists })).toBe(
    "/agent/strict.test_config.json",
  );
  expect(configFileFor("/agent/loose.evalset.json", { exists })).toBe("/agent/test_config.json");
});

test("without one beside it, the nearest above counts, but none outside the agent", () => {
  const exists = only("/agent/test_config.json", "/test_config.json");
  const upTo = "/agent";
  expect(configFileFor("/agent/evals/deep/a.test.json", { exists, upTo })).toBe(
    "/agent/test_config.json",
  );
  expect(configFileFor("/other/evals/a.test.json", { exists, upTo })).toBeUndefined();
  expect(configFileFor("/agent/evals/a.test.json", { exists })).toBeUndefined();
});

test("a given path wins, whether it exists or not", () => {
  expect(configFileFor("/a/b.json", { given: "c.json", exists: () => false })).toBe("c.json");
});

test("ADK looks for a config only when one file is named", () => {
  const exists = only("ev/a.json", "ev//c.json", "/d.json", "b.json");
  const read = (...args: string[]) => adkReading(parseSelectors(args), { exists });
  expect(read("ev/a.json:x")).toEqual({ asFiles: true, configFile: "ev/test_config.json" });
  expect(read("b.json")).toEqual({ asFiles: true, configFile: "test_config.json" });
  expect(read("ev//c.json").configFile).toBe("ev/test_config.json");
  expect(read("/d.json").configFile).toBe("/test_config.json");
  expect(read("ev/a.json", "b.json")).toEqual({ asFiles: true, configFile: undefined });
  expect(read("some_id", "b.json")).toEqual({ asFiles: false, configFile: undefined });
  expect(read()).toEqual({ asFiles: false, configFile: undefined });
});

test("a link that leads nowhere is there, so that its config is missed and not left out", () => {
  const folder = temporaryFolder();
  const path = join(folder, "test_config.json");
  expect(isThere(path)).toBe(false);
  symlinkSync("nowhere.json", path);
  expect(isThere(path)).toBe(true);
  expect(configFileFor(join(folder, "a.evalset.json"), { exists: isThere })).toBe(path);
});
