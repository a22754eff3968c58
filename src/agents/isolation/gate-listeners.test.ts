import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const here = (file: string) => JSON.stringify(join(import.meta.dirname, file));

/** Ends a process of its own, in which an agent was guarded before; gives its exit code and what it wrote. */
async function end(agent: string, afterwards: string) {
  const script = `
    import { guardProcess } from ${here("./guard-process.ts")};
    import { asUserCode } from ${here("./user-code.ts")};
    const leave = guardProcess();
    asUserCode(() => { ${agent} });
    ${afterwards}`;
  const args = ["--input-type=module", "-e", script];
  return await promisify(execFile)(process.execPath, args).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
  );
}

const hears =
  'for (const name of ["uncaughtException", "unhandledRejection"]) process.on(name, () => {});';

test.each([
  ["throws after the run", 'leave(); throw new Error("the case failed");'],
  ["rejects after the run", 'leave(); Promise.reject(new Error("the case failed"));'],
  ["throws within the run", 'setTimeout(() => { throw new Error("the case failed"); }, 1);'],
])("a program that %s has failed, though an agent listens for accidents", async (_, does) => {
  expect((await end(hears, does)).code).toBe(1);
});

test("a program's own listener still has a say", async () => {
  const does = `leave(); process.on("uncaughtException", () => console.log("caught")); setTimeout(() => { throw new Error("x"); }, 1);`;
  expect(await end(hears, does)).toEqual({ code: 0, stdout: "caught\n" });
});

test("an agent's listener that throws ends nothing", async () => {
  const throws = 'process.on("uncaughtException", () => { throw new Error("again"); });';
  const stray =
    'asUserCode(() => setTimeout(() => { throw new Error("x"); }, 1)); setTimeout(() => { leave(); console.log("over"); }, 50);';
  expect(await end(throws, stray)).toEqual({ code: 0, stdout: "over\n" });
});

test("signals that an agent makes up reach nobody, those of the system do", async () => {
  const plays = 'try { process.emit("SIGINT"); } catch (error) { console.log(error.message); }';
  const listens = 'process.on("SIGINT", () => { console.log("heard"); process.exit(7); });';
  const ends = 'process.kill(process.pid, "SIGINT"); setTimeout(() => {}, 5000);';
  const script = `${listens} asUserCode(() => { ${plays} }); leave(); ${ends}`;
  expect(await end("", script)).toEqual({
    code: 7,
    stdout: 'The agent called process.emit("SIGINT").\nheard\n',
  });
});
