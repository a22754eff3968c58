import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { explainLoadError, nameAndMessage } from "./explain-load-error.ts";

test("an error is its first line, without the colours that some libraries write into it", () => {
  const error = new TypeError("\x1b[1m\x1b[31mNo key.\x1b[0m\n\nSet one.");
  expect(nameAndMessage(error)).toBe("TypeError: No key.");
});

test.each([
  ["agent.js", 'Write "type": "module" into its package.json, or call the file agent.mjs.'],
  ["agent.cjs", "Call the file agent.mjs."],
])("a module that Node reads as CommonJS is told how to become one: %s", async (name, hint) => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, "// mine\nexport const rootAgent = () => 1;\n");
  const error = new SyntaxError("Unexpected token 'export'");
  expect(await explainLoadError(path, error)).toMatchObject({
    message: `${name} is written as a module, with import or export, and Node reads it as CommonJS.`,
    hint,
    place: { file: path, line: 2 },
  });
});

test("what cannot even be looked at is told all the same", async () => {
  const throws = () => {
    throw new Error("trap");
  };
  const path = join(temporaryFolder(), "agent.mjs");
  for (const name of ["get", "getPrototypeOf"]) {
    const trap = new Proxy(() => {}, { [name]: throws });
    expect(await explainLoadError(path, trap)).toMatchObject({
      message: "agent.mjs could not be loaded: something that cannot be read",
    });
  }
  const strange = Object.assign(new Error("x"), { name: null, message: {} });
  expect(nameAndMessage(strange)).toBe("null: [object Object]");
});
