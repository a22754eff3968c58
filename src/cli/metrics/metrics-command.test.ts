import { expect, test } from "vitest";
import { metricDefinitions } from "../../metrics/index.ts";
import { metricsCommand } from "./metrics-command.ts";

async function printed(names: readonly string[], json = false, columns = 80): Promise<string> {
  const lines: string[] = [];
  const terminal = {
    write: (text: string) => void lines.push(text),
    writeNow: (text: string) => void lines.push(text),
    warn: () => {},
    interactive: false,
    colour: false,
    errorColour: false,
    columns,
  };
  const options = json ? { json } : {};
  const code = await metricsCommand({
    arguments: names,
    options,
    terminal,
    cwd: "/",
    env: {},
    argv: [],
  });
  expect(code).toBe(0);
  return lines.join("");
}

test("a metric is shown with what it asks, its range, direction and needs", async () => {
  expect(await printed(["response_match", "token_usage"])).toMatchInlineSnapshot(`
    "response_match_score
      How far the words of the answer are those of the reference answer (ROUGE-1 F).
      0 to 1; higher is better.
      reads final answers; needs a written conversation, a reference answer.

    final_response_match_v2
      A judge says whether the answer means the same as the reference answer.
      0 to 1; higher is better.
      reads user messages, final answers; needs a written conversation, a reference
      answer, a judge model.

    token_usage_v1
      Tokens per turn, in and out, where the agent reports them.
      0 and up; lower is better; informs unless given a threshold.
      reads token counts; needs nothing else.

    intermediate_response_match
      How far each agent said on the way what was expected of it (ROUGE-1 F by
      author).
      0 to 1; higher is better.
      reads words on the way; needs a written conversation.

    intermediate_response_match_v2
      A judge says whether each agent said on the way what was expected of it.
      0 to 1; higher is better.
      reads user messages, words on the way; needs a written conversation, a judge
      model.

    tool_response_match
      The share of the expected tool responses that the tools really gave.
      0 to 1; higher is better.
      reads tool results; needs a written conversation.
    "
  `);
});

test("what every metric reads is known", () => {
  const silent = metricDefinitions.filter(({ reads = [] }) => reads.length === 0);
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("no line is longer than the terminal is wide, nor than 80 columns", async () => {
  for (const columns of [60, 80, 200]) {
    const lines = (await printed([], false, columns)).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(
      Math.min(columns, 80),
    );
  }
});

test("as JSON every metric is there, with its settings", async () => {
  const all = JSON.parse(await printed([], true)) as { name: string; settings: string[] }[];
  expect(all.map((each) => each.name)).toEqual(metricDefinitions.map((each) => each.name));
  expect(all[0]?.settings).toContain("match_type");
});

test("a name that fits none is reported with the nearest", async () => {
  await expect(printed(["respnse_match_score"])).rejects.toMatchObject({
    hint: 'Did you mean "response_match_score"?',
  });
  await expect(printed(["trajctory"])).rejects.toMatchObject({
    hint: 'Did you mean "trajectory"?',
  });
});
