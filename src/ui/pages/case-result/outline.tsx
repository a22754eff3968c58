import { Link } from "@tanstack/react-router";
import type { CaseResult } from "../../../core/run.ts";
import { Glyph } from "../../components/glyph.tsx";
import type { ShownTurn } from "./turns.ts";

interface OutlineProps {
  readonly run: string;
  readonly result: CaseResult;
  readonly turns: readonly ShownTurn[];
  readonly at: number;
  readonly trials: number;
}

/** Where you are in the conversation, and in its trials. */
export function Outline({ run, result, turns, at, trials }: OutlineProps) {
  const { evalId, evalSetId: set, trial } = result;
  const to = "/runs/$run/cases/$evalId";
  const params = { run, evalId };
  return (
    <nav className="pane side" aria-label="Trials and turns">
      {trials > 1 && (
        <section className="sect">
          <h2>Trials</h2>
          <div className="repeats">
            {Array.from({ length: trials }, (_, place) => (
              <Link
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is the trial's name
                key={place}
                to={to}
                params={params}
                search={{ set, trial: place + 1 }}
                aria-current={place === trial ? "true" : undefined}
              >
                {place + 1}
              </Link>
            ))}
          </div>
        </section>
      )}
      <section className="sect turnlist flush">
        <h2>Turns</h2>
        <ul>
          {turns.map((turn, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the turn's name
            <li key={place}>
              <Link
                to={to}
                params={params}
                search={{ set, trial: trial + 1, turn: place + 1 }}
                aria-current={place === at ? "true" : undefined}
              >
                <Glyph state={turn.state} />
                <span className="clip">
                  {place + 1} “{turn.user}”
                </span>
                <span className="small faint">{turn.calls.length}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </nav>
  );
}
