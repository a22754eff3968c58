import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { useToast } from "../../components/toasts.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useUndo } from "../../lib/use-undo.ts";

interface NewCaseDialogProps {
  readonly set: Reply<"GET /sets/:set">;
  readonly onClose: () => void;
}

/** A case with an id and what the user says first; the editor does the rest. */
export function NewCaseDialog({ set, onClose }: NewCaseDialogProps) {
  const [evalId, setEvalId] = useState("");
  const [said, setSaid] = useState("");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const undo = useUndo();
  const isTaken = set.cases.some((each) => each.evalId === evalId.trim());
  const add = useMutation({
    mutationFn: () =>
      call("POST /sets/:set/cases", {
        params: { set: set.id },
        body: {
          case: {
            eval_id: evalId.trim(),
            conversation: [{ user_content: { parts: [{ text: said }], role: "user" } }],
          },
        },
      }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ["set", set.id] });
      toast({ words: `Added ${made.evalId}.`, undo: () => undo.mutate(made.undo) });
      await navigate({
        to: "/sets/$set/cases/$evalId",
        params: { set: set.id, evalId: made.evalId },
      });
    },
  });
  return (
    <Dialog title="Add a case" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isTaken) add.mutate();
        }}
      >
        <label className="formrow">
          <span className="label">Id</span>
          <input
            className="val"
            data-first-focus=""
            required
            pattern=".*\S.*"
            maxLength={200}
            placeholder="refund_an_order"
            value={evalId}
            onChange={({ target }) => setEvalId(target.value)}
          />
        </label>
        {isTaken && (
          <p className="small t-fail" role="alert">
            The set has a case of this id. Choose another one.
          </p>
        )}
        <label className="formrow">
          <span className="label">The user says</span>
          <textarea
            className="val"
            required
            rows={3}
            value={said}
            onChange={({ target }) => setSaid(target.value)}
          />
        </label>
        <Refusal error={add.error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={isTaken || add.isPending}>
            Add case
          </button>
        </div>
      </form>
    </Dialog>
  );
}
