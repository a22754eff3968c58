import { readFileSync } from "node:fs";
import { join } from "node:path";

export const agent = `
export function rootAgent(text, { turn }) {
  if (text !== "Is it dark?") return "Pardon?";
  turn.call("1", "look", { at: "kitchen" });
  turn.result("1", "look", { output: "dark" });
  return "Yes, it is dark.";
}
`;

export const house = {
  "package.json": { type: "module" },
  "agents/house/agent.js": agent,
};

export const read = (cwd: string, path: string) => readFileSync(join(cwd, path), "utf8");
