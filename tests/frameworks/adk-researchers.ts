import { setTimeout as wait } from "node:timers/promises";
import { scriptedAgent } from "./adk-conversation.ts";
import { type Adk, callPart, make, type Script, says, scriptedTool } from "./adk-scripted.ts";

/** An agent whose two researchers run at once, each asking a reader that looks something up. */
export function researchers(adk: Adk): object {
  const agent = (name: string, script: Script, options: object) =>
    scriptedAgent(adk, name, script, options);
  const reader = agent(
    "reader",
    async (name, results) => {
      await wait(Math.random() * 3);
      const [found] = results as { code: number }[];
      return found === undefined
        ? { parts: [callPart("look_up", { name }, `look-${name}`)], tokens: [10, 5] }
        : says(String(found.code), [10, 5]);
    },
    {
      tools: [
        scriptedTool(adk, "look_up", async ({ name }) => {
          await wait(Math.random() * 3);
          return { code: String(name).codePointAt(0) };
        }),
      ],
    },
  );
  const researcher = agent(
    "researcher",
    (name, results) => {
      const [found] = results as { result: string }[];
      return found === undefined
        ? { parts: [callPart("reader", { request: name }, `ask-${name}`)], tokens: [10, 5] }
        : says(`${name} is ${found.result}`, [10, 5]);
    },
    { tools: [make(adk, "AgentTool", { agent: reader })] },
  );
  return agent(
    "boss",
    (text, results) =>
      results.length === 0
        ? {
            parts: text.split(" ").map((name) => callPart("researcher", { request: name }, name)),
            tokens: [10, 5],
          }
        : says(
            (results as { result: string }[]).map(({ result }) => result).join(" and "),
            [10, 5],
          ),
    { tools: [make(adk, "AgentTool", { agent: researcher })] },
  );
}
