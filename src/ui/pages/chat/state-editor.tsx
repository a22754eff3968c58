import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ChatDetail } from "../../../core/chats/chat.ts";
import { plural } from "../../../core/text/plural.ts";
import { Dialog } from "../../components/dialog.tsx";
import { call } from "../../lib/api.ts";

interface StateProps {
  readonly chat: ChatDetail;
  readonly isAtWork: boolean;
}

/** The session state that the next turn begins with. */
export function StateButton({ chat, isAtWork }: StateProps) {
  const [isOpen, setOpen] = useState(false);
  const keys = Object.keys(chat.state).length;
  return (
    <>
      <button type="button" className="btn s" disabled={isAtWork} onClick={() => setOpen(true)}>
        State <span className="strong">{keys === 0 ? "empty" : plural(keys, "key")}</span>
      </button>
      {isOpen && <StateDialog chat={chat} onClose={() => setOpen(false)} />}
    </>
  );
}

function StateDialog({ chat, onClose }: { readonly chat: ChatDetail; onClose(): void }) {
  const [text, setText] = useState(() => JSON.stringify(chat.state, null, 2));
  const queries = useQueryClient();
  const saving = useMutation({
    mutationFn: (state: Readonly<Record<string, unknown>>) =>
      call("PATCH /chats/:chat/state", { params: { chat: chat.chatId }, body: { state } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["chat", chat.chatId] });
      onClose();
    },
  });
  const read = readState(text);
  return (
    <Dialog title="Session state" lead="The next turn begins with it." onClose={onClose}>
      <div className="sect chatstate">
        <textarea
          className="code"
          aria-label="State as JSON"
          aria-invalid={typeof read === "string"}
          data-first-focus
          rows={14}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <p className="small t-fail" role="alert">
          {typeof read === "string" ? read : saving.error?.message}
        </p>
        <div className="btns">
          <button
            type="button"
            className="btn primary"
            disabled={typeof read === "string" || saving.isPending}
            onClick={() => typeof read !== "string" && saving.mutate(read)}
          >
            Save state
          </button>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** The state, or what is wrong with it. */
function readState(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
    return "The state is an object: { … }.";
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : ""}`;
  }
}
