import { onTestFinished } from "vitest";

export const key = "sk-proj-q8Zr2LmX0pW4tY6u";

export function withKey(value = key, name = "HOUSE_API_KEY"): void {
  process.env[name] = value;
  onTestFinished(() => {
    delete process.env[name];
  });
}

export const teller = (
  _text: string,
  { turn, state }: { turn: Caller; state: Record<string, unknown> },
) => {
  turn.call("1", "login", { token: process.env.HOUSE_API_KEY });
  state.token = process.env.HOUSE_API_KEY;
  return `the key is ${process.env.HOUSE_API_KEY}`;
};

interface Caller {
  call(id: string, tool: string, args: unknown): void;
}

export const cases = {
  eval_set_id: "keys",
  eval_cases: [
    {
      eval_id: "told",
      conversation: [
        {
          user_content: "which key?",
          final_response: `the key is ${key}`,
          intermediate_data: { tool_uses: [{ name: "login", args: { token: key } }] },
        },
      ],
    },
  ],
};

export const criteria = { response_match_score: 1, tool_trajectory_avg_score: 1 };
