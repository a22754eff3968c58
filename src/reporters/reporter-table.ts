import { deepFreeze } from "../core/json/deep-freeze.ts";
import type { Reporter } from "../core/reporter.ts";
import type { ReportOutput } from "./report-output.ts";
import type { ReporterContext } from "./reporter-context.ts";

export type CreateReporter = (context: ReporterContext, output: ReportOutput) => Reporter;

/** Each is loaded when it is asked for, so that none costs start-up time. A new reporter is one file and one line here. */
export const reporters: Readonly<Record<string, () => Promise<CreateReporter>>> = {
  terminal: async () => (await import("./terminal/terminal-reporter.ts")).terminalReporter,
  adk: async () => (await import("./adk/adk-reporter.ts")).adkReporter,
  json: async () => (await import("./json-reporter.ts")).jsonReporter,
  jsonl: async () => (await import("./json-lines-reporter.ts")).jsonLinesReporter,
  junit: async () => (await import("./junit-reporter.ts")).junitReporter,
  markdown: async () => (await import("./markdown-reporter.ts")).markdownReporter,
  html: async () => (await import("./html/html-reporter.ts")).htmlReporter,
  github: async () => (await import("./github-reporter.ts")).githubReporter,
};

export const reporterNames: readonly string[] = deepFreeze(Object.keys(reporters));

/** Reports for a file, which another program or person may read later. */
export const fileReporterNames: readonly string[] = reporterNames.filter(
  (name) => !["terminal", "adk", "github"].includes(name),
);
