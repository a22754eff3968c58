import { agentLabel } from "../../../../core/text/agent-label.ts";
import { shellLine } from "../../../../core/text/shell-word.ts";
import { CommandBlock } from "../../../components/command-block.tsx";
import type { Run, RunTabProps } from "../use-run.ts";
import { BaselineChanges } from "./baseline-changes.tsx";
import { SetConfig } from "./set-config.tsx";

/** Exactly what was run, and what is not the same as in the baseline. */
export function ConfigTab({ run, baseline }: RunTabProps) {
  const { about } = run;
  return (
    <div className="sections two">
      <BaselineChanges baseline={baseline} />
      <section className="sect">
        <h2>Run</h2>
        <dl className="pairs">
          {factsOf(run).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mono">{value}</dd>
            </div>
          ))}
        </dl>
        {about.command !== undefined && <CommandBlock command={shellLine(about.command)} />}
      </section>
      {about.sets.map((set) => (
        <SetConfig key={set.evalSetId} set={set} />
      ))}
      <Inputs run={run} />
    </div>
  );
}

function factsOf({ runId, about, resumes }: Run): readonly (readonly [string, string])[] {
  const { agent, git, options } = about;
  const all: readonly (readonly [string, string | undefined])[] = [
    ["id", runId],
    ["kind", about.kind],
    ["agent", agentLabel(agent)],
    ["path", agent.path],
    ["agent hash", agent.hash],
    ["commit", git && `${git.commit}${git.dirty ? " with changes" : ""}`],
    ["started in", about.cwd],
    ["assay", about.version],
    ["trials", `${about.trials}`],
    [
      "a case passes by",
      typeof about.require === "number" ? `${about.require} trials` : about.require,
    ],
    ["concurrency", `${about.concurrency}`],
    ["seed", about.seed === undefined ? undefined : `${about.seed}`],
    ["models of ours", about.models?.join(", ")],
    ["resumed", resumes === 0 ? undefined : `${resumes} times`],
    ["scored again", about.scoredRun],
    ["timeouts", timeoutsText(options?.timeouts)],
  ];
  return all.flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value] as const],
  );
}

function timeoutsText(timeouts: unknown): string | undefined {
  if (typeof timeouts !== "object" || timeouts === null) return undefined;
  return Object.entries(timeouts)
    .map(([what, seconds]) => `${what} ${seconds} s`)
    .join(", ");
}

/** What else the run depends on, by hash. */
function Inputs({ run }: { readonly run: Run }) {
  const { inputs } = run.about;
  if (inputs === undefined) return null;
  const all = [...Object.entries(inputs.settings), ...Object.entries(inputs.files)];
  return (
    <section className="sect">
      <h2>What it depends on, by hash</h2>
      <dl className="pairs">
        {all.map(([name, hash]) => (
          <div key={name}>
            <dt title={name}>{name}</dt>
            <dd className="mono" title={hash}>
              {hash.slice(0, 12)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
