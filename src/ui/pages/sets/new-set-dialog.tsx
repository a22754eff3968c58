import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { useToast } from "../../components/toasts.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useUndo } from "../../lib/use-undo.ts";
import { AgentField } from "./agent-field.tsx";
import { slugOf } from "./slug.ts";

type Sets = Reply<"GET /sets">;

interface NewSetDialogProps extends Pick<Sets, "agents" | "sets"> {
  readonly onClose: () => void;
}

/** A set without cases, in the folder of its agent. Any name will do; the id that its file gets is shown. */
export function NewSetDialog({ agents, sets, onClose }: NewSetDialogProps) {
  const [agent, setAgent] = useState(agents[0] ?? ".");
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const undo = useUndo();
  const id = slugOf(name);
  const isTaken = sets.some((set) => set.path === pathOf(agent, id));
  const create = useMutation({
    mutationFn: () => call("POST /sets", { body: { agent, id, name, description } }),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ["sets"] });
      toast({ words: `Created ${name}.`, undo: () => undo.mutate(made.undo) });
      await navigate({ to: "/sets/$set", params: { set: made.id } });
    },
  });
  return (
    <Dialog title="New eval set" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (id !== "" && !isTaken) create.mutate();
        }}
      >
        <label className="formrow">
          <span className="label">Name</span>
          <input
            className="val"
            data-first-focus=""
            required
            maxLength={120}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <p className="small muted" aria-live="polite">
          {id === "" ? (
            "Its file is named after it."
          ) : (
            <>
              File <code>{pathOf(agent, id)}</code>
              {isTaken ? " exists already. Choose another name." : ""}
            </>
          )}
        </p>
        <AgentField agents={agents} value={agent} onChange={setAgent} />
        <label className="formrow">
          <span className="label">What it is for (may be left out)</span>
          <textarea
            className="val"
            rows={2}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        </label>
        <Refusal error={create.error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="btn primary"
            disabled={id === "" || isTaken || create.isPending}
          >
            Create set
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function pathOf(agent: string, id: string): string {
  return `${agent === "." ? "" : `${agent}/`}${id}.evalset.json`;
}
