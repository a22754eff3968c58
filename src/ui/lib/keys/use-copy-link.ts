import { useEffect } from "react";

/** Ctrl C or ⌘C with nothing selected copies the address of the link that has the focus, or else of the page as it stands. */
export function useCopyLink(onCopied: (words: string) => void): void {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => {
      const { activeElement } = document;
      if (event.defaultPrevented || isTyping(activeElement)) return;
      if (document.getSelection()?.isCollapsed === false) return;
      const link = activeElement?.closest<HTMLAnchorElement>("a[href]");
      event.clipboardData?.setData("text/plain", link?.href ?? location.href);
      event.preventDefault();
      onCopied(link === null || link === undefined ? "Link to this page copied." : "Link copied.");
    };
    document.addEventListener("copy", copy);
    return () => document.removeEventListener("copy", copy);
  }, [onCopied]);
}

function isTyping(element: Element | null): boolean {
  return element?.matches("input, textarea, select, [contenteditable=true]") === true;
}
