import { type RubricJson, without } from "./edits/case-json.ts";
import { withTurn } from "./edits/edit-turns.ts";
import type { Draft } from "./use-draft.ts";

interface RubricsFormProps {
  readonly draft: Draft;
  /** Undefined for a case that is played: it has those of the whole case alone. */
  readonly turn?: number | undefined;
}

/** Properties that a judge is asked about, in this turn or in every one. */
export function RubricsForm({ draft, turn }: RubricsFormProps) {
  const { value, change } = draft;
  const each = turn === undefined ? undefined : value.conversation?.[turn];
  const ofCase = value.rubrics ?? [];
  const setCase = (rubrics: readonly RubricJson[]) =>
    change(rubrics.length === 0 ? without(value, "rubrics") : { ...value, rubrics });
  const setTurn = (rubrics: readonly RubricJson[]) => {
    if (turn === undefined || each === undefined) return;
    change(
      withTurn(value, turn, rubrics.length === 0 ? without(each, "rubrics") : { ...each, rubrics }),
    );
  };
  return (
    <div className="part">
      <div className="row">
        <h3>Rubrics</h3>
        {each !== undefined && (
          <button
            type="button"
            className="btn s"
            onClick={() => setTurn([...(each.rubrics ?? []), newRubric(each.rubrics ?? [])])}
          >
            Add to this turn
          </button>
        )}
        <button
          type="button"
          className="btn s"
          onClick={() => setCase([...ofCase, newRubric(ofCase)])}
        >
          Add to the case
        </button>
      </div>
      <Rubrics rubrics={each?.rubrics ?? []} where="this turn" onChange={setTurn} />
      <Rubrics rubrics={ofCase} where="whole case" onChange={setCase} />
    </div>
  );
}

interface RubricsProps {
  readonly rubrics: readonly RubricJson[];
  readonly where: string;
  readonly onChange: (rubrics: readonly RubricJson[]) => void;
}

function Rubrics({ rubrics, where, onChange }: RubricsProps) {
  return (
    <ul>
      {rubrics.map((rubric, at) => (
        // an id may be typed anew, so the place is its name
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is its name
        <li className="rub" key={at}>
          <input
            className="val"
            aria-label={`Rubric ${at + 1}, ${where}`}
            placeholder="Does not ask for an account."
            value={rubric.rubric_content.text_property}
            onChange={({ target }) =>
              onChange(
                rubrics.with(at, {
                  ...rubric,
                  rubric_content: { ...rubric.rubric_content, text_property: target.value },
                }),
              )
            }
          />
          <span className="small muted">{where}</span>
          <button
            type="button"
            className="btn s ghost square"
            aria-label={`Remove rubric ${at + 1}, ${where}`}
            title="Remove"
            onClick={() => onChange(rubrics.toSpliced(at, 1))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

function newRubric(taken: readonly RubricJson[]): RubricJson {
  let count = taken.length + 1;
  while (taken.some(({ rubric_id }) => rubric_id === `rubric_${count}`)) count += 1;
  return { rubric_id: `rubric_${count}`, rubric_content: { text_property: "" } };
}
