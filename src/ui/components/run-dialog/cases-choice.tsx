import { numberText } from "../../lib/amounts.ts";
import type { CasesMode, LaunchState, Plan, RunScope } from "./launch-state.ts";

interface CasesChoiceProps {
  readonly plan: Plan | undefined;
  readonly scope: RunScope;
  readonly state: Pick<LaunchState, "mode" | "tag">;
  readonly onChange: (choice: Pick<LaunchState, "mode" | "tag">) => void;
}

/** Which cases are meant. */
export function CasesChoice({ plan, scope, state, onChange }: CasesChoiceProps) {
  const { failed, all, tags = [] } = plan?.choices ?? {};
  const option = (mode: CasesMode, words: string, about?: string, isOff = false) => (
    <label className="opt">
      <input
        type="radio"
        name="cases"
        checked={state.mode === mode}
        disabled={isOff}
        onChange={() =>
          onChange({ mode, tag: mode === "tag" ? (state.tag ?? tags[0]?.tag) : undefined })
        }
      />
      <span>{words}</span>
      <span>{about}</span>
    </label>
  );
  const failedCount = failed?.cases ?? 0;
  return (
    <fieldset className="sect">
      <legend className="sr">Cases</legend>
      <h2>Cases</h2>
      {option("all", `All ${all === undefined ? "" : numberText(all)}`)}
      {scope.cases !== undefined &&
        option("selected", `Selected ${numberText(scope.cases.length)}`)}
      {scope.failed !== undefined
        ? option("failed", "What did not pass in that run", scope.failed)
        : option(
            "failed",
            failed === undefined
              ? "Failed last time"
              : `Failed last time ${numberText(failedCount)}`,
            whereFailed(plan),
            failedCount === 0,
          )}
      {option("changed", "Changed since they passed", "agent, case or config")}
      {tags.length > 0 && option("tag", "With a tag", `${tags.length} tags`)}
      {state.mode === "tag" && (
        <span className="sel tagsel">
          <select
            aria-label="Tag"
            value={state.tag}
            onChange={({ target }) => onChange({ mode: "tag", tag: target.value })}
          >
            {tags.map(({ tag, cases }) => (
              <option key={tag} value={tag}>
                {tag}, {cases}
              </option>
            ))}
          </select>
        </span>
      )}
    </fieldset>
  );
}

/** As long as nobody has looked, nothing is said of it. */
function whereFailed(plan: Plan | undefined): string {
  if (plan === undefined) return "";
  const { failed } = plan.choices;
  return failed === undefined ? "no run has ended" : `in ${failed.shortId}`;
}
