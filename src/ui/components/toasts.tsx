import { createContext, type ReactNode, useContext, useEffect, useState } from "react";

/** What was done, in a sentence, and the way back. */
export interface Toast {
  readonly words: string;
  readonly undo?: (() => void) | undefined;
}

/** Long enough to read it and to find the button. */
const SHOWN_MS = 10_000;

const ToastContext = createContext<(toast: Toast) => void>(() => {});

/**
 * Says what was done, with a way to undo it.
 * @example const toast = useToast(); toast({ words: "Case deleted.", undo: () => restore.mutate() });
 */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

/** One toast at a time: the newest is what somebody just did. */
export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  useEffect(() => {
    if (toast === undefined) return;
    const timer = setTimeout(() => setToast(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  const close = () => setToast(undefined);
  return (
    <ToastContext value={setToast}>
      {children}
      <div role="status">
        {toast !== undefined && (
          <div className="toast">
            <span>{toast.words}</span>
            {toast.undo !== undefined && (
              <button
                type="button"
                className="btn s"
                onClick={() => {
                  toast.undo?.();
                  close();
                }}
              >
                Undo
              </button>
            )}
            <button type="button" className="btn s ghost" onClick={close}>
              Close
            </button>
          </div>
        )}
      </div>
    </ToastContext>
  );
}
