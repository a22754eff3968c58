import { appendFile, readFile, stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { passRateOf } from "../analysis/pass-rate.ts";
import { gatedVerdict, isGated } from "../core/analysis/gated-verdict.ts";
import { isJudgedAlone } from "../core/folds/case-row.ts";
import type { RunSummary } from "../core/folds/run-summary.ts";
import { judgeCheckLines } from "../core/judge-check.ts";
import type { Reporter } from "../core/reporter.ts";
import type { CaseResult } from "../core/run.ts";
import { quarantineText } from "../core/text/quarantine-text.ts";
import { failureCollector } from "./failures/failure-list.ts";
import { failureLines } from "./failures/failure-text.ts";
import { markdownReport } from "./markdown-report.ts";
import type { ReporterContext } from "./reporter-context.ts";
import { countsText, passRateText } from "./text/amount-text.ts";
import { decidedSentence, gatesOf } from "./text/gate-text.ts";
import { paint } from "./text/paint.ts";
import { type SafeText, safeText } from "./text/safe-text.ts";
import { unreadLines } from "./text/unread-text.ts";

/** Annotations on the lines of the eval sets, and the report in the summary of the job. */
export function githubReporter(context: ReporterContext): Reporter {
  const say = safeText(context.secrets);
  const failures = failureCollector(mostAnnotations);
  return {
    onCase(result, run) {
      if (isJudgedAlone(run.about)) failures.add(result);
    },
    async onEnd(run, cases) {
      const list = await failures.list(run, cases);
      // where gates decide and are met, a case that failed is no error of the job
      const failed = isGated(run.about) && gatedVerdict(run) === "passed" ? "warning" : "error";
      for (const result of list.failed.shown) {
        context.out(await annotation([failed, "failed"], result, run, { context, say }));
      }
      for (const result of list.notEvaluated.shown) {
        context.out(
          await annotation(["warning", "was not evaluated"], result, run, { context, say }),
        );
      }
      for (const text of judgeCheckLines(run)) {
        context.out(`::warning title=judge check::${escapeData(say.line(text))}\n`);
      }
      const others = [unreadAnnotations, quarantineAnnotations, gateAnnotations];
      for (const line of others.flatMap((each) => each(run, say))) context.out(line);
      context.out(summaryLine(run, say));
      const summary = context.env.GITHUB_STEP_SUMMARY;
      if (summary === undefined || summary === "") return;
      await appendFile(summary, await markdownReport(run, cases, context, mostSummary));
    },
  };
}

// GitHub shows ten of each kind and drops the rest
const mostAnnotations = 10;
const mostSummary = 500_000;
const mostFile = 8_000_000;

interface Writing {
  readonly context: ReporterContext;
  readonly say: SafeText;
}

type Annotation = readonly [kind: "error" | "warning", verdict: "failed" | "was not evaluated"];

async function annotation(
  [kind, verdict]: Annotation,
  result: CaseResult,
  run: RunSummary,
  { context, say }: Writing,
): Promise<string> {
  const path = run.about.sets.find(({ evalSetId }) => evalSetId === result.evalSetId)?.path;
  const place =
    path === undefined ? {} : await placeOf(resolve(context.cwd, path), result, context);
  const title = `${result.evalId} ${verdict}`;
  const drawing = { say, paint: paint(false), columns: 100, trials: run.about.trials };
  const text = failureLines(result, drawing).join("\n");
  const properties = Object.entries({ ...place, title })
    .map(([name, value]) => `${name}=${escapeProperty(say.line(value))}`)
    .join(",");
  return `::${kind} ${properties}::${escapeData(text)}\n`;
}

const gateKinds = { met: "notice", "not-met": "error", undecided: "error" } as const;

function unreadAnnotations(run: RunSummary, say: SafeText): readonly string[] {
  return unreadLines(run).map(
    (text) => `::warning title=incomplete::${escapeData(say.line(text))}\n`,
  );
}

function quarantineAnnotations({ about }: RunSummary, say: SafeText): readonly string[] {
  const text = quarantineText(about);
  return text === "" ? [] : [`::notice title=quarantined::${escapeData(say.line(text))}\n`];
}

/** What is not met fails the job, and so does what cannot be told. */
function gateAnnotations(run: RunSummary, say: SafeText): readonly string[] {
  const gates = gatesOf(run).map(({ gate, outcome, word, why }) => {
    const title = escapeProperty(say.line(`gate ${gate} ${word}`));
    return `::${gateKinds[outcome]} title=${title}::${escapeData(say.line(why))}\n`;
  });
  if (run.decided === undefined) return gates;
  return [...gates, `::notice title=stopped early::${escapeData(decidedSentence(run))}\n`];
}

function summaryLine(run: RunSummary, say: SafeText): string {
  const text = `${countsText(run)}; ${passRateText(passRateOf(run.cases))}`;
  return `::notice title=${escapeProperty(say.line(run.about.agent.name))}::${escapeData(text)}\n`;
}

/** The line where a case's id stands in its file; a file that cannot be read is named without a line. */
async function placeOf(
  path: string,
  { evalId }: CaseResult,
  { env, cwd }: ReporterContext,
): Promise<Readonly<Record<string, string>>> {
  const file = relative(env.GITHUB_WORKSPACE ?? cwd, path).replaceAll("\\", "/");
  try {
    if ((await stat(path)).size > mostFile) return { file };
    const lines = (await readFile(path, "utf8")).split("\n");
    const id = JSON.stringify(evalId);
    const at = lines.findIndex(
      (line) => /"(?:eval_id|evalId|name)"\s*:/.test(line) && line.includes(id),
    );
    return at === -1 ? { file } : { file, line: String(at + 1) };
  } catch {
    return { file };
  }
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
