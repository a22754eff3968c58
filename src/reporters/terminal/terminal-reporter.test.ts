import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { exampleRun, replay } from "../../../tests/fixtures/reporters/replay.ts";
import type { TrajectoryStep } from "../../core/analysis/trajectory-diff.ts";
import type { RunEvent } from "../../core/run.ts";
import { aMetricResult, aRunEnd, aRunSet, aRunStart, caseEvents } from "../../testing/builders.ts";

test("a run with every kind of outcome reads from top to bottom at 80 columns", async () => {
  expect(await replay("terminal", exampleRun())).toMatchInlineSnapshot(`
    "
      home-automation · 2 eval sets · 7 cases · trajectory ≥ 1, response ≥ 0.8

      smoke.evalset.json
        ✓ lights_off_bedroom                                              0.02 s
        ✗ two_rooms_one_request      trajectory 0.00, needs 1.00          0.03 s
        ✗ greets                     response 0.00, needs 0.80            0.02 s
        – goodnight_scene            no reference answer to compare with  0.02 s
        ✗ broken_tool                Turn 1: The tool get_device threw:…  1.50 s
      comfort.test.json
        ✓ warmer                                                          0.02 s
        ✓ colder                                                          0.02 s

      ✗ two_rooms_one_request, turn 1 of 1
        user   Turn off the bedroom and the kitchen lights

               expected                          actual
          ✓    get_device(room: "bedroom")       get_device(room: "bedroom")
          ~    set_light(room: "bedroom",        set_light(room: "bedroom",
                 on: false)                        on: "off")
          −    set_light(room: "kitchen",        never called
                 on: false)

        why    on is "off" where false was expected, and the kitchen was left out.

      ✗ greets, turn 1 of 1
        user   Hello
        expected  Hello, how can I help?
        actual    No.
        why    It shares no word with it.
               response 0.00, needs 0.80.

      ✗ broken_tool
        user   Is the heat on?
        called get_device(room: "bedroom")
        why    Turn 1: The tool get_device threw: no such room
        printed
        │ connecting
        │ reading rooms

      – goodnight_scene
        why    response_match_score needs final_response in turn 2.
               Add one, or leave the metric out for this case.

      3 passed, 3 failed, 1 not evaluated, of 7      50 % of 6 (19 to 81 %)
      1 of 4 was not the agent's doing: the eval set.
      trajectory 0.83 (good) · response 0.76 (good) · 3 tool calls · 1.61 s

      Look closer:  assay runs show 4c1e     Again, only these:  assay eval --failed
    "
  `);
});

test("on a terminal a set whose cases all passed folds to one line", async () => {
  const shown = await replay("terminal", exampleRun(), { interactive: true });
  expect(stripVTControlCharacters(shown)).toContain("comfort.test.json\n    ✓ 2 cases");
  const verbose = await replay("terminal", exampleRun(), { interactive: true, verbose: true });
  expect(stripVTControlCharacters(verbose)).toContain("✓ warmer");
});

test("colour repeats what is written and adds nothing", async () => {
  const coloured = await replay("terminal", exampleRun(), { colour: true });
  expect(stripVTControlCharacters(coloured)).toBe(await replay("terminal", exampleRun()));
  expect(coloured.split("\n").slice(10, 24).join("\n")).toMatchInlineSnapshot(`
    "    [32m✓[39m warmer                                                          0.02 s
        [32m✓[39m colder                                                          0.02 s

      [31m✗[39m [1mtwo_rooms_one_request[22m, turn 1 of 1
        [2muser[22m   Turn off the bedroom and the kitchen lights

               expected                          actual
          [32m✓[39m    [2mget_device([22m[2mroom: "bedroom")[22m       [2mget_device([22m[2mroom: "bedroom")[22m
          [31m~[39m    set_light([2mroom: "bedroom",[22m        set_light([2mroom: "bedroom",[22m
                 on: false)                        [31mon: "off")[39m
          [31m−[39m    set_light(room: "kitchen",        [31mnever[39m [31mcalled[39m
                 on: false)

        [2mwhy[22m    on is "off" where false was expected, and the kitchen was left out."
  `);
});

test("a repeated case is one line when its trials are over, with pass^k beside the rate", async () => {
  const outcomes = { steady: [1, 1, 1], flaky: [1, 0, 1], broken: [0, 0, 0] };
  const events = Object.entries(outcomes).flatMap(([evalId, scores], index) =>
    scores.flatMap((score, trial) => {
      const status = score === 1 ? ("passed" as const) : ("failed" as const);
      return caseEvents({ evalId, index, trial, end: { status } });
    }),
  );
  const start = aRunStart({ trials: 3, sets: [aRunSet({ caseCount: 3 })] });
  expect(await replay("terminal", [start, ...events, aRunEnd()])).toMatchInlineSnapshot(`
    "
      agent-1 · 3 cases · 3 trials each · trajectory ≥ 1

      set-1
        ✓ steady                     3 of 3                               0.01 s
        ✗ flaky                      ~ 2 of 3 passed                      0.01 s
        ✗ broken                     0 of 3 passed                        0.01 s

      ✗ flaky, trial 2 of 3, turn 1 of 1
        user   hello
        why    trajectory 0.00, needs 1.00.

      ✗ broken, trial 1 of 3, turn 1 of 1
        user   hello
        why    trajectory 0.00, needs 1.00.

      1 passed, 2 failed, 0 not evaluated, of 3      33 % of 3 (6 to 79 %)
      pass^3 33 % of 3 (6 to 79 %) · pass@3 67 % of 3 (21 to 94 %) · 1 flaky
      pass^k for k = 1 to 3: 56, 44, 33 %
      pass@k for k = 1 to 3: 56, 67, 67 %
        ✓✗✓  flaky (2 of 3)
      The cases differ more than the repeats (ICC 0.67): more cases tell more than
      more trials.
      trajectory 0.56 (needs work) · 0 tool calls · 0.00 s

      Look closer:  assay runs show run-1    Again, only these:  assay eval --failed
    "
  `);
});

test("more than five failures are grouped by cause after the fifth", async () => {
  const failing = (evalId: string, index: number, tool: string) =>
    caseEvents({ evalId, index, end: failedBy([{ kind: "missing", expected: { name: tool } }]) });
  const events = Array.from({ length: 12 }, (_, at) =>
    failing(`case_${at + 1}`, at, at % 3 === 2 ? "get_device" : "set_light"),
  );
  const start = aRunStart({ sets: [aRunSet({ caseCount: 12 })] });
  const shown = await replay("terminal", [start, ...events.flat(), aRunEnd()]);
  const at = shown.indexOf("7 more failed");
  expect(shown.slice(at)).toMatchInlineSnapshot(`
    "7 more failed
        4 of 7: set_light never called
          ✗ case_7
          ✗ case_8
          ✗ case_10
          ✗ case_11
        3 of 7: get_device never called
          ✗ case_6
          ✗ case_9
          ✗ case_12

      0 passed, 12 failed, 0 not evaluated, of 12    0 % of 12 (0 to 24 %)
      trajectory 0.00 (problematic) · 0 tool calls · 0.00 s

      Look closer:  assay runs show run-1    Again, only these:  assay eval --failed
    "
  `);
});

test("long trajectories fold where nothing happened, long arguments wrap under themselves", async () => {
  const call = (at: number) => ({ name: "read_page", args: { at } });
  const steps: TrajectoryStep[] = Array.from({ length: 24 }, (_, at) => ({
    kind: "matched",
    expected: call(at),
    actual: call(at),
  }));
  const long = {
    name: "write",
    args: { text: "lorem ipsum dolor sit amet ".repeat(3), to: "a.txt" },
  };
  steps.splice(
    12,
    0,
    { kind: "extra", actual: long },
    {
      kind: "moved",
      expected: call(1),
      actual: call(1),
      expectedAt: 1,
      actualAt: 12,
    },
  );
  const start = aRunStart();
  const shown = await replay("terminal", [
    start,
    ...caseEvents({ end: failedBy(steps) }),
    aRunEnd(),
  ]);
  expect(shown.slice(shown.indexOf("expected"), shown.indexOf("why"))).toMatchInlineSnapshot(`
    "expected                          actual
          …    12 identical steps
          +    not expected                      write(
                                                   text: "lorem ipsum dolor sit
                                                   amet lorem ipsum dolor sit amet
                                                   lorem ipsum dolor sit amet ",
                                                   to: "a.txt")
          ↕    read_page(at: 1)                  read_page(at: 1) (call 13,
                                                   expected as call 2)
          …    12 identical steps

        "
  `);
});

test("an interrupted run says what is saved and how to go on", async () => {
  const start = aRunStart({ sets: [aRunSet({ caseCount: 300 })] });
  const events = [start, ...caseEvents(), aRunEnd({ status: "interrupted" })];
  expect(await replay("terminal", events)).toContain(
    "  1 of 300 cases are saved. Go on with:  assay eval --resume\n",
  );
});

test("a run that stopped early says why", async () => {
  const detail = "The run's deadline of 60 s passed. case-1 was still running.";
  const end = aRunEnd({ status: "stopped-early", detail });
  expect(await replay("terminal", [aRunStart(), end])).toContain(`\n  ${detail}\n\n  0 passed`);
});

test("a run that goes on says how far it had come", async () => {
  const start = aRunStart({ runId: "4c1e", sets: [aRunSet({ caseCount: 3 })] });
  const resume = { type: "run-resume", runId: "4c1e", at: "2026-11-16T03:05:12.000Z" } as const;
  const shown = await replay("terminal", [start, ...caseEvents(), resume]);
  expect(shown).toContain("  Run 4c1e, begun 12 min ago: 1 of 3 cases are done, 2 to go.\n");
});

test("sets appear one after the other, however their cases end", async () => {
  const sets = ["a", "b"].map((evalSetId) => aRunSet({ evalSetId, caseCount: 2 }));
  const ended = (evalSetId: string, evalId: string, index: number) =>
    caseEvents({ evalSetId, evalId, index });
  const shown = await replay("terminal", [
    aRunStart({ sets }),
    ...ended("b", "b1", 2),
    ...ended("a", "a2", 1),
    ...ended("b", "b2", 3),
    ...ended("a", "a1", 0),
    aRunEnd(),
  ]);
  const names = shown
    .split("\n")
    .flatMap((line) => /^ {2,4}(?:✓ )?([ab]\d?)\b/.exec(line)?.[1] ?? []);
  expect(names).toEqual(["a", "a2", "a1", "b", "b1", "b2"]);
});

test("the criteria of each set and the file they come from are reported where they differ", async () => {
  const metric = { name: "response_match_score", version: 1, direction: "higher" } as const;
  const config = {
    path: "/home/ann/project/b/test_config.json",
    metrics: [{ ...metric, threshold: 0.5 }],
  };
  const sets = [aRunSet({ evalSetId: "a" }), aRunSet({ evalSetId: "b", config })];
  const shown = await replay("terminal", [aRunStart({ sets }), aRunEnd()]);
  expect(shown.split("\n").slice(1, 4)).toMatchInlineSnapshot(`
    [
      "  agent-1 · 2 eval sets · 2 cases",
      "    a: trajectory ≥ 1",
      "    b: response ≥ 0.5 (b/test_config.json)",
    ]
  `);
});

test("on a terminal one line is rewritten, at most ten times a second, and gone at the end", async () => {
  let time = 0;
  const now = () => {
    time += 20;
    return time;
  };
  const sets = [aRunSet({ caseCount: 40 })];
  const events: RunEvent[] = [
    aRunStart({ sets }),
    ...Array.from({ length: 40 }, (_, index) =>
      caseEvents({ evalId: `case-${index}`, index }),
    ).flat(),
    aRunEnd(),
  ];
  const shown = await replay("terminal", events, { interactive: true, now });
  const drawn = shown.split("▕").length - 1;
  expect(drawn).toBeGreaterThan(3);
  expect(drawn).toBeLessThanOrEqual(time / 100 + 1);
  expect(shown.split("\r\x1b[2K")).toHaveLength(drawn + 1);
  expect(shown).toMatch(/▕█+[▏▎▍▌▋▊▉]? *▏ \d+ of 40 · \d+ s left/);
});

function failedBy(steps: readonly TrajectoryStep[]) {
  const turn = {
    score: 0,
    status: "failed" as const,
    trajectory: { steps, why: "It went another way." },
  };
  return {
    status: "failed" as const,
    metrics: [aMetricResult({ status: "failed", score: 0, perInvocation: [turn] })],
  };
}
