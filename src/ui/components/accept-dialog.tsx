import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call, type Reply } from "../lib/api.ts";
import { useUndo } from "../lib/use-undo.ts";
import { AcceptedChange } from "./accepted-change.tsx";
import { Dialog } from "./dialog.tsx";
import { Refusal } from "./refusal.tsx";
import { useToast } from "./toasts.tsx";

interface AcceptDialogProps {
  readonly run: string;
  /** The eval set's own id, as the run has it. */
  readonly set: string;
  readonly evalId: string;
  /** From 0. */
  readonly trial: number;
  /** From 0; the whole conversation unless given. */
  readonly turn?: number | undefined;
  /** A step of the turn by its place in the diff, from 0, or its answer; the whole turn unless given. */
  readonly step?: number | "answer" | undefined;
  readonly onClose: () => void;
}

type Accepted = Reply<"POST /runs/:run/cases/:case/accept">;

/** What the agent did becomes what is expected of it, once somebody has looked at the difference. */
export function AcceptDialog({ onClose, ...asked }: AcceptDialogProps) {
  const { run, set, evalId, trial, turn, step } = asked;
  const queries = useQueryClient();
  const toast = useToast();
  const undo = useUndo();
  const params = { run, case: evalId };
  const body = {
    set,
    trial,
    ...(turn !== undefined && { turn }),
    ...(step !== undefined && { step }),
  };
  const { data, error } = useQuery({
    queryKey: ["accept", run, evalId, body],
    queryFn: ({ signal }) => call("POST /runs/:run/cases/:case/accept", { params, body, signal }),
    staleTime: 0,
    retry: false,
  });
  const write = useMutation({
    mutationFn: ({ tag }: Pick<Accepted, "tag">) =>
      call("POST /runs/:run/cases/:case/accept", { params, body: { ...body, write: true, tag } }),
    onSuccess: async ({ written }) => {
      if (written !== undefined) {
        toast({
          words: `Accepted as expected: ${evalId}.`,
          undo: () => undo.mutate(written.undo),
        });
      }
      onClose();
      await Promise.all(
        ["sets", "set", "case"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
    },
  });
  const isSame = data !== undefined && data.changes.length === 0;
  return (
    <Dialog
      title={`Accept ${wordsFor(turn, step)} as expected`}
      lead={
        <>
          What the agent did becomes the reference of <code>{evalId}</code>
          {data !== undefined && (
            <>
              {" "}
              in <code>{data.path}</code>
            </>
          )}
          . Only right behaviour should.
        </>
      }
      className="accept"
      onClose={onClose}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (data !== undefined && !isSame) write.mutate(data);
        }}
      >
        {data === undefined && error === null && <div className="skeleton" aria-busy="true" />}
        {data?.changes.map((change) => (
          <AcceptedChange key={`${change.turn}`} change={change} />
        ))}
        {isSame && <p>The reference says this already. There is nothing to write.</p>}
        <Refusal error={error ?? write.error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="btn primary"
            disabled={data === undefined || isSame || write.isPending}
          >
            Accept as expected
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function wordsFor(turn: number | undefined, step: number | "answer" | undefined): string {
  if (turn === undefined) return "what was done";
  if (step === "answer") return `the answer of turn ${turn + 1}`;
  return step === undefined ? `turn ${turn + 1}` : `step ${step + 1} of turn ${turn + 1}`;
}
