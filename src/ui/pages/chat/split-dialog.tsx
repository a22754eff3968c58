import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../components/dialog.tsx";
import { call } from "../../lib/api.ts";
import type { ChatView } from "./use-chat.ts";

interface SplitDialogProps {
  readonly agent: string;
  readonly chat: ChatView["chat"];
  readonly onClose: () => void;
}

/** What is put beside this chat: the same messages go to both from then on. */
export function SplitDialog({ agent, chat, onClose }: SplitDialogProps) {
  const [other, setOther] = useState(agent);
  const [model, setModel] = useState("");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const agents = useQuery({
    queryKey: ["agents"],
    queryFn: ({ signal }) => call("GET /agents", { signal }),
  });
  const turns = chat?.history.length ?? 0;
  const isSame = other === agent;
  const begin = useMutation({
    mutationFn: async () => {
      const agentModel = model.trim() === "" ? {} : { agentModel: model.trim() };
      const own = chat?.chatId ?? (await call("POST /chats", { body: { agent } })).chatId;
      const begun =
        isSame && turns > 0
          ? await call("POST /chats/:chat/fork", {
              params: { chat: own },
              body: { turn: turns - 1, ...agentModel },
            })
          : await call("POST /chats", { body: { agent: other, ...agentModel } });
      await queries.invalidateQueries({ queryKey: ["chats"] });
      await navigate({
        to: "/agents/$agent/chat/$chat",
        params: { agent, chat: own },
        search: { other: begun.chatId },
      });
    },
    onSuccess: onClose,
  });
  function submit(event: FormEvent): void {
    event.preventDefault();
    begin.mutate();
  }
  return (
    <Dialog
      title="Put another beside it"
      lead="From then on, what you say goes to both."
      className="small-dialog"
      onClose={onClose}
    >
      <form className="sect" onSubmit={submit}>
        <div className="set">
          <label htmlFor="split-agent">Agent</label>
          <span className="sel mono">
            <select
              id="split-agent"
              data-first-focus
              value={other}
              onChange={({ target }) => setOther(target.value)}
            >
              {[agent, ...(agents.data?.agents ?? []).map(({ path }) => path)]
                .filter((each, at, all) => all.indexOf(each) === at)
                .map((each) => (
                  <option key={each} value={each}>
                    {each === "." ? "this folder" : each}
                  </option>
                ))}
            </select>
          </span>
        </div>
        <div className="set">
          <label htmlFor="split-model">Model</label>
          <input
            id="split-model"
            className="val wide-val mono"
            placeholder="its own"
            value={model}
            onChange={({ target }) => setModel(target.value)}
          />
        </div>
        <p className="small muted">
          {turns === 0
            ? "Both begin with nothing said."
            : isSame
              ? `It begins with the ${turns === 1 ? "turn" : `${turns} turns`} so far.`
              : "Another agent has heard nothing of what was said so far."}
        </p>
        {begin.error !== null && (
          <p className="t-fail" role="alert">
            {begin.error.message}
          </p>
        )}
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={begin.isPending}>
            Split
          </button>
        </div>
      </form>
    </Dialog>
  );
}
