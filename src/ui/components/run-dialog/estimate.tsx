import { dollarsText, numberText } from "../../lib/amounts.ts";
import { secondsText } from "../../lib/words.ts";
import type { Plan } from "./launch-state.ts";

interface EstimateProps {
  readonly plan: Plan | undefined;
  readonly budget: number | undefined;
  /** For how many agents or models. */
  readonly many: number;
}

/** What it may take, and by what that is known. */
export function Estimate({ plan, budget, many }: EstimateProps) {
  const { seconds, cost } = plan?.estimate ?? {};
  // what is being looked at may still come to be known
  const unknown = plan === undefined ? "" : <small>not known</small>;
  const isOver = cost !== undefined && budget !== undefined && cost > budget;
  return (
    <dl className="est">
      <div>
        <dt>Conversations</dt>
        <dd>{plan === undefined ? "" : numberText(many * plan.conversations)}</dd>
      </div>
      <div>
        <dt>{many > 1 ? "Time, each" : "Time"}</dt>
        <dd>{seconds === undefined ? unknown : `about ${secondsText(seconds)}`}</dd>
      </div>
      <div>
        <dt>{many > 1 ? "Cost, each" : "Cost"}</dt>
        <dd>
          {cost === undefined ? unknown : `about ${dollarsText(cost)}`}
          {isOver && <small className="t-warn">more than the ceiling, so it would stop</small>}
        </dd>
      </div>
    </dl>
  );
}
