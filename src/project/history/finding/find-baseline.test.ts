import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunInfo, RunSet } from "../../../core/run-info.ts";
import type { RunStore } from "../../../core/run-store.ts";
import { memoryStore } from "../../../stores/memory-store.ts";
import { aRunEnd, aRunSet, aRunStart } from "../../../testing/builders.ts";
import { temporaryFolder } from "../../../testing/temporary-folder.ts";
import { findBaseline } from "./find-baseline.ts";
import { findRun } from "./find-run.ts";

/** A repository whose commits c0, c1, c2 follow each other on main, with a branch beside c2 from c1. */
function aRepository() {
  const cwd = temporaryFolder();
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd,
      encoding: "utf8",
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  const commit = (message: string) => {
    git("commit", "--quiet", "--allow-empty", "-m", message);
    return git("rev-parse", "HEAD");
  };
  const [c0, c1] = [commit("c0"), commit("c1")];
  git("tag", "v1");
  git("switch", "--quiet", "-c", "side");
  const side = commit("side");
  git("switch", "--quiet", "main");
  const c2 = commit("c2");
  return { cwd, c0, c1, c2, side, git };
}

interface Run {
  readonly runId: string;
  readonly commit?: string;
  readonly dirty?: boolean;
  readonly sets?: readonly RunSet[];
  readonly end?: "ended" | "interrupted";
  readonly about?: Partial<RunInfo>;
}

async function storeOf(...runs: readonly Run[]): Promise<RunStore> {
  const store = memoryStore();
  for (const { runId, commit, dirty = false, sets = [aRunSet()], end = "ended", about } of runs) {
    const git = commit === undefined ? undefined : { commit, dirty };
    await store.append(aRunStart({ runId, git, sets, ...about }));
    await store.append(aRunEnd({ runId, status: end }));
  }
  return store;
}

const aboutOf = (commit: string, dirty = false): RunInfo =>
  aRunStart({ git: { commit, dirty }, sets: [aRunSet()] }).about;

test("a run is found by commit, branch, tag and what git says of them", async () => {
  const { cwd, c1, c2 } = aRepository();
  const store = await storeOf({ runId: "x-one", commit: c1 }, { runId: "x-two", commit: c2 });
  const found = async (text: string) => await findRun(store, text, { cwd });
  for (const text of [c1, c1.slice(0, 7), "v1", "HEAD~1", "main^", "side~1"]) {
    expect([text, await found(text)]).toEqual([text, "x-one"]);
  }
  for (const text of [c2, c2.slice(0, 9), "main", "HEAD", "@"]) {
    expect([text, await found(text)]).toEqual([text, "x-two"]);
  }
});

test("a recorded commit is found where there is no repository", async () => {
  const store = await storeOf({ runId: "x-one", commit: "abcdef0123456789" });
  expect(await findRun(store, "abcdef0", { cwd: temporaryFolder() })).toBe("x-one");
});

test("of several runs of a commit the newest finished one without changes is meant", async () => {
  const { cwd, c2 } = aRepository();
  const store = await storeOf(
    { runId: "x-old", commit: c2 },
    { runId: "x-new", commit: c2 },
    { runId: "x-dirty", commit: c2, dirty: true },
    { runId: "x-stopped", commit: c2, end: "interrupted" },
  );
  expect(await findRun(store, "HEAD", { cwd })).toBe("x-new");
});

test("latest~N counts back, and says where it ends", async () => {
  const store = await storeOf({ runId: "x-one" }, { runId: "x-two" });
  expect(await findRun(store, "latest~1")).toBe("x-one");
  expect(await findRun(store, "latest~0")).toBe("x-two");
  await expect(findRun(store, "latest~2")).rejects.toMatchObject({
    message: "There is no run latest~2: there are only 2 runs.",
    hint: "The oldest is latest~1. assay runs lists them.",
  });
});

test("a name goes before a branch of that name, and the last run that has it is meant", async () => {
  const { cwd, c2 } = aRepository();
  const store = await storeOf(
    { runId: "x-one", about: { name: "main" } },
    { runId: "x-two", about: { name: "main" } },
    { runId: "x-three", commit: c2 },
  );
  expect(await findRun(store, "main", { cwd })).toBe("x-two");
  const at = "2026-11-16T10:00:00.000Z";
  await store.append({ type: "run-mark", runId: "x-two", at, name: null });
  expect(await findRun(store, "main", { cwd })).toBe("x-one");
});

test("branches called a and b are those, whatever letters the ids of runs begin with", async () => {
  const { cwd, c1, c2, git } = aRepository();
  git("branch", "a", c2);
  git("branch", "b", c1);
  const store = await storeOf({ runId: "x-a0c1", commit: c1 }, { runId: "x-b0c2", commit: c2 });
  const found = async (text: string) => await findRun(store, text, { cwd });
  expect([await found("a"), await found("b")]).toEqual(["x-b0c2", "x-a0c1"]);
  expect([await found("a0"), await found("a0c1")]).toEqual(["x-a0c1", "x-a0c1"]);
  const named = await findBaseline(store, { about: aboutOf(c2), named: "b", cwd });
  expect(named.runId).toBe("x-a0c1");
});

test("a misspelt branch or name is answered with the nearest one", async () => {
  const { cwd } = aRepository();
  const store = await storeOf({ runId: "x-one", about: { name: "golden" } });
  await expect(findRun(store, "mian", { cwd })).rejects.toMatchObject({
    message: 'There is no run "mian".',
    hint: "Did you mean main?",
  });
  await expect(findRun(store, "goldn", { cwd })).rejects.toMatchObject({
    hint: "Did you mean golden?",
  });
});

test("a commit without a run is reported with those that have one", async () => {
  const { cwd, c0, c1 } = aRepository();
  const store = await storeOf({ runId: "x-one", commit: c1 });
  await expect(findRun(store, "main~2", { cwd })).rejects.toMatchObject({
    code: "run/not-found",
    message: `main~2 is commit ${c0.slice(0, 7)}, which has no finished run.`,
    hint: expect.stringContaining(`${c1.slice(0, 7)} (run one)`),
  });
});

test("where there is no repository, that is said", async () => {
  const cwd = join(temporaryFolder(), "inside");
  mkdirSync(cwd);
  const store = await storeOf({ runId: "x-one" });
  await expect(findRun(store, "some-branch", { cwd })).rejects.toMatchObject({
    hint: expect.stringContaining("This folder is in no git repository."),
  });
  const { sets, agent, kind } = aRunStart().about;
  await expect(findBaseline(store, { about: { sets, agent, kind }, cwd })).rejects.toMatchObject({
    code: "run/no-baseline",
    message: "There is no run to compare with. This folder is in no git repository.",
  });
});

test("a name that looks like an option is a name", async () => {
  const { cwd } = aRepository();
  const store = await storeOf({ runId: "x-one" });
  await expect(findRun(store, "--output=x", { cwd })).rejects.toMatchObject({
    message: 'There is no run "--output=x".',
  });
});

test("the baseline is the run of the nearest commit before, not of a branch beside", async () => {
  const { cwd, c0, c1, c2, side } = aRepository();
  const store = await storeOf(
    { runId: "x-c0", commit: c0 },
    { runId: "x-side", commit: side },
    { runId: "x-c2", commit: c2 },
  );
  const request = { about: aboutOf(c2), runId: "x-c2", cwd };
  expect(await findBaseline(store, request)).toEqual({
    runId: "x-c0",
    text: `run c0 of commit ${c0.slice(0, 7)}, 2 commits before`,
  });
  await store.append(aRunStart({ runId: "x-c1", git: { commit: c1, dirty: false } }));
  await store.append(aRunEnd({ runId: "x-c1" }));
  expect((await findBaseline(store, request)).runId).toBe("x-c1");
});

test("what was run with changes has the commit itself as its baseline, what is clean has not", async () => {
  const { cwd, c1, c2 } = aRepository();
  const store = await storeOf(
    { runId: "x-c1", commit: c1 },
    { runId: "x-clean", commit: c2 },
    { runId: "x-dirty", commit: c2, dirty: true },
  );
  const of = async (runId: string, dirty: boolean) =>
    (await findBaseline(store, { about: aboutOf(c2, dirty), runId, cwd })).runId;
  expect(await of("x-dirty", true)).toBe("x-clean");
  expect(await of("x-clean", false)).toBe("x-c1");
});

test("other sets, other metrics and unfinished runs are passed over, and a whole run goes before a part", async () => {
  const { cwd, c0, c1, c2 } = aRepository();
  const set = aRunSet();
  const store = await storeOf(
    { runId: "x-whole", commit: c0, about: { caseCount: 9 } },
    { runId: "x-part", commit: c0, about: { caseCount: 2 } },
    { runId: "x-set", commit: c1, sets: [{ ...set, evalSetId: "other" }] },
    { runId: "x-metric", commit: c1, sets: [{ ...set, config: { metrics: [] } }] },
    { runId: "x-stopped", commit: c1, end: "interrupted" },
  );
  const request = { about: aboutOf(c2), cwd };
  expect((await findBaseline(store, request)).runId).toBe("x-whole");
});

test("a run of what had failed before is nobody's baseline, and no commit's run where there is another", async () => {
  const { cwd, c0, c1, c2 } = aRepository();
  const store = await storeOf(
    { runId: "x-whole", commit: c0 },
    { runId: "x-all", commit: c1 },
    { runId: "x-failed", commit: c1, about: { options: { failedIn: "x-all" }, caseCount: 900 } },
    { runId: "x-changed", commit: c1, about: { options: { onlyCases: { s: ["a"] } } } },
  );
  expect(await findRun(store, c1, { cwd })).toBe("x-all");
  const found = await findBaseline(store, { about: aboutOf(c2), cwd });
  expect(found.runId).toBe("x-all");
  expect((await findBaseline(store, { about: aboutOf(c1), cwd })).runId).toBe("x-whole");
});

test("a branch stands for its nearest commit that was run", async () => {
  const { cwd, c0, c1 } = aRepository();
  const store = await storeOf({ runId: "x-c0", commit: c0 });
  const about = aboutOf(c1);
  expect(await findBaseline(store, { about, cwd, named: "side" })).toEqual({
    runId: "x-c0",
    text: `run c0 of commit ${c0.slice(0, 7)}, 2 commits before side`,
  });
});

test("a run of no commit has nothing before it, whatever is checked out", async () => {
  const { cwd, c0 } = aRepository();
  const store = await storeOf({ runId: "x-c0", commit: c0 }, { runId: "x-outside" });
  const { about } = aRunStart({ sets: [aRunSet()] });
  await expect(findBaseline(store, { about, runId: "x-outside", cwd })).rejects.toMatchObject({
    code: "run/no-baseline",
    message: "There is no run to compare with. This run was made at no commit that is known.",
  });
  expect(await findBaseline(store, { about, cwd })).toMatchObject({ runId: "x-c0" });
});

test("a baseline that is missing or has another set is reported", async () => {
  const { cwd, c0, c2 } = aRepository();
  const sets = [{ ...aRunSet(), evalSetId: "other" }];
  const store = await storeOf({ runId: "x-other", commit: c0, sets });
  const about = aboutOf(c2);
  await expect(findBaseline(store, { about, cwd })).rejects.toMatchObject({
    code: "run/no-baseline",
    message: 'No finished run of "set-1" with the same metrics was made at an earlier commit.',
    hint: expect.stringMatching(/^Run othe of commit \w{7} has another set: "other"\./),
  });
  await expect(findBaseline(store, { about, cwd, named: "other" })).rejects.toMatchObject({
    code: "run/no-baseline",
    message: 'Run othe cannot be the baseline: it ran "other", and not "set-1".',
  });
  await expect(findBaseline(store, { about, cwd, named: "nothing" })).rejects.toMatchObject({
    code: "run/not-found",
  });
});

test("a baseline that is still going on is said to be: what it has not got to is not compared", async () => {
  const { cwd } = aRepository();
  const store = await storeOf({ runId: "x-open", end: "interrupted" }, { runId: "x-done" });
  const { about } = aRunStart({ sets: [aRunSet()] });
  expect(await findBaseline(store, { about, cwd, named: "x-done" })).toMatchObject({
    text: "run done",
  });
  expect((await findBaseline(store, { about, cwd, named: "x-open" })).text).toBe(
    "run open, which is not finished: only cases that have ended in it can be compared with",
  );
});

test("a path is no run, and only an option that may stand alone is told where to stand", async () => {
  const store = await storeOf({ runId: "x-one" });
  const { cwd } = aRepository();
  await expect(findRun(store, "src", { cwd })).rejects.toMatchObject({
    hint: "src is a path; a run has an id or a name. assay runs lists them.",
  });
  await expect(findRun(store, "src", { cwd, option: "--failed" })).rejects.toMatchObject({
    hint: expect.stringContaining("assay eval src --failed"),
  });
});
