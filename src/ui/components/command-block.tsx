import { useState } from "react";
import { Icon } from "./icon.tsx";

/** A command, whole, with a button that copies it. */
export function CommandBlock({ command }: { readonly command: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(command);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  }
  return (
    <div className="cmd">
      <pre>{command}</pre>
      <button
        type="button"
        className="btn s ghost square"
        aria-label={isCopied ? "Copied" : "Copy"}
        title={isCopied ? "Copied" : "Copy"}
        onClick={() => void copy()}
      >
        <Icon name={isCopied ? "check" : "copy"} />
      </button>
    </div>
  );
}
