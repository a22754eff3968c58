import { useBlocker } from "@tanstack/react-router";
import { Dialog } from "../../components/dialog.tsx";

/** Asks before edits are lost. Another turn or tab of the same case loses none. */
export function LeaveGuard({ isOn }: { readonly isOn: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isOn && current.pathname !== next.pathname,
    enableBeforeUnload: () => isOn,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog
      title="Leave without saving?"
      lead="The edits of this case are not written yet."
      onClose={blocker.reset}
    >
      <div className="form">
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={blocker.proceed}>
            Leave, lose the edits
          </button>
          <button type="button" className="btn primary" data-first-focus="" onClick={blocker.reset}>
            Stay
          </button>
        </div>
      </div>
    </Dialog>
  );
}
