import type { ReactNode } from "react";
import type { GateResult } from "../../../core/analysis/gate.ts";
import { Glyph, type State } from "../../components/glyph.tsx";

interface GateAnswersProps {
  readonly gates: readonly GateResult[];
  readonly children?: ReactNode;
}

/** How a run stands to each of its gates, and why. */
export function GateAnswers({ gates, children }: GateAnswersProps) {
  return (
    <ul className="gates" aria-label="Gates">
      {gates.map(({ gate, outcome, why }) => (
        <li key={gate}>
          <Glyph state={states[outcome]} isSilent />
          <code>{gate}</code> <strong>{words[outcome]}</strong>{" "}
          <span className="small muted">{why}</span>
        </li>
      ))}
      {children}
    </ul>
  );
}

const states: Readonly<Record<GateResult["outcome"], State>> = {
  met: "passed",
  "not-met": "failed",
  undecided: "not-evaluated",
};

const words: Readonly<Record<GateResult["outcome"], string>> = {
  met: "met",
  "not-met": "not met",
  undecided: "undecided",
};
