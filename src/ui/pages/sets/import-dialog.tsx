import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ClipboardEvent, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { useToast } from "../../components/toasts.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { useUndo } from "../../lib/use-undo.ts";
import { AgentField } from "./agent-field.tsx";
import { ImportPreview } from "./import-preview.tsx";

type Sets = Reply<"GET /sets">;

interface ImportDialogProps extends Pick<Sets, "agents" | "sets"> {
  /** The set that gets the cases, where it is known already. */
  readonly into?: string | undefined;
  readonly onClose: () => void;
}

interface Chosen {
  readonly fileName: string;
  readonly text: string;
}

/** Cases of a file that the browser reads: first what was understood of it, then the writing. */
export function ImportDialog({ agents, sets, into: given, onClose }: ImportDialogProps) {
  const [chosen, setChosen] = useState<Chosen>();
  const [into, setInto] = useState(given ?? "");
  const [agent, setAgent] = useState(agents[0] ?? ".");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const undo = useUndo();
  const ask = (file: Chosen, target: string) =>
    call("POST /sets/import", { body: { ...file, ...(target !== "" && { into: target }) } });
  const preview = useMutation({
    mutationFn: ({ file, target }: { file: Chosen; target: string }) => ask(file, target),
  });
  const found = preview.data;
  const write = useMutation({
    mutationFn: (file: Chosen) =>
      call("POST /sets/import", {
        body: {
          ...file,
          write: true,
          ...(into === "" ? { create: { agent, id: found?.evalSetId ?? "imported" } } : { into }),
        },
      }),
    onSuccess: async ({ written }) => {
      if (written === undefined) return;
      await Promise.all(
        ["sets", "set"].map((key) => queries.invalidateQueries({ queryKey: [key] })),
      );
      toast({
        words: `Imported ${written.count === 1 ? "1 case" : `${written.count} cases`}.`,
        undo: () => undo.mutate(written.undo),
      });
      onClose();
      await navigate({ to: "/sets/$set", params: { set: written.id } });
    },
  });
  function take(next: Chosen): void {
    setChosen(next);
    preview.mutate({ file: next, target: into });
  }
  async function choose(file: File | undefined): Promise<void> {
    if (file !== undefined) take({ fileName: file.name, text: await file.text() });
  }
  /** What is pasted outside of a field is a file, or its text. */
  function paste({ clipboardData }: ClipboardEvent<HTMLFormElement>): void {
    const [file] = clipboardData.files;
    const text = clipboardData.getData("text/plain");
    if (file !== undefined) void choose(file);
    else if (text.trim() !== "") take({ fileName: pastedName(text), text });
  }
  const fresh = found?.cases.filter(({ isTaken }) => !isTaken).length ?? 0;
  return (
    <Dialog
      title="Import cases"
      lead="From .evalset.json, .test.json, JSON lines, CSV or an OTLP trace: choose a file, drop it here, or paste its text. Nothing is written before you have seen what was understood."
      className="import"
      onClose={onClose}
    >
      <form
        className="form"
        onPaste={paste}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void choose(event.dataTransfer.files[0]);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen !== undefined && fresh > 0) write.mutate(chosen);
        }}
      >
        <label className="formrow">
          <span className="label">File</span>
          <input
            type="file"
            data-first-focus=""
            accept=".json,.jsonl,.ndjson,.csv,.tsv,application/json,text/csv"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        </label>
        <label className="formrow">
          <span className="label">Into</span>
          <span className="sel">
            <select
              value={into}
              onChange={({ target }) => {
                setInto(target.value);
                if (chosen !== undefined) preview.mutate({ file: chosen, target: target.value });
              }}
            >
              <option value="">a new set</option>
              {sets.map((set) => (
                <option key={set.id} value={set.id}>
                  {set.path}
                </option>
              ))}
            </select>
          </span>
        </label>
        {into === "" && <AgentField agents={agents} value={agent} onChange={setAgent} />}
        {found !== undefined && <ImportPreview found={found} />}
        <Refusal error={preview.error ?? write.error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={fresh === 0 || write.isPending}>
            {fresh === 0 ? "Import" : `Import ${fresh === 1 ? "1 case" : `${fresh} cases`}`}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A text has no name that says what it is, so its beginning has to: one JSON value, many of them, or a table. */
function pastedName(text: string): string {
  if (!/^\s*[[{]/.test(text)) return "pasted.csv";
  try {
    JSON.parse(text);
    return "pasted.json";
  } catch {
    const [first = ""] = text.trimStart().split("\n", 1);
    return /^\{.*\}\s*$/.test(first) ? "pasted.jsonl" : "pasted.json";
  }
}
