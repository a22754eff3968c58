import { expect, test } from "vitest";
import { tool } from "../../agents/recording/report-tool.ts";
import { evaluate } from "../../api/evaluate.ts";
import type { Turn } from "../../core/agent.ts";

const evalSet = {
  eval_set_id: "s",
  eval_cases: Array.from({ length: 24 }, (_, at) => ({
    eval_id: `c${at}`,
    conversation: [{ user_content: "look", final_response: "4" }],
  })),
};

async function looker(_text: string, { turn }: { turn: Turn }): Promise<string> {
  const look = tool(turn, "look_up", async () => ({ value: 4 }));
  const { value } = (await look({})) as { value?: number };
  return String(value ?? "down");
}

const injection = {
  injection_probability: 0.5,
  injected_error: { injected_http_error_code: 503, error_message: "try later" },
};
const config = {
  criteria: { response_match_score: 1 },
  environment_simulation: {
    tool_simulation_configs: [{ tool_name: "look_up", injection_configs: [injection] }],
  },
} as object as { criteria: { response_match_score: number } };

const statuses = (run: { cases: readonly { status: string }[] }) =>
  run.cases.map(({ status }) => status).join(" ");

test("a run tells the seed by which chance decided in it, and another run with it decides alike", async () => {
  const hold = (seed?: number) =>
    evaluate({ agent: looker, evalSet, config, seed, store: "memory" });
  const first = await hold();
  expect(first.about.seed).toBeGreaterThan(0);
  expect(new Set(first.cases.map(({ status }) => status))).toEqual(new Set(["passed", "failed"]));
  expect(statuses(await hold(first.about.seed))).toBe(statuses(first));
  const others = await Promise.all([1, 2, 3].map((each) => hold(each)));
  expect(new Set([first, ...others].map(statuses)).size).toBeGreaterThan(1);
});

test("a run tells its config by a hash, and the models it asks by their names", async () => {
  const judged = (threshold: number) =>
    evaluate({
      agent: () => "4",
      evalSet,
      cases: ["c0"],
      config: {
        criteria: { final_response_match_v2: { threshold } },
        judgeModel: function strictJudge() {
          return { text: "{}" };
        },
      } as never,
      store: "memory",
    });
  const [one, same, other] = await Promise.all([judged(0.5), judged(0.5), judged(0.6)]);
  const hashOf = (run: typeof one) => run?.about.sets[0]?.config.hash;
  expect(hashOf(one)).toMatch(/^[0-9a-f]{16}$/);
  expect(hashOf(same)).toBe(hashOf(one));
  expect(hashOf(other)).not.toBe(hashOf(one));
  expect(one?.about.models).toHaveLength(1);
  expect(JSON.stringify(one?.about.models)).toContain("strictJudge");
});
