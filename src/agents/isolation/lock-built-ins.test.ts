import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const here = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/** In a process of its own, since what is locked there stays so. Prints what `body` returns. */
async function run(body: string): Promise<unknown> {
  const script = `
    import { restoreBuiltIns, saveBuiltIns } from ${here("./built-ins.ts")};
    import { lockBuiltIns, unlockBuiltIns } from ${here("./lock-built-ins.ts")};
    import { turnScope } from ${here("../recording/turn-scope.ts")};
    const asAgent = (work) => turnScope.run({ fail: () => false }, work);
    const refused = (work) => { try { work(); return false; } catch (error) { return error.message; } };
    const own = Array.prototype.some;
    saveBuiltIns();
    console.log(JSON.stringify((() => { ${body} })()));`;
  const args = ["--input-type=module", "-e", script];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

test("after a failure, code of the evaluation replaces nothing, and tests still may", async () => {
  const found = await run(`
    lockBuiltIns();
    const agent = asAgent(() => refused(() => { Array.prototype.some = () => false; }));
    const stays = Array.prototype.some === own;
    const spy = refused(() => { Array.prototype.some = () => "spied"; });
    const spied = [].some();
    Array.prototype.some = own;
    return { agent, stays, spy, spied };`);
  expect(found).toEqual({
    agent: "Array.prototype.some stays as it is: a case failed here.",
    stays: true,
    spy: false,
    spied: "spied",
  });
});

test("once something was replaced nobody replaces anything, also by defining it anew", async () => {
  const found = await run(`
    Array.prototype.some = () => false;
    lockBuiltIns();
    const assigned = refused(() => { Array.prototype.some = () => false; });
    const defined = refused(() => Object.defineProperty(Array.prototype, "some", { value: 1 }));
    const added = refused(() => { Object.prototype.status = "passed"; });
    const chance = refused(() => { Math.random = () => 0.5; });
    unlockBuiltIns();
    return { refused: [assigned, defined, added].every(Boolean), chance, stays: Array.prototype.some === own };`);
  expect(found).toEqual({ refused: true, chance: false, stays: true });
});

test("what inherits a locked method may have its own", async () => {
  const found = await run(`
    Array.prototype.some = () => false;
    lockBuiltIns();
    const list = [1];
    list.some = () => "own";
    const named = { toString: () => "first" };
    const error = new Error("x");
    error.name = "Named";
    class Sorted extends Array { some() { return "overridden"; } }
    const plain = {};
    plain.toString = () => "second";
    return [list.some(), String(named), String(error), new Sorted().some(), String(plain), Object.keys(plain)];`);
  expect(found).toEqual(["own", "first", "Named: x", "overridden", "second", ["toString"]]);
});

test("a run that begins finds built-ins as they were before the lock", async () => {
  const found = await run(`
    const before = Object.getOwnPropertyDescriptor(Array.prototype, "some");
    lockBuiltIns();
    unlockBuiltIns();
    const after = Object.getOwnPropertyDescriptor(Array.prototype, "some");
    return [after.value === before.value, after.writable, after.configurable, after.enumerable, restoreBuiltIns() ?? null];`);
  expect(found).toEqual([true, true, true, false, null]);
});

test("before anything was saved, nothing is taken out or put back", async () => {
  const script = `
    import { restoreBuiltIns } from ${here("./built-ins.ts")};
    const names = [Array.prototype, Object.prototype].map((owner) => Reflect.ownKeys(owner).length);
    Array.prototype.own = 1;
    const changed = restoreBuiltIns() ?? null;
    const left = [Array.prototype, Object.prototype].map((owner) => Reflect.ownKeys(owner).length);
    console.log(JSON.stringify([changed, left[0] - names[0], left[1] - names[1]]));`;
  const args = ["--input-type=module", "-e", script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual([null, 1, 0]);
});
