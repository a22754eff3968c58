import { useId } from "react";
import type { Reply } from "../../lib/api.ts";
import { AddCall } from "./add-call.tsx";
import { Editable } from "./editable.tsx";
import { asContent, plainText, type TurnJson, without } from "./edits/case-json.ts";
import { type Step, stepsOf, withSteps } from "./edits/edit-steps.ts";
import { duplicateTurn, moveTurn, removeTurn, withTurn } from "./edits/edit-turns.ts";
import { OrderRule } from "./order-rule.tsx";
import { OtherTools } from "./other-tools.tsx";
import { RubricsForm } from "./rubrics-form.tsx";
import { StepForm } from "./step-form.tsx";
import type { Draft } from "./use-draft.ts";

export type DryScore = Reply<"POST /sets/:set/cases/:case/dry-score">;

interface TurnFormProps {
  readonly draft: Draft;
  readonly detail: Reply<"GET /sets/:set/cases/:case">;
  readonly dry: DryScore | undefined;
  readonly turn: number;
  readonly onTurn: (turn: number) => void;
}

/** One turn: what the user says, the calls that are expected, the reference. */
export function TurnForm({ draft, detail, dry, turn, onTurn }: TurnFormProps) {
  const { value, change } = draft;
  const turns = value.conversation ?? [];
  const each = turns[turn];
  if (each === undefined) {
    return (
      <section className="pane">
        <p className="empty">There is no turn yet. Add one on the left.</p>
      </section>
    );
  }
  const set = (next: TurnJson) => change(withTurn(value, turn, next));
  const steps = stepsOf(value, turn);
  return (
    <section className="pane" aria-label={`Turn ${turn + 1}`}>
      <Editable>
        <div className="bar">
          <h2>
            Turn {turn + 1} of {turns.length}
          </h2>
          <span className="small muted wide">{countText(steps)}</span>
          <div className="btns push nowrap">
            <button
              type="button"
              className="btn s ghost"
              disabled={turn === 0}
              onClick={() => {
                change(moveTurn(value, turn, turn - 1));
                onTurn(turn - 1);
              }}
            >
              Move up
            </button>
            <button
              type="button"
              className="btn s ghost"
              disabled={turn === turns.length - 1}
              onClick={() => {
                change(moveTurn(value, turn, turn + 1));
                onTurn(turn + 1);
              }}
            >
              Move down
            </button>
            <button
              type="button"
              className="btn s ghost"
              onClick={() => {
                change(duplicateTurn(value, turn));
                onTurn(turn + 1);
              }}
            >
              Duplicate
            </button>
            <button
              type="button"
              className="btn s ghost"
              disabled={turns.length === 1}
              onClick={() => {
                change(removeTurn(value, turn));
                onTurn(Math.max(0, turn - 1));
              }}
            >
              Remove
            </button>
          </div>
        </div>
        <Words
          label="The user says"
          text={plainText(each.user_content)}
          placeholder="What the user says in this turn"
          onChange={(text) =>
            set({ ...each, user_content: { ...each.user_content, parts: [{ text }] } })
          }
        />
        <Calls draft={draft} detail={detail} dry={dry} turn={turn} steps={steps} />
        <OtherTools draft={draft} detail={detail} dry={dry} turn={turn} />
        <Words
          label="Reference answer"
          text={each.final_response === undefined ? "" : plainText(each.final_response)}
          placeholder="None: the answer of this turn is not compared"
          onChange={(text) =>
            set(
              text === ""
                ? without(each, "final_response")
                : {
                    ...each,
                    final_response: {
                      ...(each.final_response ?? asContent("model", "")),
                      parts: [{ text }],
                    },
                  },
            )
          }
        />
        <RubricsForm draft={draft} turn={turn} />
      </Editable>
    </section>
  );
}

function countText(steps: readonly Step[] | undefined): string {
  if (steps === undefined) return "";
  if (steps.length === 0) return "no call is expected";
  return steps.length === 1 ? "1 expected call" : `${steps.length} expected calls`;
}

interface WordsProps {
  readonly label: string;
  /** Undefined where it holds more than words. */
  readonly text: string | undefined;
  readonly placeholder: string;
  readonly onChange: (text: string) => void;
}

function Words({ label, text, placeholder, onChange }: WordsProps) {
  const id = useId();
  return (
    <div className="part">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {text === undefined ? (
        <span id={id} className="muted">
          It has parts that are no text; edit them as JSON.
        </span>
      ) : (
        <textarea
          id={id}
          className="val"
          rows={1}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </div>
  );
}

interface CallsProps extends Omit<TurnFormProps, "onTurn"> {
  readonly steps: readonly Step[] | undefined;
}

function Calls({ draft, detail, dry, turn, steps }: CallsProps) {
  const { value, change } = draft;
  const setSteps = (next: readonly Step[]) => change(withSteps(value, turn, next));
  return (
    <>
      <div className="bar">
        <h3>Expected calls</h3>
        {steps !== undefined && (
          <AddCall
            tools={detail.tools}
            onAdd={(name) =>
              setSteps([
                ...steps,
                { call: { name, args: seenArgs(dry, turn, name) }, isNameOnly: false },
              ])
            }
          />
        )}
        <OrderRule draft={draft} />
      </div>
      {steps === undefined && (
        <p className="part muted">
          They are written as recorded events, which are edited as JSON. Calls and answers of them
          count as they stand.
        </p>
      )}
      <ol>
        {steps?.map((step, at) => (
          <StepForm
            // calls have no other name than their place
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is its name
            key={at}
            draft={draft}
            step={step}
            at={at}
            count={steps.length}
            seen={(dry?.recorded ?? []).map((each) => each.turns[turn]?.calls ?? [])}
            onChange={(next) => setSteps(steps.with(at, next))}
            onMove={(to) => setSteps(steps.toSpliced(at, 1).toSpliced(to, 0, step))}
            onRemove={() => setSteps(steps.toSpliced(at, 1))}
          />
        ))}
      </ol>
    </>
  );
}

/** A call that a recorded run made is a better beginning than an empty one. */
function seenArgs(dry: DryScore | undefined, turn: number, name: string) {
  for (const { turns } of dry?.recorded ?? []) {
    const found = turns[turn]?.calls.find((call) => call.name === name);
    if (found !== undefined) return found.args;
  }
  return {};
}
