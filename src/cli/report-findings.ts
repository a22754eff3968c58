import { UserFacingError } from "../core/errors.ts";
import type { Secret } from "../core/secrets/secret-mask.ts";
import { nearest } from "../core/text/nearest.ts";
import { reportOutput } from "../reporters/report-output.ts";
import { paint } from "../reporters/text/paint.ts";
import { type SafeText, safeText } from "../reporters/text/safe-text.ts";
import type { DrawOptions } from "../reporters/text/trajectory-text.ts";
import { listOption } from "./arguments/read-options.ts";
import type { CommandInput, OptionSpec } from "./command.ts";

/** What a command found out, in every form that it can be asked for. */
export interface Findings {
  readonly lines: (options: DrawOptions) => readonly string[];
  readonly json: unknown;
  readonly markdown: (say: SafeText) => string;
}

export const findingsOption: OptionSpec = {
  name: "reporter",
  value: "NAME[=FILE]",
  many: true,
  summary: "json for scripts, markdown for pull requests, terminal; to standard output or a file.",
};

const names = ["terminal", "json", "markdown"] as const;
type Form = (typeof names)[number];

/** Refuses a report that cannot be written before anything is read. */
export function needFindingsReporters({ options }: Pick<CommandInput, "options">): void {
  const asked = listOption(options, "reporter").map(parse);
  const onOut = asked.filter(({ file, form }) => file === undefined && form !== "terminal");
  if (onOut.length < 2) return;
  const forms = onOut.map(({ form }) => form).join(" and ");
  throw new UserFacingError("cli/usage", `${forms} both go to standard output.`, {
    hint: `Give one of them a file:  --reporter ${onOut[1]?.form}=FILE`,
  });
}

/** Writes findings where the command was asked to: to people unless a program reads standard output. */
export async function reportFindings(
  input: CommandInput,
  findings: Findings,
  secrets: readonly Secret[],
): Promise<void> {
  const { terminal, cwd } = input;
  const asked = listOption(input.options, "reporter").map(parse);
  const say = safeText(secrets);
  const drawing = {
    say,
    paint: paint(terminal.colour),
    columns: Math.min(120, Math.max(60, terminal.columns || 80)),
  };
  const isTaken = asked.some(({ form, file }) => form !== "terminal" && file === undefined);
  for (const { form, file } of asked) {
    if (form === "terminal") continue;
    const text = form === "json" ? `${say.json(findings.json)}\n` : findings.markdown(say);
    const output = reportOutput(file, { cwd, out: terminal.write });
    await output.check();
    await output.write(async (write) => write(text));
  }
  if (isTaken) return;
  terminal.write(`${findings.lines(drawing).join("\n")}\n`);
}

function parse(spec: string): { readonly form: Form; readonly file: string | undefined } {
  const [name = "", ...rest] = spec.split("=");
  const form = names.find((each) => each === name);
  if (form === undefined) {
    const near = nearest(name, names);
    const all = `There are ${names.join(", ")}.`;
    throw new UserFacingError("cli/usage", `There is no reporter "${name}" for this command.`, {
      hint: near === undefined ? all : `Did you mean ${near}? ${all}`,
    });
  }
  const file = rest.length === 0 ? undefined : rest.join("=");
  if (file === "" || (form === "terminal" && file !== undefined)) {
    throw new UserFacingError(
      "cli/usage",
      `--reporter ${spec} names no file that can be written.`,
      {
        hint: `Write --reporter json=FILE, or --reporter json for standard output.`,
      },
    );
  }
  return { form, file };
}
