import { lazy, Suspense, useState } from "react";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import type { RunScope } from "./launch-state.ts";

const RunDialog = lazy(async () => {
  const { RunDialog: component } = await import("./run-dialog.tsx");
  return { default: component };
});

interface NewRunProps {
  readonly scope?: RunScope;
  readonly words?: string;
  /** The key that does the same, where there is one. */
  readonly keys?: string | undefined;
  readonly isPrimary?: boolean | undefined;
  /** Why nothing can be run; undefined where it can. */
  readonly lack?: string | undefined;
}

/** Opens the run dialog. Its code comes when it is opened. */
export function NewRun({
  scope = {},
  words = "New run…",
  keys,
  isPrimary,
  lack: given,
}: NewRunProps) {
  const lack = useLack("runner") ?? given;
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  useKeys(
    keys === undefined
      ? []
      : [{ keys, does: words.replace("…", ""), run: open, isOff: lack !== undefined }],
  );
  return (
    <>
      <button
        type="button"
        className={isPrimary === true ? "btn primary" : "btn"}
        disabled={lack !== undefined}
        title={lack}
        onClick={open}
      >
        {words}
        {keys !== undefined && (
          <span className="kbd" aria-hidden="true">
            {keys}
          </span>
        )}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <RunDialog scope={scope} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
