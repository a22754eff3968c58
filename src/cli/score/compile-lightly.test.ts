import { expect, test } from "vitest";
import { hasQuickCompiler } from "./compile-lightly.ts";

test.each([
  ["12.4.254.21-node.33", "x64", false],
  ["13.6.233.10-node.28", "x64", true],
  ["13.6.233.10-node.28", "arm64", true],
  ["13.6.233.10-node.28", "riscv64", false],
  ["14.1.146.11", "x64", true],
])("V8 %s on %s has a quick compiler beside the careful one: %s", (v8, arch, has) => {
  expect(hasQuickCompiler({ v8 }, arch)).toBe(has);
});
