import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/api.ts";
import { useUndo } from "../../lib/use-undo.ts";
import { useToast } from "../toasts.tsx";
import { QuarantineDialog } from "./quarantine-dialog.tsx";

interface QuarantineCaseProps {
  /** Undefined where its set is no file of this workspace. */
  readonly set: string | undefined;
  readonly evalId: string;
}

/** Puts a case into quarantine where somebody sees it fail; its set is changed, and the run stays as it is. */
export function QuarantineCase({ set, evalId }: QuarantineCaseProps) {
  const [isAsking, setAsking] = useState(false);
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const change = useMutation({
    mutationFn: (reason: string) =>
      call("POST /sets/:set/cases/change", {
        params: { set: set ?? "" },
        body: { action: "quarantine", cases: [evalId], reason },
      }),
    onSuccess: (made) => {
      setAsking(false);
      toast({ words: `Quarantined ${evalId}.`, undo: () => undo.mutate(made.undo) });
    },
    onSettled: () =>
      Promise.all(
        ["sets", "set", "case"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      ),
  });
  if (set === undefined) return null;
  return (
    <>
      <button type="button" className="btn ghost" onClick={() => setAsking(true)}>
        Quarantine…
      </button>
      {isAsking && (
        <QuarantineDialog
          words={evalId}
          error={change.error}
          onQuarantine={(reason) => change.mutate(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
