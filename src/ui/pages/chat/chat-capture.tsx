import { useNavigate } from "@tanstack/react-router";
import { CaptureSheet } from "../../components/capture/capture-sheet.tsx";
import type { ChatView } from "./use-chat.ts";

interface ChatCaptureProps {
  readonly agent: string;
  readonly view: ChatView;
}

/** A case of what was said so far. */
export function ChatCapture({ agent, view: { chat } }: ChatCaptureProps) {
  const navigate = useNavigate();
  if (chat === undefined) return null;
  return (
    <CaptureSheet
      agent={agent}
      name={chat.title ?? "captured"}
      turns={chat.history.map(({ invocation }) => invocation)}
      state={chat.firstState}
      onClose={() =>
        void navigate({ to: ".", search: (before) => ({ ...before, capture: undefined }) })
      }
    />
  );
}
