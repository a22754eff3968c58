import { type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  /** Beside the title, before the cross. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
  /** True: the title is only heard, and there is no cross. */
  readonly isBare?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog over the page, open for as long as it is drawn. The browser keeps the focus in it and closes it with Esc; where
 * the focus was it is again afterwards. What is marked `data-first-focus` has it first.
 */
export function Dialog(props: DialogProps) {
  const { title, lead, className = "", isBare, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const { current } = dialog;
    current?.showModal();
    current?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => {
      current?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // Esc is the browser's own way to close it; a press beside it is one more
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does it
    <dialog
      ref={dialog}
      className={`pop dialog ${className}`}
      aria-label={isBare === true ? title : undefined}
      aria-labelledby={isBare === true ? undefined : `${id}-title`}
      aria-describedby={lead === undefined ? undefined : `${id}-lead`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      {isBare !== true && <Head id={id} {...props} />}
      {children}
    </dialog>
  );
}

function Head({ id, title, lead, actions, onClose }: DialogProps & { readonly id: string }) {
  return (
    <header className="pagehead">
      <div className="row">
        <h1 id={`${id}-title`}>{title}</h1>
        <div className="btns push">
          {actions}
          <button
            type="button"
            className="btn s ghost square"
            aria-label="Close"
            title="Close, Esc"
            onClick={onClose}
          >
            <Icon name="close" />
          </button>
        </div>
      </div>
      {lead !== undefined && (
        <p className="lead" id={`${id}-lead`}>
          {lead}
        </p>
      )}
    </header>
  );
}
