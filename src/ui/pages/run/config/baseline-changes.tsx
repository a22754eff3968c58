import { Link } from "@tanstack/react-router";
import type { Baseline } from "../use-run.ts";

/** Words of a comparison that a reader of one run knows by other names. */
function toldOf(text: string, name: string): string {
  return text
    .replace(/\bin A and\b/g, `in ${name} and`)
    .replace(/\bin A\b/g, `in ${name}`)
    .replace(/\bA ran\b/g, `${name} ran`)
    .replace(/^A \(\S+\)/, name)
    .replace(/^B \(\S+\)/, "This run")
    .replace(/\bin A,/g, `in ${name},`)
    .replace(/\bB (\d|once)/g, "this one $1")
    .replace(/\bin B\b/g, "here");
}

/** What is not the same as in the run that this one is held against. */
export function BaselineChanges({ baseline }: { readonly baseline: Baseline | undefined }) {
  if (baseline === undefined) return null;
  if (baseline.runId === undefined) {
    return (
      <section className="sect full">
        <h2>Against a baseline</h2>
        <p className="muted">{baseline.why}</p>
      </section>
    );
  }
  const { name, shortId, runId, text, comparison } = baseline;
  const { warnings } = comparison;
  const called = name ?? shortId;
  return (
    <section className="sect full">
      <h2>
        What is not as in{" "}
        <Link to="/runs/$run" params={{ run: runId }} className="mono">
          {called}
        </Link>
      </h2>
      <p className="small muted">Held against {text}.</p>
      {warnings.length === 0 && (
        <p>Nothing that is known: the same agent, cases, metrics and settings.</p>
      )}
      <ul className="plainlist">
        {warnings.map((warning) => (
          <li key={warning.text}>{toldOf(warning.text, called)}</li>
        ))}
      </ul>
    </section>
  );
}
