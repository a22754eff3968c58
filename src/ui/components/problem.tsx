import { ApiProblem } from "../lib/api.ts";

/** What went wrong, in words, and what to do: never a blank screen. */
export function Problem({ error }: { readonly error: unknown }) {
  const isAway = !(error instanceof ApiProblem);
  const message = isAway ? "The server does not answer." : error.message;
  const hint = isAway
    ? "It may have been ended. Start assay web again in the same folder, and this page goes on."
    : error.hint;
  return (
    <div className="empty" role="alert">
      <h1 className="lead">{message}</h1>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  );
}
