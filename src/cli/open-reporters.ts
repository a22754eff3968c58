import { resolve } from "node:path";
import { performance } from "../core/async/own-timers.ts";
import { UserFacingError } from "../core/errors.ts";
import type { Reporter } from "../core/reporter.ts";
import { type Secret, secretMask } from "../core/secrets/secret-mask.ts";
import { nearest } from "../core/text/nearest.ts";
import type { OtelReporterOptions } from "../project/otel/emit/otel-reporter.ts";
import { createReporter } from "../reporters/index.ts";
import { defaultBands, type ReporterContext } from "../reporters/reporter-context.ts";
import { fileReporterNames, reporterNames } from "../reporters/reporter-table.ts";
import { isOn, listOption, textOption } from "./arguments/read-options.ts";
import { typedStore } from "./arguments/store-option.ts";
import type { CommandInput } from "./command.ts";
import { printNotes } from "./print-notes.ts";

interface ReporterSetup {
  readonly bands?: ReporterContext["bands"] | undefined;
  readonly secrets?: ReporterContext["secrets"] | undefined;
  readonly waitingFor?: (() => string | undefined) | undefined;
  readonly resumedWith?: ReporterContext["resumedWith"];
  readonly sections?: ReporterContext["sections"] | undefined;
  readonly closing?: ReporterContext["closing"] | undefined;
  /** The spans that are scored, where they are somebody else's. */
  readonly scoredSpans?: OtelReporterOptions["scoredSpans"];
}

/** The reporters a command was asked for; the terminal one when nothing else speaks on standard output. */
export async function openReporters(
  input: CommandInput,
  setup: ReporterSetup,
): Promise<readonly Reporter[]> {
  const { options, terminal, cwd, env, argv } = input;
  const asked = [...listOption(options, "reporter"), ...outputsOf(textOption(options, "output"))];
  // one that is asked for twice is the same report
  const names = asked.length === 0 ? ["terminal"] : [...new Set(asked)];
  const detailed = isOn(options, "print_detailed_results");
  if (detailed && !names.includes("adk")) names.push("adk");
  checkPlaces(names, cwd);
  // a report on standard output is for a program: people then read on standard error
  const taken = names.some(isForPrograms);
  if (asked.length > 0 && !asked.includes("terminal")) names.unshift("terminal");
  const people = taken ? terminal.warn : terminal.write;
  const context: ReporterContext = {
    out: terminal.write,
    err: terminal.warn,
    interactive: terminal.interactive && !taken,
    colour: taken ? terminal.errorColour : terminal.colour,
    columns: terminal.columns,
    verbose: isOn(options, "verbose") || options.log_level === "debug",
    cwd,
    shownCommand: ["assay", ...argv].join(" "),
    store: typedStore(input),
    bands: setup.bands ?? defaultBands,
    env,
    secrets: setup.secrets ?? [],
    ...(setup.waitingFor === undefined ? {} : { waitingFor: setup.waitingFor }),
    resumedWith: setup.resumedWith,
    sections: setup.sections,
    closing: setup.closing,
    now: () => performance.now(),
  };
  const named = await Promise.all(
    names.map((name) =>
      createReporter(name, isForPrograms(name) ? context : { ...context, out: people }),
    ),
  );
  const all = isOn(options, "emit_otel") ? [await emitter(input, setup), ...named] : named;
  if (input.reporters === undefined || input.reporters.length === 0) return all;
  const { shieldReporters } = await import("../api/shield-reporter.ts");
  return [...all, ...shieldReporters(input.reporters)];
}

/** `--emit_otel`. It stands before the others, so that what they say last is the last. */
async function emitter(input: CommandInput, { secrets = [], scoredSpans }: ReporterSetup) {
  const { otlpTarget } = await import("../project/otel/emit/otlp-target.ts");
  const { otelReporter } = await import("../project/otel/emit/otel-reporter.ts");
  return otelReporter({
    target: otlpTarget(input.env),
    mask: secretMask(secrets.map((each) => (isText(each) ? { name: "", value: each } : each))),
    scoredSpans,
    onNote: (sentence) => printNotes(input, [sentence]),
  });
}

function isText(secret: string | Secret): secret is string {
  return typeof secret === "string";
}

/** `--output` names a report on standard output; what other tools call a table or a summary is the terminal's. */
function outputsOf(output: string | undefined): readonly string[] {
  if (output === undefined) return [];
  if (output === "table" || output === "summary") return ["terminal"];
  if (reporterNames.includes(output)) return [output];
  const names = ["table", "summary", ...fileReporterNames];
  const meant = nearest(output, names);
  const hint = meant === undefined ? "" : `Did you mean ${meant}? `;
  throw new UserFacingError("cli/usage", `--output is "${output}", which is no report.`, {
    hint: `${hint}There are ${names.join(", ")}.`,
  });
}

/** Whether a report uses the whole of standard output. */
function isForPrograms(name: string): boolean {
  return fileReporterNames.includes(name);
}

/** Two reports in one place would be neither. */
function checkPlaces(names: readonly string[], cwd: string): void {
  const taken = new Map<string, string>();
  for (const name of names) {
    const [format = "", ...file] = name.split("=");
    const path = file.join("=");
    if (path === "" && !isForPrograms(name)) continue;
    const place = path === "" ? "standard output" : resolve(cwd, path);
    const other = taken.get(place);
    if (other !== undefined) {
      const where = path === "" ? place : path;
      throw new UserFacingError("cli/usage", `${other} and ${format} both go to ${where}.`, {
        hint: `Give one of them a file of its own:  --reporter ${format}=${format}-report.${endings[format] ?? "txt"}`,
      });
    }
    taken.set(place, format);
  }
}

const endings: Readonly<Record<string, string>> = {
  json: "json",
  jsonl: "jsonl",
  junit: "xml",
  markdown: "md",
  html: "html",
};
