/**
 * Does something while the page is looked at: not behind other tabs, and not once somebody has gone on to another
 * address, where a browser keeps the page for the way back. What holds a connection belongs here: a browser has six for
 * all tabs of a server, and a page that cannot have one waits for ever.
 */
export function whileLookedAt(begin: () => () => void): () => void {
  let end: (() => void) | undefined;
  const stop = () => {
    end?.();
    end = undefined;
  };
  const follow = () => {
    if (document.visibilityState === "visible") end ??= begin();
    else stop();
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("pagehide", stop);
  window.addEventListener("pageshow", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    window.removeEventListener("pagehide", stop);
    window.removeEventListener("pageshow", follow);
    stop();
  };
}
