import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ChatTurn } from "../../../core/chats/chat.ts";
import { Glyph } from "../../components/glyph.tsx";
import { Icon } from "../../components/icon.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { call } from "../../lib/api.ts";
import type { TurnView } from "../trace/trace-types.ts";
import { promptMarks } from "./asking-calls.ts";
import { shownSteps, turnFacts } from "./chat-words.ts";
import { PromptMarkLine } from "./prompt-mark-line.tsx";
import { StepList } from "./step-list.tsx";
import { keepFirstWords } from "./use-first-words.ts";

interface TurnProps {
  readonly agent: string;
  readonly chatId: string;
  readonly turn: ChatTurn;
  /** Its spans, once they are read. */
  readonly spans?: TurnView | undefined;
}

/** A turn that is over: who asked, what was done, what was answered. */
export function ChatTurnView({ agent, chatId, turn, spans }: TurnProps) {
  const marks = promptMarks(turn, spans);
  const [edited, setEdited] = useState<string>();
  const shown = shownSteps(turn.steps).filter(
    // the answer stands below
    (step) => step.type !== "text" || step.thought || step.text !== turn.answer,
  );
  return (
    <section className="turn">
      <div className="bar">
        <h2>Turn {turn.turn + 1}</h2>
        <span className="small muted clip">{turnFacts(turn)}</span>
        <Allowed needs="runner" isSilent>
          <span className="btns push">
            <button type="button" className="btn s ghost" onClick={() => setEdited(turn.user)}>
              Edit and resend
            </button>
            <Fork agent={agent} chatId={chatId} turn={turn.turn} />
          </span>
        </Allowed>
      </div>
      <div className="msg">
        <Icon name="user" />
        {edited === undefined ? (
          <p>{turn.user}</p>
        ) : (
          <Resend
            agent={agent}
            chatId={chatId}
            turn={turn.turn}
            text={edited}
            onChange={setEdited}
          />
        )}
      </div>
      {turn.restarted === true && (
        <p className="note warn">
          The agent was started anew and knew nothing of the turns before.
        </p>
      )}
      <StepList turn={turn.turn} steps={shown} marks={marks.ofSteps} />
      <PromptMarkLine turn={turn.turn} mark={marks.ofAnswer} />
      {turn.problem !== undefined && (
        <p className="note warn" role="alert">
          <Glyph state="errored" /> {turn.problem}
        </p>
      )}
      {turn.answer !== undefined && (
        <div className="msg">
          <Icon name="agents" />
          <p>{turn.answer}</p>
        </div>
      )}
      {turn.output !== undefined && (
        <details className="said">
          <summary className="small muted">What the agent printed</summary>
          <pre className="printed">{turn.output}</pre>
        </details>
      )}
    </section>
  );
}

type At = Omit<TurnProps, "turn" | "spans"> & { readonly turn: number };

/** A new chat that begins with the turns through this one. */
function Fork({ agent, chatId, turn }: At) {
  const fork = useFork(agent);
  return (
    <button
      type="button"
      className="btn s ghost"
      title={fork.error?.message ?? "A new chat that begins with the turns through this one"}
      onClick={() => fork.mutate({ chatId, turn, through: true })}
    >
      {fork.error === null ? "Fork from here" : "Not forked"}
    </button>
  );
}

interface ResendProps extends At {
  readonly text: string;
  onChange(text: string | undefined): void;
}

/** The same turn in other words, in a new chat: what was said once stays on record. */
function Resend({ agent, chatId, turn, text, onChange }: ResendProps) {
  const fork = useFork(agent);
  return (
    <form
      className="resend"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") fork.mutate({ chatId, turn, through: false, text });
      }}
    >
      <textarea
        aria-label={`Turn ${turn + 1} in other words`}
        value={text}
        rows={3}
        // biome-ignore lint/a11y/noAutofocus: it was asked for
        autoFocus
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="btns">
        <button
          type="submit"
          className="btn s primary"
          disabled={fork.isPending || text.trim() === ""}
        >
          Send in a new chat
        </button>
        <button type="button" className="btn s ghost" onClick={() => onChange(undefined)}>
          Leave it
        </button>
      </div>
      {fork.error !== null && <p className="small t-fail">{fork.error.message}</p>}
    </form>
  );
}

interface Forked {
  readonly chatId: string;
  readonly turn: number;
  readonly through: boolean;
  /** What is said first in the new chat. */
  readonly text?: string;
}

function useFork(agent: string) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ chatId, turn, through, text }: Forked) => {
      const body = { turn, through };
      const forked = await call("POST /chats/:chat/fork", { params: { chat: chatId }, body });
      if (text !== undefined) keepFirstWords(forked.chatId, text);
      await queries.invalidateQueries({ queryKey: ["chats"] });
      await navigate({ to: "/agents/$agent/chat/$chat", params: { agent, chat: forked.chatId } });
    },
  });
}
