import { Link, useMatches } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ApiProblem } from "../lib/api.ts";

/** In place of a whole screen: what went wrong, and the way back to where such screens are listed. */
export function PageProblem({ error, children }: PageProblemProps) {
  const match = useMatches().at(-1);
  const back = match?.staticData.crumbs?.(match.params).findLast(({ to }) => to !== undefined);
  return (
    <main className="main">
      <div>
        <Problem error={error} />
        {back?.to !== undefined && (
          <p className="problem-again">
            <Link to={back.to}>Back to {back.label}</Link>
          </p>
        )}
        {children}
      </div>
    </main>
  );
}

interface PageProblemProps {
  readonly error: unknown;
  readonly children?: ReactNode;
}

/** What went wrong, in words, and what to do: never a blank screen. */
export function Problem({ error }: { readonly error: unknown }) {
  const { message, hint } = wordsOf(error);
  return (
    <div className="empty" role="alert">
      <h1 className="lead">{message}</h1>
      {hint !== undefined && <p>{hint}</p>}
    </div>
  );
}

function wordsOf(error: unknown): { readonly message: string; readonly hint?: string | undefined } {
  if (error instanceof ApiProblem) return error;
  const text = error instanceof Error ? error.message : String(error);
  // what browsers say when a request, or a part of this page, did not come
  if (error instanceof TypeError && /fetch|import|load|network/i.test(text)) {
    return {
      message: "The server does not answer.",
      hint: "It may have been ended. Start assay web again in the same folder, and this page goes on.",
    };
  }
  return {
    message: `This screen broke: ${text}`,
    hint: "Load the page again. Your runs are safe.",
  };
}
