import { asUserCode } from "../agents/user-code.ts";
import { copyData } from "../core/copy-data.ts";
import type { Reporter } from "../core/reporter.ts";

/** A reporter of the user's own gets copies: what it does to them reaches no other report and no verdict. */
export function shieldReporter(reporter: Reporter): Reporter {
  const call = <T>(work: () => T): T => asUserCode(work, "A reporter");
  const { onStart, onEvent, onCase, onEnd } = reporter;
  return {
    ...(onStart && { onStart: (run) => call(() => onStart.call(reporter, run)) }),
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

async function* copies<T>(all: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const each of all) yield copyData(each);
}
