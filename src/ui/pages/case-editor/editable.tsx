import type { ReactNode } from "react";
import { useLack } from "../../lib/use-me.ts";

/** Fields of a case. Who may not score an edit, either, is shown them as they are: nothing could come of a change. */
export function Editable({ children }: { readonly children: ReactNode }) {
  return (
    <fieldset className="editable" disabled={useLack("runner") !== undefined}>
      {children}
    </fieldset>
  );
}
