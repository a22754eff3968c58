import { useNavigate, useSearch } from "@tanstack/react-router";
import { metricName } from "../../../../core/text/metric-name.ts";
import { CopyButton } from "../../../components/copy-button.tsx";
import { KeptMenu } from "../../../components/kept/kept-menu.tsx";
import { type KeptPreset, useChoices } from "../../../components/kept/use-choices.ts";
import { casesText } from "../../../lib/amounts.ts";
import { percentText } from "../../../lib/words.ts";
import type { Columns, Run } from "../use-run.ts";
import { triedIn } from "./tried.ts";

interface WhatIfNoteProps {
  readonly run: Run;
  readonly columns: Columns;
  readonly whatIf: NonNullable<Columns["whatIf"]>;
}

/** Says that the colours are not what was measured against, and what they would come to. */
export function WhatIfNote({ run, columns, whatIf }: WhatIfNoteProps) {
  const { whatif } = useSearch({ from: "/runs/$run" });
  const navigate = useNavigate({ from: "/runs/$run" });
  const { keep } = useChoices();
  const tried = Object.entries(triedIn(whatif));
  const changes = tried.map(([name, threshold]) => {
    const column = columns.metrics.find((each) => each.name === name);
    const sign = column?.direction === "lower" ? "≤" : "≥";
    return `${metricName(name)} ${sign} ${threshold} instead of ${column?.threshold ?? "none"}`;
  });
  const { passed, failed, changedCells, changedCases } = whatIf;
  const evaluated = passed + failed;
  const rate = evaluated === 0 ? "" : `, ${percentText(passed / evaluated)}`;
  const flags = tried.map(([name, threshold]) => `--criterion=${name}=${threshold}`).join(" ");
  const words = run.about.command ?? [
    "assay",
    "eval",
    run.about.agent.path ?? run.about.agent.name,
  ];
  return (
    <p className="note" role="status">
      <span>
        <strong>What-if, not saved:</strong> {changes.join("; ")}. {changedCells}{" "}
        {changedCells === 1 ? "cell changes" : "cells change"} (marked at the corner),{" "}
        {changedCases === 0 ? "no case" : casesText(changedCases)} with{" "}
        {changedCases === 1 ? "it" : "them"}.{" "}
        <strong>
          Would pass {passed} of {evaluated}
        </strong>
        {rate}; {run.totals.passed} of {run.totals.passed + run.totals.failed} did.
      </span>
      <span className="btns push">
        <KeptMenu
          noun="preset"
          names={[]}
          onChoose={() => {}}
          onRemove={() => {}}
          onSave={(name) =>
            keep({ kind: "preset", name, value: presetWith(triedIn(whatif), run.about) })
          }
        />
        <CopyButton text={`${words.join(" ")} ${flags}`}>Copy as command</CopyButton>
        <button
          type="button"
          className="btn s ghost"
          onClick={() =>
            navigate({ search: (now) => ({ ...now, whatif: undefined }), replace: true })
          }
        >
          Reset
        </button>
      </span>
    </p>
  );
}

/** A run like this one, measured by the thresholds that were tried. */
function presetWith(
  tried: Readonly<Record<string, number>>,
  { trials, concurrency }: Run["about"],
): KeptPreset {
  const metrics = Object.entries(tried).map(([name, threshold]) => [
    name,
    { isOn: true, threshold },
  ]);
  return { trials, concurrency, gates: "", baseline: "", metrics: Object.fromEntries(metrics) };
}
