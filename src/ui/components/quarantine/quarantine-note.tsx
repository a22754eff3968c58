import { quarantineText } from "../../../core/text/quarantine-text.ts";
import { Glyph } from "../glyph.tsx";

/** Which cases a run left out, and why; nothing where it left out none. */
export function QuarantineNote(props: Parameters<typeof quarantineText>[0]) {
  const text = quarantineText(props);
  if (text === "") return null;
  return (
    <p className="small muted">
      <Glyph state="skipped" isSilent /> {text}
    </p>
  );
}
