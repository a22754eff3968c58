import { lazy, Suspense, useState } from "react";
import { useKeys } from "../../lib/keys/use-keys.ts";
import type { RunScope } from "./launch-state.ts";

const RunDialog = lazy(async () => {
  const { RunDialog: component } = await import("./run-dialog.tsx");
  return { default: component };
});

interface NewRunProps {
  readonly scope?: RunScope;
  readonly words?: string;
  /** The key that does the same. */
  readonly keys?: string;
}

/** Opens the run dialog. Its code comes when it is opened. */
export function NewRun({ scope = {}, words = "New run…", keys = "r" }: NewRunProps) {
  const [isOpen, setOpen] = useState(false);
  useKeys([{ keys, does: words.replace("…", ""), run: () => setOpen(true) }]);
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        {words}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <RunDialog scope={scope} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
