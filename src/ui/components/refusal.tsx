import { ApiProblem } from "../lib/api.ts";
import { Glyph } from "./glyph.tsx";

/** Why something was not done, below what asked for it. */
export function Refusal({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  const isOurs = error instanceof ApiProblem;
  return (
    <p className="refusal" role="alert">
      <Glyph state="errored" isSilent />
      <span>
        {isOurs ? error.message : "The server does not answer."}{" "}
        {isOurs && error.hint !== undefined && <span className="muted">{error.hint}</span>}
      </span>
    </p>
  );
}
