import { restoreBuiltIns } from "../agents/isolation/built-ins.ts";
import { asUserCode } from "../agents/isolation/user-code.ts";
import { messageOf, UserFacingError } from "../core/errors.ts";
import { copyData } from "../core/json/copy-data.ts";
import type { Reporter } from "../core/reporter.ts";
import { shown } from "../core/schema/parse-context.ts";

/** Reporters of the user's own, each behind its shield. Throws a UserFacingError for what can be none. */
export function shieldReporters(given: unknown): readonly Reporter[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) {
    throw new UserFacingError("cli/usage", `reporters is ${shown(given)}; an array was expected.`, {
      hint: "Write reporters: [{ onCase(result) { … } }].",
    });
  }
  try {
    return given.map(shieldReporter);
  } catch (error) {
    if (error instanceof UserFacingError) throw error;
    throw new UserFacingError("cli/usage", `reporters cannot be read: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

const hooks = "onStart, onEvent, onCase and onEnd";
const fileReport = 'await createReporter("junit=report.xml")';

/** A reporter of the user's own gets copies: what it does to them reaches no other report and no verdict. */
function shieldReporter(reporter: Reporter, at: number): Reporter {
  const isObject = typeof reporter === "object" || typeof reporter === "function";
  if (!isObject || reporter === null) {
    const message = `reporters[${at}] is ${shown(reporter)}; an object with hooks was expected.`;
    throw new UserFacingError("cli/usage", message, {
      hint: `A reporter has some of ${hooks}. For a report in a file, give  ${fileReport}`,
    });
  }
  const onStart = hookOf(reporter, "onStart");
  const onEvent = hookOf(reporter, "onEvent");
  const onCase = hookOf(reporter, "onCase");
  const onEnd = hookOf(reporter, "onEnd");
  if ((onStart ?? onEvent ?? onCase ?? onEnd) === undefined) {
    const message = `reporters[${at}] has none of the hooks of a reporter.`;
    throw new UserFacingError("cli/usage", message, {
      hint: isPromise(reporter)
        ? `It is a promise. Write  ${fileReport}`
        : `A reporter has some of ${hooks}.`,
    });
  }
  return {
    ...(onStart && { onStart: (run, place) => call(() => onStart.call(reporter, run, place)) }),
    ...(onEvent && {
      onEvent: (event, run) => call(() => onEvent.call(reporter, copyData(event), run)),
    }),
    ...(onCase && {
      onCase: (result, run) => call(() => onCase.call(reporter, copyData(result), run)),
    }),
    ...(onEnd && {
      onEnd: (run, cases) => call(() => onEnd.call(reporter, run, () => copies(cases()))),
    }),
  };
}

function isPromise(given: object): boolean {
  return "then" in given;
}

function call<T>(work: () => T): T {
  try {
    return asUserCode(work, "A reporter");
  } finally {
    const changed = restoreBuiltIns();
    // biome-ignore lint/correctness/noUnsafeFinally: what it changed for everybody is worse than what it threw
    if (changed !== undefined) throw new Error(`it changed ${changed}, which everything uses`);
  }
}

/** Looking for a hook is code of the user's too; one that cannot be looked for fails when it would be called. */
function hookOf<Name extends keyof Reporter>(reporter: Reporter, name: Name): Reporter[Name] {
  let hook: unknown;
  try {
    hook = call(() => reporter[name]);
  } catch (error) {
    return () => {
      throw error;
    };
  }
  if (hook === undefined || typeof hook === "function") return hook as Reporter[Name];
  const message = `${name} of a reporter is ${shown(hook)}; a function was expected.`;
  throw new UserFacingError("cli/usage", message);
}

async function* copies<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const each of all) yield copyData(each);
}
