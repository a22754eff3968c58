import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, type Reply } from "../../lib/api.ts";
import { CommandBlock } from "../command-block.tsx";
import { Dialog } from "../dialog.tsx";
import { AddMetric } from "./add-metric.tsx";
import { CasesChoice } from "./cases-choice.tsx";
import { LaunchFoot } from "./launch-foot.tsx";
import {
  firstChoices,
  type LaunchState,
  type MetricChoice,
  type RunScope,
  type Variant,
} from "./launch-state.ts";
import { leadOf, titleOf } from "./launch-words.ts";
import { Limits } from "./limits.tsx";
import { MetricRow } from "./metric-row.tsx";
import { Presets } from "./presets.tsx";
import { useLaunch } from "./use-launch.ts";
import { VariantsChoice } from "./variants-choice.tsx";
import { setsOf, WhatChoice } from "./what-choice.tsx";

interface RunDialogProps {
  readonly scope: RunScope;
  readonly onClose: () => void;
}

/** Everything about a run before it is one. Starting it goes to the page where it is watched. */
export function RunDialog({ scope, onClose }: RunDialogProps) {
  const sets = useQuery({
    queryKey: ["sets"],
    queryFn: ({ signal }) => call("GET /sets", { signal }),
  });
  const [chosen, setChosen] = useState<Chosen>({
    ...firstChoices,
    agent: scope.agent,
    evalSets: scope.evalSets,
    variants: undefined,
    models: [],
    mode: firstMode(scope),
    tag: scope.tag,
  });
  const state = withDefaults(chosen, scope, sets.data);
  // what nobody chose stays open: the defaults may not be there yet
  const change = (more: Partial<LaunchState>) => setChosen((before) => ({ ...before, ...more }));
  const choose = (name: string, choice: MetricChoice) =>
    change({ metrics: { ...state.metrics, [name]: choice } });
  const { plan, error } = useLaunch(state, scope);
  const {
    agent: _,
    evalSets: _sets,
    variants: _v,
    models: _m,
    mode: _mode,
    tag: _tag,
    ...preset
  } = state;
  return (
    <Dialog
      title={titleOf(state)}
      lead={leadOf(plan, state)}
      className="run-dialog"
      actions={
        <Presets current={preset} onChoose={(given) => change({ ...firstChoices, ...given })} />
      }
      onClose={onClose}
    >
      <section className="cols" aria-label="Settings of the run">
        <div className="three">
          <WhatChoice
            sets={sets.data}
            state={state}
            onChange={(what) => change({ ...what, variants: [{ agent: what.agent }] })}
          />
          <VariantsChoice agents={sets.data?.agents ?? []} state={state} onChange={change} />
          <CasesChoice plan={plan} scope={scope} state={state} onChange={change} />
          <Limits state={state} plan={plan} onChange={change} />
        </div>
        <div>
          <div className="bar">
            <h2>Metrics</h2>
            {plan?.lastRun !== undefined && (
              <span className="small muted">on the scores of {plan.lastRun.shortId}</span>
            )}
          </div>
          <ul>
            {(plan?.metrics ?? []).map((metric) => (
              <MetricRow
                key={metric.name}
                metric={metric}
                state={state}
                onChange={(choice) => choose(metric.name, choice)}
              />
            ))}
          </ul>
          {plan === undefined && error === null && <div className="waiting" />}
          <div className="sect">
            <AddMetric known={plan?.metrics.map(({ name }) => name)} onAdd={choose} />
            <h3>The same from a terminal</h3>
            <CommandBlock command={plan?.command ?? "npx assay eval"} />
          </div>
        </div>
      </section>
      <LaunchFoot state={state} scope={scope} plan={plan} error={error} onClose={onClose} />
    </Dialog>
  );
}

/** As long as nobody chose an agent or sets, they are the first that there are. */
type Chosen = Omit<LaunchState, "agent" | "evalSets" | "variants"> & {
  readonly variants: readonly Variant[] | undefined;
  readonly agent: string | undefined;
  readonly evalSets: readonly string[] | undefined;
};

function withDefaults(
  chosen: Chosen,
  { agentName, setIds }: RunScope,
  sets: Reply<"GET /sets"> | undefined,
): LaunchState {
  const { sets: all = [], agents = [] } = sets ?? {};
  const ofIds = setIds && all.filter((set) => setIds.includes(set.evalSetId));
  const paths = chosen.evalSets ?? ofIds?.map(({ path }) => path);
  const ofSet = all.find(({ path }) => path === paths?.[0])?.agent;
  const named = agents.find((folder) => folder.slice(folder.lastIndexOf("/") + 1) === agentName);
  const agent = chosen.agent ?? named ?? ofSet ?? agents[0] ?? "";
  const variants = chosen.variants ?? [{ agent }];
  return { ...chosen, agent, variants, evalSets: paths ?? setsOf(agent, sets) };
}

function firstMode({ cases, failed, tag }: RunScope): LaunchState["mode"] {
  if (cases !== undefined) return "selected";
  if (tag !== undefined) return "tag";
  return failed === undefined ? "all" : "failed";
}
