import { metricName } from "../../../core/text/metric-name.ts";
import { plural } from "../../../core/text/plural.ts";
import { amountText } from "../../lib/words.ts";
import { Glyph } from "../glyph.tsx";
import type { Scale } from "../plots/scale.ts";
import { GapNote } from "./gap-note.tsx";
import {
  isMeasured,
  type LaunchState,
  type MetricChoice,
  type PlannedMetric,
} from "./launch-state.ts";
import { ThresholdSlider } from "./threshold-slider.tsx";

interface MetricRowProps {
  readonly metric: PlannedMetric;
  readonly state: Pick<LaunchState, "metrics" | "samples" | "evalSets">;
  readonly onChange: (choice: MetricChoice) => void;
}

/** A metric: on or off, its threshold on its last scores, and what that would mean. */
export function MetricRow({ metric, state, onChange }: MetricRowProps) {
  const { name, about, problem, scores, direction, gap, threshold: saved } = metric;
  const label = nameOf(name);
  const choice = state.metrics[name] ?? {};
  if (problem !== undefined) {
    return (
      <li className="metric no">
        <Glyph state="not-evaluated" isSilent />
        <span className="nm" title={name}>
          {label}
          <small>cannot run</small>
        </span>
        <span>{problem}</span>
      </li>
    );
  }
  const threshold = choice.threshold ?? saved ?? 0;
  const passing = (at: number) =>
    scores.filter((score) => (direction === "lower" ? score <= at : score >= at)).length;
  const words =
    scores.length === 0 ? "no scores yet" : `would pass ${passing(threshold)} of ${scores.length}`;
  const isMoved = saved !== undefined && threshold !== saved;
  const sign = direction === "lower" ? "≤" : "≥";
  const isOn = isMeasured(metric, state);
  return (
    <li className={isOn ? "metric" : "metric off"}>
      <input
        type="checkbox"
        aria-label={`Use ${label}`}
        checked={isOn}
        onChange={({ target }) => onChange({ ...choice, isOn: target.checked })}
      />
      <span
        className="nm clip"
        title={[`${name}: ${about}`, promptWords(metric.judged?.promptVersion)]
          .filter(Boolean)
          .join(" ")}
      >
        {label}
        <small>{aboutOf(metric, state)}</small>
      </span>
      <ThresholdSlider
        label={label}
        scores={scores}
        scale={scaleOf(metric, threshold)}
        value={threshold}
        saved={saved}
        words={words}
        format={amountText}
        onChange={(next) => onChange({ ...choice, threshold: next })}
      />
      <label className="atfield">
        <span aria-hidden="true">{sign}</span>
        <input
          className="at"
          type="number"
          step="any"
          aria-label={`Threshold of ${label}`}
          value={threshold}
          onChange={({ target }) => {
            const next = target.valueAsNumber;
            if (!Number.isNaN(next)) onChange({ ...choice, threshold: next });
          }}
        />
      </label>
      <span className="meaning">
        {words}
        {isMoved && scores.length > 0 && (
          <small>
            {passing(saved)} at {amountText(saved)}, as saved
          </small>
        )}
        {gap !== undefined && <GapNote gap={gap} evalSets={state.evalSets} />}
      </span>
    </li>
  );
}

function aboutOf(
  { isMixed, judged, direction }: PlannedMetric,
  { samples = judged?.samples }: Pick<LaunchState, "samples">,
): string {
  if (isMixed) return "differs by set";
  if (judged === undefined) return directionWords[direction];
  const { promptVersion, rubrics } = judged;
  return [
    samples === undefined || judged.samples === undefined ? "judged" : `judged ${samples} ×`,
    // the room is for one of them; the other is said where somebody points
    ...(rubrics === undefined ? [promptWords(promptVersion)] : [plural(rubrics, "rubric")]),
  ]
    .filter(Boolean)
    .join(", ");
}

function promptWords(version: number | undefined): string {
  return version === undefined ? "" : `prompt v${version}`;
}

const directionWords = { higher: "higher is better", lower: "lower is better" };

/** As it begins a line. */
function nameOf(name: string): string {
  const plain = metricName(name);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

/** From the least to the greatest score that there can be; what has no end goes as far as its scores. */
function scaleOf({ min, max, scores }: PlannedMetric, threshold: number): Scale {
  if (max !== undefined) return [min, max];
  const most = scores.reduce((one, other) => Math.max(one, other), threshold);
  return [min, most <= min ? min + 1 : 1.1 * most];
}
