import { evalSet, project } from "../assay.ts";

const echo = "export const rootAgent = (text) => 'You said: ' + text;\n";

const greeting = evalSet({ greeting: { user: "hi", answer: "You said: hi" } }, "a");

export function desk(config: unknown, files: Readonly<Record<string, unknown>> = {}) {
  return project({
    "package.json": { type: "module" },
    "agents/desk/agent.js": echo,
    "agents/desk/a.evalset.json": greeting,
    "sub/deep/keep.txt": "",
    ...(config === undefined ? {} : { "assay.config.json": config }),
    ...files,
  });
}

export const two = {
  "agents/other/agent.js": "export const rootAgent = () => 'No.';\n",
  "agents/other/b.evalset.json": evalSet({ b: { user: "hi", answer: "Yes." } }, "b"),
};
