import { expect, onTestFinished, test } from "vitest";
import { checkProvider } from "../../models/providers/providers.ts";
import { addSaidVariable, isSaidVariable, keepEnvironment } from "./said-variables.ts";

const env = { OPENAI_BASE_URL: "http://127.0.0.1:1/v1" };
const name = { provider: "openai-compatible", model: "judge" } as const;

test("what loaded code sets does not say where a judge is asked", () => {
  onTestFinished(keepEnvironment({ HOME: "/home/me" }));
  expect(() => checkProvider(name, { env })).toThrow("set by code that was loaded");
  expect(() => checkProvider(name, { env, baseUrl: "http://127.0.0.1:2/v1" })).not.toThrow();
  addSaidVariable("OPENAI_BASE_URL", env.OPENAI_BASE_URL);
  expect(() => checkProvider(name, { env })).not.toThrow();
});

test("without an evaluation nothing is asked of an environment", () => {
  expect(isSaidVariable("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")).toBe(true);
});
