import { Range } from "../../components/range.tsx";
import { wordDiff } from "../../lib/word-diff.ts";
import { scoreText, timeText } from "../../lib/words.ts";
import type { ShownJudge } from "./shown-judge.ts";

type Version = ShownJudge["versions"][number];

/** How it was asked over time: versions of the prompt, and of each rubric, with how far people agreed. */
export function Versions({ versions }: Pick<ShownJudge, "versions">) {
  const hasRubrics = versions.some(({ rubricId }) => rubricId !== undefined);
  if (versions.length === 0) return null;
  const named = nameAll(versions);
  const changes = named.flatMap(({ version, name, before }) =>
    before?.rubric === undefined || version.rubric === undefined
      ? []
      : [{ name, before: before.rubric, after: version.rubric }],
  );
  return (
    <>
      <div className="sect">
        <h2>{hasRubrics ? "Rubric versions" : "Prompt versions"}</h2>
        <table className="ver">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col" colSpan={2}>
                Kappa, 0 to 1
              </th>
              <th scope="col" className="num">
                Labels
              </th>
            </tr>
          </thead>
          <tbody>
            {named.map(({ version, name }) => (
              <tr key={name}>
                <th scope="row" title={version.rubric}>
                  <strong>{name}</strong>{" "}
                  <span className="small muted">{timeText(version.since)}</span>
                </th>
                <td>
                  {version.kappa !== null && version.interval !== null && (
                    <Range
                      at={Math.max(0, version.kappa)}
                      interval={[
                        Math.max(0, version.interval[0]),
                        Math.max(0, version.interval[1]),
                      ]}
                    />
                  )}
                </td>
                <td>{version.kappa === null ? "" : scoreText(version.kappa)}</td>
                <td className="num">{version.labels}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {changes.map(({ name, before, after }) => (
        <div className="sect" key={name}>
          <h2>What changed in {name}</h2>
          <p className="words one both">
            <Changed before={before} after={after} />
          </p>
        </div>
      ))}
    </>
  );
}

interface NamedVersion {
  readonly version: Version;
  readonly name: string;
  /** The same rubric in other words, as it was before. */
  readonly before?: Version | undefined;
}

/** A prompt has its number; words of a rubric are counted by its id, from the oldest. */
function nameAll(versions: readonly Version[]): readonly NamedVersion[] {
  return versions.map((version) => {
    const { promptVersion, rubricId } = version;
    const prompt = promptVersion === undefined ? "unknown" : `v${promptVersion}`;
    if (rubricId === undefined) return { version, name: prompt };
    const own = versions.filter((each) => each.rubricId === rubricId);
    const at = own.length - own.indexOf(version);
    const before = own[own.indexOf(version) + 1];
    const name = own.length === 1 ? rubricId : `${rubricId} v${at}`;
    return { version, name, before: before?.rubric === version.rubric ? undefined : before };
  });
}

function Changed({ before, after }: { readonly before: string; readonly after: string }) {
  const pieces = wordDiff(before, after);
  if (pieces === undefined) return after;
  return pieces.map((piece, place) => {
    if (piece.kind === "same") return piece.actual;
    const Mark = piece.kind === "expected" ? "del" : "ins";
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
    return <Mark key={place}>{piece.expected || piece.actual}</Mark>;
  });
}
