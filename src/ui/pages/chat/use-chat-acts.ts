import { useSearch } from "@tanstack/react-router";
import { useLack } from "../../lib/use-me.ts";
import { readChatSearch } from "./chat-search.ts";
import type { ChatView } from "./use-chat.ts";

/** What is done with a chat, by its address, and what may be. */
export function useChatActs({ chat, live }: ChatView) {
  const { capture, other } = readChatSearch(useSearch({ strict: false }));
  const canWrite = useLack("editor") === undefined;
  const canSpeak = useLack("runner") === undefined;
  const isCapturing = capture === true && canWrite && chat !== undefined;
  const isSplit = other !== undefined && !isCapturing;
  return {
    isCapturing,
    isSplit,
    canCapture: canWrite && (chat?.history.length ?? 0) > 0 && live === undefined,
    canSplit: canSpeak && !isSplit && live === undefined,
  };
}
