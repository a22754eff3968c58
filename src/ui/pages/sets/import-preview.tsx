import { Glyph } from "../../components/glyph.tsx";
import type { Reply } from "../../lib/api.ts";

const MOST = 200;

/** What a file was understood to be, case by case, and what was not understood of it. */
export function ImportPreview({ found }: { readonly found: Reply<"POST /sets/import"> }) {
  const { cases, problems, warnings } = found;
  return (
    <section aria-label="What was understood" aria-live="polite" className="understood">
      <h2>{sentence(found)}</h2>
      {[...problems, ...warnings].slice(0, MOST).map(({ message, hint, place }, at) => (
        <p
          // remarks have no other name than their place
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is its name
          key={at}
          className="row top"
        >
          <Glyph state={at < problems.length ? "errored" : "skipped"} isSilent />
          <span>
            {place?.line !== undefined && <code>line {place.line}</code>} {message}{" "}
            <span className="muted">{hint}</span>
          </span>
        </p>
      ))}
      <ul>
        {cases.slice(0, MOST).map(({ evalId, first, turns, tools, isTaken }) => (
          <li key={evalId} className={isTaken ? "off" : undefined}>
            <code className="clip">{evalId}</code>
            <span className="clip muted">{first === "" ? "" : `“${first}”`}</span>
            <span className="small faint">
              {isTaken
                ? "is there already, stays out"
                : `${turns === 1 ? "1 turn" : `${turns} turns`}, ${tools.length === 1 ? "1 call" : `${tools.length} calls`}`}
            </span>
          </li>
        ))}
      </ul>
      {cases.length > MOST && <p className="faint">And {cases.length - MOST} more.</p>}
    </section>
  );
}

function sentence({ cases, problems }: Reply<"POST /sets/import">): string {
  const count = cases.length === 0 ? "No case was" : `${cases.length} cases were`;
  const understood = `${cases.length === 1 ? "1 case was" : count} understood`;
  if (problems.length === 0)
    return `${understood}${cases.length === 0 ? "" : ", all of the file"}.`;
  return `${understood}; ${problems.length === 1 ? "1 thing was not" : `${problems.length} things were not`}.`;
}
