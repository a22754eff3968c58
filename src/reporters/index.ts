import "../core/need-runtime.ts";
import { UserFacingError } from "../core/errors.ts";
import type { Reporter } from "../core/reporter.ts";
import { nearest } from "../core/text/nearest.ts";
import { reportOutput } from "./report-output.ts";
import { programContext, type ReporterContext } from "./reporter-context.ts";
import { fileReporterNames, reporterNames, reporters } from "./reporter-table.ts";

export { defaultBands, type ReporterContext, type ScoreBand } from "./reporter-context.ts";
export { bugText, errorText } from "./text/error-text.ts";

export { reporterNames };

/** From `NAME` or `NAME=FILE`; without a file a report goes to standard output. A program may leave out the surroundings. */
export async function createReporter(
  spec: string,
  surroundings: Partial<ReporterContext> = {},
): Promise<Reporter> {
  const context = programContext(surroundings);
  const [, name = "", file] = /^([^=]*)(?:=(.*))?$/s.exec(spec) ?? [];
  const load = Object.hasOwn(reporters, name) ? reporters[name] : undefined;
  if (load === undefined) throw unknownReporter(name);
  if (file === "") {
    throw new UserFacingError("cli/usage", `The reporter ${spec} names no file.`, {
      hint: `Write --reporter ${name}=FILE, or --reporter ${name} for standard output.`,
    });
  }
  if (file !== undefined && (name === "terminal" || name === "github")) {
    throw new UserFacingError("cli/usage", `The reporter ${name} writes no file.`, {
      hint: `Write --reporter ${name}, or choose ${[...fileReporterNames, "adk"].join(", ")} for a file.`,
    });
  }
  const output = reportOutput(file, context);
  // reported before the run, not after it
  await output.check();
  const create = await load();
  return create(context, output);
}

function unknownReporter(name: string): UserFacingError {
  const meant = nearest(name, reporterNames);
  const list = reporterNames.join(", ");
  return new UserFacingError("cli/usage", `There is no reporter "${name}".`, {
    hint: meant === undefined ? `There are ${list}.` : `Did you mean ${meant}? There are ${list}.`,
  });
}
