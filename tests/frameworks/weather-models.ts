import type { ModelReply, ModelRequest } from "../../src/testing/loopback/loopback-protocol.ts";

/** The model of all tests here: it looks two cities up at once, keeps a note, and answers. */
export function weatherModel({ messages }: ModelRequest): ModelReply {
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const city = /in (\w+)\?/.exec(messages[asked]?.text ?? "")?.[1] ?? "";
  const results = messages.slice(asked).flatMap(({ result }) => result ?? []);
  switch (results.length) {
    case 0:
      return {
        text: "Let me look.",
        calls: [
          { tool: "get_weather", args: { city } },
          { tool: "get_weather", args: { city: "Atlantis" } },
        ],
        usage: { input: 40, output: 12 },
      };
    case 2:
      return {
        calls: [{ tool: "save_note", args: { text: `asked for ${city}` } }],
        usage: { input: 60, output: 9 },
      };
    default: {
      const degrees = /"celsius":\s*(\d+)/.exec(JSON.stringify(results).replaceAll("\\", ""))?.[1];
      return { text: `It is ${degrees} in ${city}.`, usage: { input: 80, output: 11 } };
    }
  }
}

/** What must come of it, whatever protocol the agent speaks. */
export function weatherCase(city: string) {
  return {
    eval_id: city,
    conversation: [
      {
        user_content: `How warm is it in ${city}?`,
        final_response: `It is ${city.length} in ${city}.`,
        intermediate_data: {
          tool_uses: [
            { name: "get_weather", args: { city } },
            { name: "get_weather", args: { city: "Atlantis" } },
            { name: "save_note", args: { text: `asked for ${city}` } },
          ],
          tool_responses: [
            { name: "get_weather", response: { city, celsius: city.length } },
            { name: "get_weather", response: { error: "no such city" } },
            { name: "save_note", response: { result: "saved" } },
          ],
          intermediate_responses: [["agent", [{ text: "Let me look." }]]],
        },
      },
    ],
  };
}
