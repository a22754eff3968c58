import { Link } from "@tanstack/react-router";
import type { Reply } from "../../lib/api.ts";

interface EditorTabsProps {
  readonly tab: "json" | undefined;
  readonly detail: Pick<Reply<"GET /sets/:set/cases/:case">, "set" | "lines">;
  /** True: what was typed as JSON cannot be shown as a form yet. */
  readonly isHeld: boolean;
  readonly onForm: () => void;
}

export function EditorTabs({ tab, detail: { set, lines }, isHeld, onForm }: EditorTabsProps) {
  return (
    <nav className="tabs" aria-label="How it is edited">
      <div className="tablinks">
        <Link
          from="/sets/$set/cases/$evalId"
          search={(now) => ({ ...now, tab: undefined })}
          className="tab"
          activeProps={{}}
          aria-current={tab === undefined ? "page" : undefined}
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
          activeProps={{}}
          aria-current={tab === "json" ? "page" : undefined}
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
