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
      - run: npx assay eval ${shellWord(agent)} --print_detailed_results --reporter github --reporter junit=evals.xml
      - if: always()
        uses: actions/upload-artifact@v5
        with:
          name: evals
          path: "**/evals.xml"
`;
}

function shellWord(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
