import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { turn } from "../../traces/one-turn.ts";
import { otlpText, TRACE_ID } from "../../traces/trace-builder.ts";
import { vendorDialects } from "../../traces/vendor-dialects.ts";
import { assay, evalSet, project } from "../assay.ts";

const trace = otlpText(vendorDialects["OpenTelemetry's names"] ?? { spans: [] });
const other = trace.replaceAll(TRACE_ID, "1".repeat(32));

describe("assay eval-set from-trace", () => {
  test("makes a case of each conversation, which the same traces then pass", async () => {
    const cwd = project({ "a.json": trace, "b.json": other });
    const made = await assay(["eval-set", "from-trace", "a.json", "b.json", "n.evalset.json"], {
      cwd,
    });
    expect(made).toMatchObject({ code: 0, stdout: "Wrote 2 cases to n.evalset.json.\n" });
    const { eval_cases } = JSON.parse(readFileSync(join(cwd, "n.evalset.json"), "utf8"));
    expect(eval_cases).toMatchObject([
      {
        eval_id: TRACE_ID,
        conversation: [
          {
            user_content: { parts: [{ text: turn.user }] },
            final_response: { parts: [{ text: turn.answer }] },
            intermediate_data: {
              tool_uses: [{ id: "c1", name: "look_up", args: { order: 7 } }],
              tool_responses: [{ id: "c1", name: "look_up", response: { paid: true } }],
            },
          },
        ],
      },
      { eval_id: "1".repeat(32) },
    ]);
    // both begin alike, and each was made of its own trace
    const metrics = ["-m", "tool_trajectory_avg_score", "-m", "response_match_score", "-t", "1"];
    const args = ["score", "a.json", "b.json", "-e", "n.evalset.json", ...metrics];
    expect(await assay(args, { cwd })).toMatchObject({ code: 0 });
    const valid = await assay(["eval-set", "validate", "--adk", "n.evalset.json"], { cwd });
    expect(valid.code).toBe(0);
  });

  test("adds to a set without touching the rest of it, and adds nothing twice", async () => {
    const text = `// ours\n${JSON.stringify(evalSet({ own: { user: "Hi" } }), null, 4)}\n`;
    const cwd = project({ "a.json": trace, "set.evalset.json": text });
    const args = ["eval-set", "from_trace", "a.json", "set.evalset.json"];
    expect((await assay(args, { cwd })).stdout).toBe("Added 1 case to set.evalset.json.\n");
    const after = readFileSync(join(cwd, "set.evalset.json"), "utf8");
    const [before = ""] = text.split("\n    ]\n}");
    expect(after.startsWith(before.trimEnd())).toBe(true);
    const again = await assay(args, { cwd });
    expect(again.stdout).toBe("Added 0 cases to set.evalset.json.\n");
    expect(again.stderr).toContain("already; it stays.");
    expect(readFileSync(join(cwd, "set.evalset.json"), "utf8")).toBe(after);
  });

  test("leaves out what says nothing, with the reason, and writes no secret", async () => {
    const silent = otlpText({
      spans: [
        {
          id: "a",
          attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "x" },
        },
        {
          id: "b",
          parent: "a",
          attributes: { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" },
        },
      ],
    }).replaceAll(TRACE_ID, "2".repeat(32));
    const cwd = project({
      "a.json": trace,
      "silent.json": silent,
      ".env": "ORDER_API_KEY=Order 7 is paid.",
    });
    const outcome = await assay(["eval-set", "from-trace", "a.json", "silent.json", "n.json"], {
      cwd,
    });
    expect(outcome.code).toBe(3);
    expect(outcome.stderr.replace(/\s+/g, " ")).toContain("does not say what the user said");
    expect(readFileSync(join(cwd, "n.json"), "utf8")).not.toContain(turn.answer);
    const none = await assay(["eval-set", "from-trace", "silent.json", "m.json"], { cwd });
    expect(none.code).toBe(2);
  });

  test("says of a lone span of an agent by which variable more is recorded", async () => {
    const attributes = { "gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "x" };
    const cwd = project({ "a.json": otlpText({ spans: [{ id: "1", attributes }] }) });
    const outcomes = [
      await assay(["eval-set", "from-trace", "a.json", "n.json"], { cwd }),
      await assay(["score", "a.json"], { cwd }),
    ];
    expect(outcomes.map(({ code }) => code)).toEqual([2, 3]);
    for (const { stdout, stderr } of outcomes) {
      const said = `${stdout}${stderr}`.replace(/\s+/g, " ");
      expect(said).toContain("tells what an agent said or did");
      expect(said).toContain("CAPTURE_MESSAGE_CONTENT=true");
    }
  });

  test("says of a trace of ADK without words by which variable ADK records them", async () => {
    const spans = [
      { id: "1", name: "invocation" },
      { id: "2", parent: "1", name: "invoke_agent clerk" },
      { id: "3", parent: "2", name: "call_llm" },
    ];
    const cwd = project({ "a.json": otlpText({ scope: "gcp.vertex.agent", spans }) });
    const outcome = await assay(["eval-set", "from-trace", "a.json", "n.json"], { cwd });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr).toContain("CAPTURE_MESSAGE_CONTENT=SPAN_ONLY");
  });

  test.each([
    [["a.json"], "needs a TRACE and an eval set"],
    [["a.json", "b.jsonl"], "is no eval set"],
    [["nope.json", "new.json"], "There is no trace nope.json"],
  ])("refuses %j", async (args, said) => {
    const cwd = project({ "a.json": trace });
    const outcome = await assay(["eval-set", "from-trace", ...args], { cwd });
    expect(outcome.code).toBe(2);
    expect(outcome.stderr.replace(/\s+/g, " ")).toContain(said);
  });
});
