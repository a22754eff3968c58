import { shellWord } from "../../core/text/shell-word.ts";

interface WorkflowRequest {
  /** The agent, as it is named from the folder that the job works in. */
  readonly agent: string;
  /** Where package.json is, from the root of the repository; "." when it is there. */
  readonly workingDirectory: string;
}

/** The text of a GitHub workflow: red when a case fails, with annotations and a report to download. */
export function workflowText({ agent, workingDirectory }: WorkflowRequest): string {
  const defaults =
    workingDirectory === "."
      ? ""
      : `    defaults:
      run:
        working-directory: ${JSON.stringify(workingDirectory)}
`;
  return `name: evals
on: [push, pull_request]

jobs:
  evals:
    runs-on: ubuntu-latest
${defaults}    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci
      # a key of your model goes into env, from the secrets of the repository
      - run: ${evalCommand(agent, "evals.xml")}
      - if: always()
        uses: actions/upload-artifact@v5
        with:
          name: evals
          path: "**/${REPORTS}"
`;
}

const REPORTS = "evals*.xml";

function evalCommand(agent: string, report: string): string {
  return `npx assay eval ${shellWord(agent)} --print_detailed_results --reporter github --reporter junit=${report}`;
}

/**
 * A workflow of ours with one more agent in it: a step behind the last one that evaluates. "there" when the agent is in it
 * already, undefined when nothing in the file evaluates, so that nobody can say where the step belongs.
 */
export function workflowWith(
  text: string,
  { agent, workingDirectory }: WorkflowRequest,
): string | "there" | undefined {
  const lines = text.split("\n");
  const at = lines.findLastIndex((line) => /^\s*(?:- )?run: npx assay eval\b/.test(line));
  const last = lines[at];
  if (last === undefined) return undefined;
  const usual = jobFolder(text);
  if (
    lines.some((line, index) =>
      evaluates(line, lines[index + 1], { agent, workingDirectory, usual }),
    )
  )
    return "there";
  // the step's dash stands before its first key, which may be another line
  const indent = (/^(\s*)- /.exec(last)?.[1] ?? /^(\s*) {2}/.exec(last)?.[1]) || "";
  const elsewhere =
    workingDirectory === usual
      ? []
      : [`${indent}  working-directory: ${JSON.stringify(workingDirectory)}`];
  const installed = new RegExp(
    `run: npm ci\\n\\s*working-directory: ${JSON.stringify(workingDirectory).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`,
  ).test(text);
  const install =
    elsewhere.length === 0 || installed ? [] : [`${indent}- run: npm ci`, ...elsewhere];
  const step = [
    // an agent that fails must not hide how the next one does
    `${indent}- if: \${{ !cancelled() }}`,
    `${indent}  run: ${evalCommand(agent, `evals-${fileWord(agent)}.xml`)}`,
    ...elsewhere,
  ];
  const end = endOfStep(lines, at, indent);
  const whole = [...lines.slice(0, end), ...install, ...step, ...lines.slice(end)].join("\n");
  return whole.replace('path: "**/evals.xml"', `path: "**/${REPORTS}"`);
}

/** A step goes on as long as its lines stand further in than its dash. */
function endOfStep(lines: readonly string[], at: number, indent: string): number {
  let end = at + 1;
  while (lines[end]?.startsWith(`${indent}  `)) end += 1;
  return end;
}

function evaluates(
  line: string,
  next: string | undefined,
  { agent, workingDirectory, usual }: WorkflowRequest & { readonly usual: string },
): boolean {
  if (!/^\s*(?:- )?run: npx assay eval\b/.test(line)) return false;
  const folder = /^\s*working-directory: "(.*)"/.exec(next ?? "")?.[1] ?? usual;
  return line.includes(`npx assay eval ${shellWord(agent)} `) && folder === workingDirectory;
}

/** Where the steps of the job run unless they say otherwise. */
function jobFolder(text: string): string {
  return /defaults:\n\s*run:\n\s*working-directory: "(.*)"/.exec(text)?.[1] ?? ".";
}

function fileWord(text: string): string {
  return text.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "agent";
}
