import type { HtmlReport } from "../../core/analysis/html-report.ts";
import { shellLine } from "../../core/text/shell-word.ts";
import { CommandWords } from "../components/command-block.tsx";
import { casesText } from "../lib/amounts.ts";

/** With what it was measured, and how to do it again. */
export function ReportConfig({ report }: { readonly report: HtmlReport }) {
  const { sets, agent, git, models, command, runId } = report;
  const judges = [...new Set(sets.flatMap(({ judge }) => judge ?? []))];
  const facts = [
    ["agent", agent.name],
    ["code", agent.hash?.slice(0, 12) ?? ""],
    ...sets.flatMap(({ evalSetId, path, hash, caseCount, configPath }) => [
      ["set", path ?? evalSetId],
      ["set hash", `${hash.slice(0, 12)}, ${casesText(caseCount)}`],
      ["config", configPath ?? ""],
    ]),
    ["judge", judges.join(", ")],
    ["models", models.join(", ")],
    [
      "statistics",
      "Wilson for rates; t over cases for means; by clusters where cases belong to some",
    ],
  ].filter(([, value]) => value !== "");
  return (
    <section className="two last">
      <div>
        <h2>Config</h2>
        <dl className="cfg">
          {facts.map(([name, value], place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several sets have the same names of facts
            <div key={place}>
              <dt>{name}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <h2>Reproduce</h2>
        <pre className="cmd">
          {git !== undefined && `git checkout ${git.commit.slice(0, 7)}\n`}
          <CommandWords
            command={command === undefined ? `assay runs show ${runId}` : shellLine(command)}
          />
        </pre>
      </div>
    </section>
  );
}
