import { type KeyboardEvent, useState } from "react";
import { Allowed } from "../../components/who/allowed.tsx";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { StateButton } from "./state-editor.tsx";
import type { ChatView } from "./use-chat.ts";

interface ComposerProps {
  readonly agent: string;
  readonly view: ChatView;
  readonly isBusy: boolean;
  onSend(text: string): void;
}

/** What is said next. Enter sends, Shift and Enter begins a new line, Esc stops the agent. */
export function Composer({ agent, view: { chat, live, stop }, isBusy, onSend }: ComposerProps) {
  const [text, setText] = useState("");
  const lack = useLack("runner");
  const isAtWork = live !== undefined;
  useKeys([
    { keys: "/", does: "Write a message", run: () => document.getElementById(FIELD)?.focus() },
  ]);
  function send(): void {
    if (lack !== undefined || isAtWork || isBusy || text.trim() === "") return;
    onSend(text);
    setText("");
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === "Escape" && isAtWork && lack === undefined) void stop();
    // an input method uses Enter to choose a word
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }
  return (
    <form
      className="compose"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        id={FIELD}
        aria-label={`Message to ${agent}`}
        disabled={lack !== undefined}
        placeholder={lack ?? (isAtWork ? "It waits until this answer ends." : `Message ${agent}`)}
        value={text}
        rows={Math.min(8, text.split("\n").length)}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row">
        {chat !== undefined && (
          <Allowed needs="runner" isSilent>
            <StateButton chat={chat} isAtWork={isAtWork} />
          </Allowed>
        )}
        <span className="btns push">
          {isAtWork ? (
            <button
              type="button"
              className="btn"
              disabled={lack !== undefined}
              title={lack}
              onClick={() => void stop()}
            >
              Stop <span className="kbd">Esc</span>
            </button>
          ) : (
            <button
              type="submit"
              className="btn primary"
              disabled={lack !== undefined || isBusy || text.trim() === ""}
            >
              Send <span className="kbd">Enter</span>
            </button>
          )}
        </span>
      </div>
    </form>
  );
}

const FIELD = "message";
