import { Link } from "@tanstack/react-router";
import type { Reply } from "../../lib/api.ts";

interface EditorTabsProps {
  readonly detail: Pick<Reply<"GET /sets/:set/cases/:case">, "set" | "lines">;
  /** True: what was typed as JSON cannot be shown as a form yet. */
  readonly isHeld: boolean;
  readonly onForm: () => void;
}

export function EditorTabs({ detail: { set, lines }, isHeld, onForm }: EditorTabsProps) {
  return (
    <nav className="tabs" aria-label="How it is edited">
      <div className="tablinks">
        <Link
          from="/sets/$set/cases/$evalId"
          search={(now) => ({ ...now, tab: undefined })}
          className="tab"
          activeOptions={{ exact: true, includeSearch: true }}
          disabled={isHeld}
          title={isHeld ? "The JSON has a mistake, or is still being read" : undefined}
          onClick={onForm}
        >
          Form
        </Link>
        <Link
          from="/sets/$set/cases/$evalId"
          search={(now) => ({ ...now, tab: "json" as const })}
          className="tab"
          activeOptions={{ exact: true, includeSearch: true }}
        >
          JSON
        </Link>
      </div>
      <span className="push small muted wide clip">
        <code>{set.path}</code>
        {lines !== undefined && ` lines ${lines.from} to ${lines.to}`}
      </span>
    </nav>
  );
}
