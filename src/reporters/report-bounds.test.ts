import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { exampleRun, replay } from "../../tests/fixtures/reporters/replay.ts";
import type { RunEvent } from "../core/run.ts";
import { aRunEnd, aRunSet, aRunStart, caseEvents } from "../testing/builders.ts";
import { createReporter, defaultBands } from "./index.ts";

const many = 2000;

function manyFailures(path?: string): readonly RunEvent[] {
  const detail = "The agent threw. ".repeat(20);
  const end = { status: "failed", reason: "agent-error", detail, metrics: [] } as const;
  return [
    aRunStart({ sets: [aRunSet({ caseCount: many, path })] }),
    ...Array.from({ length: many }, (_, index) =>
      caseEvents({ evalId: `case_${index}`, index, end }),
    ).flat(),
    aRunEnd(),
  ];
}

test("Markdown of thousands of failures fits a GitHub comment and says how many are left out", async () => {
  const shown = await replay("markdown", manyFailures());
  expect(shown.length).toBeLessThanOrEqual(65_000);
  const told = shown.split("<details>").length - 1;
  expect(told).toBeGreaterThan(10);
  expect(shown).toContain(`${many - told} more did not pass.`);
});

test("GitHub gets ten annotations of a kind, each at the line of its case", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "assay-lines-"));
  const path = join(cwd, "smoke.evalset.json");
  const cases = Array.from({ length: many }, (_, at) => ({ eval_id: `case_${at}` }));
  await writeFile(path, JSON.stringify({ eval_cases: cases }, undefined, 2));
  const shown = await replay("github", manyFailures(path), { cwd });
  const errors = shown.split("\n").filter((line) => line.startsWith("::error "));
  expect(errors).toHaveLength(10);
  const lines = (await readFile(path, "utf8")).split("\n");
  const line = lines.findIndex((text) => text.includes('"case_1"')) + 1;
  expect(errors[1]).toContain(`::error file=smoke.evalset.json,line=${line},title=case_1 failed::`);
});

test("on a terminal too, only our own sequences are written", async () => {
  const said = "\x1b]0;owned\x07\r\u202e\u009b2J";
  const detail = `It said ${said}`;
  const end = {
    status: "failed",
    reason: "agent-error",
    detail,
    output: said,
    metrics: [],
  } as const;
  const events = [
    aRunStart({ agent: { name: said } }),
    ...caseEvents({ evalId: said, end }),
    aRunEnd(),
  ];
  const shown = await replay("terminal", events, { interactive: true, colour: true });
  const foreign = stripVTControlCharacters(shown.replaceAll("\r\x1b[2K", ""));
  expect(foreign).not.toMatch(/[\p{Cc}--\n]|\u202e/v);
  expect(shown).not.toContain("\x1b]");
});

test.each(["assay eval house", "assay runs watch latest", "assay score trace.json"])(
  "under %s, what to do next is a command that there is",
  async (shownCommand) => {
    const cut = [aRunStart({ sets: [aRunSet({ caseCount: 2 })] }), ...caseEvents(), aRunEnd()];
    const shown = await replay("terminal", cut, { shownCommand });
    expect(shown).toMatch(/(?:Look closer: {2}assay runs show|Go on with: {2}assay eval)/);
  },
);

test("a run that workers have goes on with them", async () => {
  const cut = [aRunStart({ sets: [aRunSet({ caseCount: 2 })] }), ...caseEvents()];
  const events = [...cut, aRunEnd({ status: "interrupted" })];
  const shown = await replay("terminal", events, { resumedWith: () => "--workers" });
  expect(shown).toContain("Go on with:  assay eval --resume --workers\n");
});

test("a note stands on lines of its own between those of the run", async () => {
  let shown = "";
  const reporter = await createReporter("terminal", {
    out: (text) => {
      shown += text;
    },
    err: () => {},
    interactive: true,
    colour: false,
    columns: 80,
    verbose: false,
    cwd: "/",
    shownCommand: "assay",
    bands: defaultBands,
    env: {},
    secrets: [],
    now: () => 0,
  });
  if (!("note" in reporter) || typeof reporter.note !== "function") throw new Error("no note");
  reporter.note("Stopping: 6 cases are finishing.");
  expect(shown).toBe("Stopping: 6 cases are finishing.\n");
});

test("a report that breaks half-way leaves the old file and no other", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "assay-half-"));
  await writeFile(join(cwd, "run.json"), "old");
  const { reportOutput } = await import("./report-output.ts");
  const output = reportOutput("run.json", { cwd } as never);
  const broken = output.write(async (write) => {
    await write("half");
    throw new Error("lost");
  });
  await expect(broken).rejects.toThrow("lost");
  expect(await readdir(cwd)).toEqual(["run.json"]);
  expect(await readFile(join(cwd, "run.json"), "utf8")).toBe("old");
});

test("the same run gives the same bytes", async () => {
  expect(await replay("json", exampleRun())).toBe(await replay("json", exampleRun()));
});
