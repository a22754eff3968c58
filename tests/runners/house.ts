import { evalSet } from "../cli/assay.ts";

/** An agent that looks into rooms, and takes the cellar for the attic. */
const houseAgent = `
export function rootAgent(text, { turn }) {
  turn.call("1", "look", { at: text === "cellar" ? "attic" : text });
  turn.result("1", "look", { output: "dark" });
  return "It is dark in the " + text + ".";
}
`;

const look = (room: string) => ({
  user: room,
  answer: `It is dark in the ${room}.`,
  calls: [{ name: "look", args: { at: room } }],
});

/** A project with that agent, one case that passes and one that fails, and a test file. */
export function houseFiles(testFile: string, text: string): Readonly<Record<string, unknown>> {
  return {
    "package.json": { type: "module", jest: { testMatch: ["<rootDir>/*.test.js"], transform: {} } },
    "house/agent.js": houseAgent,
    "house/smoke.evalset.json": evalSet(
      { kitchen: { ...look("kitchen"), assay: { tags: ["critical"] } }, cellar: look("cellar") },
      "smoke",
    ),
    [testFile]: text,
  };
}

/** What every runner must show of the case that fails. */
export const diffLines = [
  "trajectory 0.00, needs 1.00",
  '      ~    look(at: "cellar")                          look(at: "attic")',
  '    why    In look, at is "attic" where "cellar" was expected.',
];

/** The same project with the case that fails in quarantine. */
export function heldFiles(testFile: string, text: string): Readonly<Record<string, unknown>> {
  const held = { ...look("cellar"), assay: { quarantine: "the stairs are wet" } };
  const smoke = evalSet({ kitchen: look("kitchen"), cellar: held }, "smoke");
  return { ...houseFiles(testFile, text), "house/smoke.evalset.json": smoke };
}
