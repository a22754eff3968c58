import { join } from "node:path";
import { expect, test } from "vitest";
import { widthOf } from "../../reporters/text/text-width.ts";
import { sqliteStore } from "../../stores/sqlite/sqlite-store.ts";
import { aRunSet, aRunStart } from "../../testing/builders.ts";
import { temporaryFolder } from "../../testing/temporary-folder.ts";
import { runsCommand } from "./runs-command.ts";

const agent = "customer-support-agent-with-a-long-name-v2";
const set = "evals/support/billing-and-refunds-of-subscriptions.evalset.json";

async function listed(interactive: boolean, columns = 80): Promise<readonly string[]> {
  const cwd = temporaryFolder();
  const store = sqliteStore(join(cwd, ".assay/assay.db"));
  const sets = [{ ...aRunSet(), evalSetId: set }];
  await store.append(aRunStart({ runId: "run-0", agent: { name: "short" } }));
  await store.append(aRunStart({ agent: { name: agent }, sets }));
  await store.close();
  let written = "";
  const terminal = {
    write: (text: string) => {
      written += text;
    },
    warn() {},
    writeNow() {},
    interactive,
    colour: false,
    errorColour: false,
    columns,
  };
  await runsCommand({ arguments: [], options: {}, terminal, cwd, env: {}, argv: ["runs"] });
  return written.trimEnd().split("\n");
}

test.each([80, 100, 72])(
  "a run stays on its line of %d columns, names cut in the middle",
  async (columns) => {
    const lines = await listed(true, columns);
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    const row = lines[1] ?? "";
    expect(row).toMatch(/c\S*…\S*2 /);
  },
);

test("who reads through a pipe gets names whole", async () => {
  const lines = await listed(false);
  expect(lines[1]).toContain(agent);
});

test("in a pipe a very long name moves its own line alone", async () => {
  const lines = await listed(false);
  const others = lines.filter((line) => !line.includes(agent));
  expect(others).toHaveLength(2);
  expect(Math.max(...others.map(widthOf))).toBeLessThanOrEqual(80);
});
