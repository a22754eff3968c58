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
      <pre>
        <CommandWords command={command} />
      </pre>
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

/** An option is never broken after one of its hyphens. */
export function CommandWords({ command }: { readonly command: string }) {
  return command.split(/((?<= )--[\w-]+(?= |$))/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name than their place
      <span key={at} className="option">
        {part}
      </span>
    ),
  );
}
