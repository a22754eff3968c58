import { type ReactNode, useState } from "react";

/** Copies a text, and says that it did. */
export function CopyButton({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ReactNode;
}) {
  const [isCopied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  }
  return (
    <button type="button" className="btn" title={text} onClick={() => void copy()}>
      {isCopied ? "Copied" : children}
    </button>
  );
}
