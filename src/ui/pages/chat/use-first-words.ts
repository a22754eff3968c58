import { useEffect } from "react";

const KEY = "assay.first-words";

/** The chat is begun first, and has an address; then the first message is sent from there. */
export function keepFirstWords(chatId: string, text: string): void {
  sessionStorage.setItem(KEY, JSON.stringify([chatId, text]));
}

export function useFirstWords(
  chatId: string | undefined,
  isReady: boolean,
  send: (text: string) => Promise<void>,
): void {
  useEffect(() => {
    if (chatId === undefined || !isReady) return;
    const [id, text] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as readonly string[];
    if (id !== chatId || text === undefined) return;
    // once, whatever is drawn again
    sessionStorage.removeItem(KEY);
    void send(text);
  }, [chatId, isReady, send]);
}
