import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleRun, replay } from "../../tests/fixtures/reporters/replay.ts";
import { aRunEnd, aRunStart } from "../testing/builders.ts";

test("JSON tells scripts the run, the totals and every case", async () => {
  const report = JSON.parse(await replay("json", exampleRun()));
  expect(report.schemaVersion).toBe(1);
  expect(report.run).toMatchObject({ id: "4c1e", status: "failed", exitCode: 1, trials: 1 });
  expect(report.totals).toMatchObject({ cases: 7, passed: 3, failed: 3, notEvaluated: 1 });
  expect(report.cases.map(({ evalId }: { evalId: string }) => evalId)).toEqual([
    "lights_off_bedroom",
    "two_rooms_one_request",
    "greets",
    "goodnight_scene",
    "broken_tool",
    "warmer",
    "colder",
  ]);
  expect(report.cases[3]).toMatchObject({
    evalSetId: "smoke",
    trial: 0,
    status: "not-evaluated",
    metrics: [
      { name: "tool_trajectory_avg_score", score: 1, threshold: 1, status: "passed" },
      {
        name: "response_match_score",
        score: null,
        threshold: 0.8,
        status: "not-evaluated",
        reason: "missing-reference",
      },
    ],
  });
  expect(report.cases[0].invocations[0].userContent.parts[0].text).toBe("hello");
});

test("JSON lines hold the run first, then the cases, then the totals", async () => {
  const lines = (await replay("jsonl", exampleRun())).trimEnd().split("\n");
  const types = lines.map((line) => JSON.parse(line).type);
  expect(types).toEqual(["run", ...Array(7).fill("case"), "totals"]);
});

test("JUnit turns red for what was not evaluated", async () => {
  expect(await replay("junit", exampleRun())).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="assay" tests="7" failures="3" errors="1" skipped="0" time="1.610">
      <testsuite name="smoke.evalset.json" tests="5" failures="3" errors="1" skipped="0" timestamp="2026-11-16T02:53:12" file="/home/ann/project/evals/smoke.evalset.json">
        <properties>
          <property name="pass_rate" value="25 % of 4 (5 to 70 %)"/>
        </properties>
        <testcase name="lights_off_bedroom" classname="smoke" time="0.020">
          <properties>
            <property name="tool_trajectory_avg_score" value="1"/>
            <property name="response_match_score" value="0.96"/>
          </properties>
        </testcase>
        <testcase name="two_rooms_one_request" classname="smoke" time="0.030">
          <properties>
            <property name="tool_trajectory_avg_score" value="0"/>
            <property name="response_match_score" value="0.9"/>
          </properties>
          <failure message="trajectory 0.00, needs 1.00" type="tool_trajectory_avg_score">  ✗ two_rooms_one_request, turn 1 of 1
        user   Turn off the bedroom and the kitchen lights

               expected                                    actual
          ✓    get_device(room: &quot;bedroom&quot;)                 get_device(room: &quot;bedroom&quot;)
          ~    set_light(room: &quot;bedroom&quot;, on: false)       set_light(room: &quot;bedroom&quot;, on: &quot;off&quot;)
          −    set_light(room: &quot;kitchen&quot;, on: false)       never called

        why    on is &quot;off&quot; where false was expected, and the kitchen was left out.</failure>
        </testcase>
        <testcase name="greets" classname="smoke" time="0.020">
          <properties>
            <property name="tool_trajectory_avg_score" value="1"/>
            <property name="response_match_score" value="0"/>
          </properties>
          <failure message="response 0.00, needs 0.80" type="response_match_score">  ✗ greets, turn 1 of 1
        user   Hello
        expected  Hello, how can I help?
        actual    No.
        why    It shares no word with it.
               response 0.00, needs 0.80.</failure>
        </testcase>
        <testcase name="goodnight_scene" classname="smoke" time="0.020">
          <properties>
            <property name="tool_trajectory_avg_score" value="1"/>
          </properties>
          <error message="no reference answer to compare with" type="missing-reference">  – goodnight_scene
        why    response_match_score needs final_response in turn 2.
               Add one, or leave the metric out for this case.</error>
        </testcase>
        <testcase name="broken_tool" classname="smoke" time="1.500">
          <failure message="Turn 1: The tool get_device threw: no such room" type="agent-error">  ✗ broken_tool
        user   Is the heat on?
        called get_device(room: &quot;bedroom&quot;)
        why    Turn 1: The tool get_device threw: no such room
        printed
        │ connecting
        │ reading rooms</failure>
          <system-out>connecting
    reading rooms
    </system-out>
        </testcase>
      </testsuite>
      <testsuite name="comfort.test.json" tests="2" failures="0" errors="0" skipped="0" timestamp="2026-11-16T02:53:12" file="/home/ann/project/evals/comfort.test.json">
        <properties>
          <property name="pass_rate" value="100 % of 2 (34 to 100 %)"/>
        </properties>
        <testcase name="warmer" classname="comfort" time="0.020">
          <properties>
            <property name="tool_trajectory_avg_score" value="1"/>
            <property name="response_match_score" value="0.96"/>
          </properties>
        </testcase>
        <testcase name="colder" classname="comfort" time="0.020">
          <properties>
            <property name="tool_trajectory_avg_score" value="1"/>
            <property name="response_match_score" value="0.96"/>
          </properties>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

test("cases that never ran are errors in JUnit, so that its numbers add up", async () => {
  const [start, ...rest] = exampleRun();
  const cut = [start, ...rest.slice(0, 3), aRunEnd({ runId: "4c1e", status: "interrupted" })];
  const report = await replay(
    "junit",
    cut.filter((event) => event !== undefined),
  );
  expect(report.match(/<testcase /g)).toHaveLength(7);
  expect(report.match(/<error /g)).toHaveLength(6);
  expect(report).toContain('tests="7" failures="0" errors="6"');
});

test("Markdown shows tables and folds the failures", async () => {
  expect(await replay("markdown", exampleRun())).toMatchInlineSnapshot(`
    "### ❌ \`home-automation\`: 3 passed, 3 failed, 1 not evaluated, of 7

    50 % of 6 (19 to 81 %), 95 % interval by Wilson. Run \`4c1e\`.

    | eval set | passed | failed | not evaluated | cases | rate | criteria |
    | --- | ---: | ---: | ---: | ---: | --- | --- |
    | \`smoke.evalset.json\` | 1 | 3 | 1 | 5 | 25 % of 4 (5 to 70 %) | \`trajectory ≥ 1, response ≥ 0.8\` |
    | \`comfort.test.json\` | 2 | 0 | 0 | 2 | 100 % of 2 (34 to 100 %) | \`trajectory ≥ 1, response ≥ 0.8\` |

    | metric | mean | | passed | failed | not evaluated |
    | --- | ---: | --- | ---: | ---: | ---: |
    | \`tool_trajectory_avg_score\` | 0.83 | good | 5 | 1 | 0 |
    | \`response_match_score\` | 0.76 | good | 4 | 1 | 1 |

    1 of 4 was not the agent's doing: the eval set.

    <details><summary>❌ <code>two_rooms_one_request</code>: <code>trajectory 0.00, needs 1.00</code></summary>

    \`\`\`text
    ✗ two_rooms_one_request, turn 1 of 1
      user   Turn off the bedroom and the kitchen lights

             expected                                    actual
        ✓    get_device(room: "bedroom")                 get_device(room: "bedroom")
        ~    set_light(room: "bedroom", on: false)       set_light(room: "bedroom", on: "off")
        −    set_light(room: "kitchen", on: false)       never called

      why    on is "off" where false was expected, and the kitchen was left out.
    \`\`\`

    </details>

    <details><summary>❌ <code>greets</code>: <code>response 0.00, needs 0.80</code></summary>

    \`\`\`text
    ✗ greets, turn 1 of 1
      user   Hello
      expected  Hello, how can I help?
      actual    No.
      why    It shares no word with it.
             response 0.00, needs 0.80.
    \`\`\`

    </details>

    <details><summary>➖ <code>goodnight_scene</code>: <code>no reference answer to compare with</code></summary>

    \`\`\`text
    – goodnight_scene
      why    response_match_score needs final_response in turn 2.
             Add one, or leave the metric out for this case.
    \`\`\`

    </details>

    <details><summary>❌ <code>broken_tool</code>: <code>Turn 1: The tool get_device threw: no such room</code></summary>

    \`\`\`text
    ✗ broken_tool
      user   Is the heat on?
      called get_device(room: "bedroom")
      why    Turn 1: The tool get_device threw: no such room
      printed
      │ connecting
      │ reading rooms
    \`\`\`

    </details>
    "
  `);
});

test("GitHub annotations point at the case in its file, and the report joins the job's summary", async () => {
  const folder = await mkdtemp(join(tmpdir(), "assay-github-"));
  const summary = join(folder, "summary.md");
  await writeFile(summary, "before\n");
  const env = { GITHUB_STEP_SUMMARY: summary, GITHUB_WORKSPACE: "/home/ann" };
  const shown = await replay("github", exampleRun(), { env });
  expect(shown.split("\n").map((line) => line.slice(0, 110))).toMatchInlineSnapshot(`
    [
      "::error file=project/evals/smoke.evalset.json,title=two_rooms_one_request failed::  ✗ two_rooms_one_request, t",
      "::error file=project/evals/smoke.evalset.json,title=greets failed::  ✗ greets, turn 1 of 1%0A    user   Hello%",
      "::error file=project/evals/smoke.evalset.json,title=broken_tool failed::  ✗ broken_tool%0A    user   Is the he",
      "::warning file=project/evals/smoke.evalset.json,title=goodnight_scene was not evaluated::  – goodnight_scene%0",
      "::notice title=home-automation::3 passed, 3 failed, 1 not evaluated, of 7; 50 %25 of 6 (19 to 81 %25)",
      "",
    ]
  `);
  expect(await readFile(summary, "utf8")).toMatch(/^before\n### ❌/);
});

test("a report appears whole, in folders made for it", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "assay-report-"));
  await replay("json=reports/ci/run.json", exampleRun(), { cwd });
  expect(await readdir(join(cwd, "reports/ci"))).toEqual(["run.json"]);
  expect(JSON.parse(await readFile(join(cwd, "reports/ci/run.json"), "utf8")).totals.cases).toBe(7);
});

test("a report that cannot be written is an error before the run", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "assay-report-"));
  await writeFile(join(cwd, "taken"), "");
  const run = [aRunStart()];
  await expect(replay("junit=taken/report.xml", run, { cwd })).rejects.toMatchObject({
    code: "file/unwritable",
  });
  await expect(replay("json=.", run, { cwd })).rejects.toMatchObject({ code: "file/unwritable" });
});

test("a misspelt reporter is answered with the nearest one", async () => {
  await expect(replay("junti=x.xml", [aRunStart()])).rejects.toMatchObject({
    code: "cli/usage",
    hint: expect.stringContaining("Did you mean junit?"),
  });
});

test("secrets are masked wherever they turn up", async () => {
  for (const spec of ["terminal", "adk", "json", "jsonl", "junit", "markdown", "github"]) {
    const shown = await replay(spec, exampleRun(), { secrets: ["no such room"] });
    expect(shown, spec).not.toContain("no such room");
    expect(shown, spec).toContain("[secret");
  }
});
