import { expect, test } from "vitest";
import { project } from "../../../tests/cli/assay.ts";
import { missingPackages } from "./missing-packages.ts";

test("packages that are imported and nowhere installed are found, and nothing else is taken for one", () => {
  const cwd = project({
    "package.json": '{"name": "shop"}',
    "tsconfig.json": '{"compilerOptions": {"paths": {"lib/*": ["./lib/*"]}}}',
    "node_modules/there/index.js": "",
    "shop/agent.ts": `
      // import nothing from "in-a-comment";
      import { readFileSync } from "node:fs";
      import path from "path";
      import there from "there/deep/file.js";
      import {
        Agent,
        type Tool,
      } from "@google/adk";
      import type { Model } from "only-a-type";
      import own from "shop";
      import alias from "lib/alias";
      import { tools } from "./tools.ts";
      export const later = () => import("perhaps");`,
    "shop/tools.ts": `export * from "@ai-sdk/google/internal";\nimport "side-effect";\n`,
  });
  expect(missingPackages(`${cwd}/shop/agent.ts`)).toEqual([
    { name: "@google/adk", importedBy: "agent.ts" },
    { name: "@ai-sdk/google", importedBy: "tools.ts" },
    { name: "side-effect", importedBy: "tools.ts" },
  ]);
});
