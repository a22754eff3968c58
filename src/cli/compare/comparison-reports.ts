import { appendFile } from "node:fs/promises";
import { extname } from "node:path";
import type { Comparison, RunsCompared } from "../../core/analysis/comparison.ts";
import type { GateResult } from "../../core/analysis/gate.ts";
import { performance } from "../../core/async/own-timers.ts";
import { UserFacingError } from "../../core/errors.ts";
import type { RunStore } from "../../core/run-store.ts";
import { nearest } from "../../core/text/nearest.ts";
import { shortId } from "../../core/text/short-id.ts";
import type { ComparableRun } from "../../project/comparison/comparable-run.ts";
import { secretsOf } from "../../project/history/agent-of-run.ts";
import {
  type ComparisonDrawing,
  comparisonLines,
} from "../../reporters/comparison/comparison-lines.ts";
import {
  comparisonMarkdown,
  runsMarkdown,
} from "../../reporters/comparison/comparison-markdown.ts";
import { costQualityLines } from "../../reporters/comparison/cost-quality-lines.ts";
import { type ReportOutput, reportOutput } from "../../reporters/report-output.ts";
import { defaultBands, type ReporterContext } from "../../reporters/reporter-context.ts";
import { paint } from "../../reporters/text/paint.ts";
import { safeText } from "../../reporters/text/safe-text.ts";
import { listOption, textOption } from "../arguments/read-options.ts";
import type { CommandInput } from "../command.ts";
import { timeText } from "../text/time-text.ts";

const NAMES = ["terminal", "json", "markdown", "github"] as const;
type Format = (typeof NAMES)[number];

/** Where a comparison is written to, checked before the first number is worked out. */
export interface ComparisonReports {
  /** A sentence for people, before the comparison. */
  note(sentence: string): void;
  write(compared: Comparison | RunsCompared, gates: readonly GateResult[]): Promise<void>;
}

interface Compared {
  readonly store: RunStore;
  readonly runs: readonly ComparableRun[];
}

export async function openComparisonReports(
  input: CommandInput,
  { store, runs }: Compared,
): Promise<ComparisonReports> {
  const { terminal } = input;
  const asked = askedReports(input);
  // a report on standard output is for a program: people then read on standard error
  const taken = asked.some(({ format, file }) => isForPrograms(format) && file === undefined);
  const people = taken ? terminal.warn : terminal.write;
  const secrets = (
    await Promise.all(runs.map(({ table }) => secretsOf(table.about, input.cwd)))
  ).flat();
  const context = contextOf(input, secrets);
  const outputs = new Map<Format, ReportOutput>();
  for (const { format, file } of asked) {
    if (!isForPrograms(format)) continue;
    const output = reportOutput(file, context);
    await output.check();
    outputs.set(format, output);
  }
  const ids = (await store.list()).map(({ runId }) => runId);
  const say = safeText(secrets);
  const drawing: ComparisonDrawing = {
    say,
    paint: paint(taken ? terminal.errorColour : terminal.colour),
    columns: Math.min(120, Math.max(60, terminal.columns)),
    nameOf: (runId) => shortId(runId, ids),
    timeOf: timeText,
  };
  return {
    note: (sentence) => people(`\n  ${say.line(sentence)}\n`),
    async write(compared, gates) {
      const draw = { ...drawing, gates };
      people(`${linesOf(compared, draw).join("\n")}\n${nextLine(compared, draw)}`);
      const json = { ...compared, ...(gates.length === 0 ? {} : { gates }) };
      await outputs.get("json")?.write((write) => write(`${say.json(json)}\n`));
      const markdown = () =>
        "runs" in compared ? runsMarkdown(compared, draw) : comparisonMarkdown(compared, draw);
      await outputs.get("markdown")?.write((write) => write(markdown()));
      const summary = input.env.GITHUB_STEP_SUMMARY;
      const isGithub = asked.some(({ format }) => format === "github");
      if (isGithub && summary !== undefined && summary !== "")
        await appendFile(summary, markdown());
    },
  };
}

function linesOf(
  compared: Comparison | RunsCompared,
  drawing: ComparisonDrawing,
): readonly string[] {
  if (!("runs" in compared)) return comparisonLines(compared, drawing);
  return [
    ...costQualityLines(compared, drawing),
    ...compared.comparisons.flatMap((each) => comparisonLines(each, drawing)),
  ];
}

/** The first case that broke is what somebody looks at next. */
function nextLine(compared: Comparison | RunsCompared, { nameOf, say }: ComparisonDrawing): string {
  if ("runs" in compared) return "\n";
  const [first] = compared.cases;
  if (first === undefined) return "\n";
  return `\n  Look closer:  assay runs show ${nameOf(compared.b.runId)} --case ${say.line(first.evalId)}\n`;
}

interface AskedReport {
  readonly format: Format;
  readonly file?: string | undefined;
}

function askedReports({ options }: CommandInput): readonly AskedReport[] {
  const given = listOption(options, "reporter").map(parseReport);
  const output = textOption(options, "output");
  if (output === undefined) return given;
  const open = given.filter(({ format, file }) => isForPrograms(format) && file === undefined);
  const [only, ...others] = open;
  if (others.length > 0) {
    throw new UserFacingError("cli/usage", "--output names one file, and there are two reports.", {
      hint: "Give each its own:  --reporter json=FILE --reporter markdown=FILE",
    });
  }
  const format = only?.format ?? formatOf(output);
  return [...given.filter((each) => each !== only), { format, file: output }];
}

function parseReport(spec: string): AskedReport {
  const [, name = "", file] = /^([^=]*)(?:=(.*))?$/s.exec(spec) ?? [];
  const format = NAMES.find((each) => each === name);
  if (format === undefined) {
    const near = nearest(name, NAMES);
    throw new UserFacingError("cli/usage", `compare has no reporter "${name}".`, {
      hint: `${near === undefined ? "" : `Did you mean ${near}? `}There are ${NAMES.join(", ")}.`,
    });
  }
  if (file !== undefined && (file === "" || !isForPrograms(format))) {
    throw new UserFacingError("cli/usage", `The reporter ${spec} cannot be written to a file.`, {
      hint: "Write --reporter json=FILE or --reporter markdown=FILE.",
    });
  }
  return { format, file };
}

function isForPrograms(format: Format): boolean {
  return format === "json" || format === "markdown";
}

function formatOf(output: string): Format {
  const ending = extname(output).toLowerCase();
  if (ending === ".md" || ending === ".markdown") return "markdown";
  if (ending === ".json") return "json";
  throw new UserFacingError("cli/usage", `What should be written to ${output} is not said.`, {
    hint: "Add --reporter json or --reporter markdown, or let the file end in .json or .md.",
  });
}

function contextOf(
  { terminal, cwd, env }: CommandInput,
  secrets: ReporterContext["secrets"],
): ReporterContext {
  return {
    out: terminal.write,
    err: terminal.warn,
    interactive: false,
    colour: false,
    columns: terminal.columns,
    verbose: false,
    cwd,
    shownCommand: "assay compare",
    bands: defaultBands,
    env,
    secrets,
    now: () => performance.now(),
  };
}
