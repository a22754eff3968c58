import { type Connection, useConnection } from "../../lib/use-connection.ts";
import { Glyph } from "../glyph.tsx";

const words: Readonly<Record<Exclude<Connection, "connected">, string>> = {
  away: "The server does not answer. What you see is what was last known, and nothing can be started or changed. Start assay web again in the same folder: this page goes on by itself.",
  "not-let-in":
    "This browser has not been let in, or was let in too long ago. A link lets one browser in: press Enter in the terminal of assay web, and open the link that it prints.",
  "signed-out": "You are signed out. What you see is what was last known.",
};

/** Says that what is on screen may be old, for as long as it may be. */
export function ConnectionBanner() {
  const connection = useConnection();
  if (connection === "connected") return null;
  return (
    <div className="note warn" role="alert">
      <Glyph state="errored" isSilent />
      <span>{words[connection]}</span>
    </div>
  );
}
