import { extname } from "node:path";
import { UserFacingError } from "../../core/errors.ts";
import { nearest } from "../../core/text/nearest.ts";
import type { CommandInput, OptionSpec } from "../command.ts";
import { listOption, textOption } from "./read-options.ts";

/** A report that was asked for: in which form, and in which file where one is named. */
export interface AskedReport {
  readonly form: Form;
  readonly file?: string | undefined;
}

const forms = ["terminal", "json", "markdown", "github"] as const;
type Form = (typeof forms)[number];

/** The options of every command that finds something out. */
export const reportOptions: readonly OptionSpec[] = [
  {
    name: "reporter",
    short: "r",
    value: "NAME[=FILE]",
    many: true,
    summary: "terminal, json, markdown or github; with =FILE it is written there.",
    default: "terminal",
  },
  {
    name: "output",
    short: "o",
    value: "FILE",
    summary: "Where the json or markdown report goes; named alone, its ending says which.",
  },
];

/** What the options ask for. What could not be written, or not be told apart, is refused. */
export function askedReports({ options }: Pick<CommandInput, "options">): readonly AskedReport[] {
  const given = listOption(options, "reporter").map(parseReport);
  const asked = withOutput(given, textOption(options, "output"));
  const [, second] = asked.filter(isOnOut);
  if (second === undefined) return asked;
  const names = asked.filter(isOnOut).map(({ form }) => form);
  throw new UserFacingError("cli/usage", `${names.join(" and ")} both go to standard output.`, {
    hint: `Give one of them a file:  --reporter ${second.form}=FILE`,
  });
}

/** For a program that reads standard output: people then read on standard error. */
export function isOnOut({ form, file }: AskedReport): boolean {
  return isForPrograms(form) && file === undefined;
}

export function isForPrograms(form: Form): form is "json" | "markdown" {
  return form === "json" || form === "markdown";
}

function withOutput(
  given: readonly AskedReport[],
  output: string | undefined,
): readonly AskedReport[] {
  if (output === undefined) return given;
  const [only, ...others] = given.filter(isOnOut);
  if (others.length > 0) {
    throw new UserFacingError("cli/usage", "--output names one file, and there are two reports.", {
      hint: "Give each its own:  --reporter json=FILE --reporter markdown=FILE",
    });
  }
  const form = only?.form ?? formOf(output);
  return [...given.filter((each) => each !== only), { form, file: output }];
}

function parseReport(spec: string): AskedReport {
  const [, name = "", file] = /^([^=]*)(?:=(.*))?$/s.exec(spec) ?? [];
  const form = forms.find((each) => each === name);
  if (form === undefined) {
    const near = nearest(name, forms);
    throw new UserFacingError("cli/usage", `There is no reporter "${name}" for this command.`, {
      hint: `${near === undefined ? "" : `Did you mean ${near}? `}There are ${forms.join(", ")}.`,
    });
  }
  if (file !== undefined && (file === "" || !isForPrograms(form))) {
    throw new UserFacingError("cli/usage", `The reporter ${spec} cannot be written to a file.`, {
      hint: "Write --reporter json=FILE or --reporter markdown=FILE.",
    });
  }
  return { form, file };
}

function formOf(output: string): Form {
  const ending = extname(output).toLowerCase();
  if (ending === ".md" || ending === ".markdown") return "markdown";
  if (ending === ".json") return "json";
  throw new UserFacingError("cli/usage", `What should be written to ${output} is not said.`, {
    hint: "Add --reporter json or --reporter markdown, or let the file end in .json or .md.",
  });
}
