import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const imports = (file: string) => `import(${JSON.stringify(join(import.meta.dirname, file))})`;

test.each(["postgres-cluster.ts", "postgres-server.ts", "build-once.ts", "stage-folder.ts"])(
  "a test run that has failed ends with its exit code, also with %s",
  async (file) => {
    const script = `process.exitCode = 3; await ${imports(file)};`;
    const args = ["--input-type=module", "-e", script];
    const run = promisify(execFile)(process.execPath, args);
    await expect(run).rejects.toMatchObject({ code: 3 });
  },
);
