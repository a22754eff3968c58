import { Glyph } from "../../components/glyph.tsx";
import { ApiProblem } from "../../lib/api.ts";
import { useLack } from "../../lib/use-me.ts";

interface JsonTabProps {
  readonly text: string;
  /** Why what is typed cannot be read. */
  readonly problem: unknown;
  readonly onChange: (text: string) => void;
}

/** The case as it is written, with line numbers; the form follows it, and it follows the form. */
export function JsonTab({ text, problem, onChange }: JsonTabProps) {
  const lack = useLack("runner");
  const lines = text.split("\n").length;
  const found =
    problem instanceof ApiProblem
      ? [{ message: problem.message, hint: problem.hint, place: problem.place }, ...problem.others]
      : [];
  const wrong = new Set(found.map(({ place }) => place?.line));
  return (
    <section className="pane jsonpane" aria-label="JSON">
      {found.length > 0 && (
        <ul className="problems" id="json-problems" aria-live="polite">
          {found.slice(0, 20).map(({ message, hint, place }) => (
            <li key={`${message} ${place?.line}:${place?.column}`}>
              <code>
                line {place?.line ?? 1}, column {place?.column ?? 1}
              </code>
              <span>
                {message} <span className="muted">{hint}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {problem !== null && found.length === 0 && (
        <p className="note warn">
          <Glyph state="errored" isSilent /> The server does not answer, so that nothing can be
          checked.
        </p>
      )}
      <div className="jsoned">
        <ol aria-hidden="true">
          {Array.from({ length: lines }, (_, at) => (
            // a line has no other name than its number
            // biome-ignore lint/suspicious/noArrayIndexKey: the number is its name
            <li key={at} className={wrong.has(at + 1) ? "wrong" : undefined}>
              {at + 1}
            </li>
          ))}
        </ol>
        <textarea
          aria-label="The case as JSON"
          aria-invalid={found.length > 0}
          aria-describedby={found.length > 0 ? "json-problems" : undefined}
          spellCheck={false}
          wrap="off"
          rows={lines}
          readOnly={lack !== undefined}
          value={text}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </section>
  );
}
