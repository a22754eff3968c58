import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Icon } from "../../components/icon.tsx";
import { readTraceSearch } from "./trace-search.ts";

/** The field in which a span is looked for. */
export const FIND = "find-span";

interface ToolsProps {
  readonly hasPath: boolean;
  onPath(isOn: boolean): void;
}

/** What is looked for, and how the spans are put. */
export function WaterfallTools({ hasPath, onPath }: ToolsProps) {
  const { by, idle, find = "" } = readTraceSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return (
    <div className="bar">
      <label className="field grow">
        <Icon name="search" />
        <input
          id={FIND}
          aria-label="Find a span"
          placeholder="Find a span"
          value={find}
          onChange={({ target }) =>
            void navigate({
              to: ".",
              search: (before) => ({ ...before, find: target.value || undefined }),
              replace: true,
            })
          }
        />
      </label>
      <fieldset className="seg s">
        <legend className="sr">Layout</legend>
        <Link
          to="."
          search={(before) => ({ ...before, by: undefined })}
          replace
          aria-current={by === undefined}
        >
          Tree
        </Link>
        <Link
          to="."
          search={(before) => ({ ...before, by: "agent" })}
          replace
          aria-current={by === "agent"}
        >
          By agent
        </Link>
      </fieldset>
      <fieldset className="seg s">
        <legend className="sr">Show</legend>
        <button type="button" aria-pressed={hasPath} onClick={() => onPath(!hasPath)}>
          Critical path
        </button>
        <button
          type="button"
          aria-pressed={idle !== "full"}
          onClick={() =>
            void navigate({
              to: ".",
              search: (before) => ({ ...before, idle: idle === "full" ? undefined : "full" }),
              replace: true,
            })
          }
        >
          Shorten idle
        </button>
      </fieldset>
    </div>
  );
}

/** What the marks of the waterfall mean. */
export function Legend() {
  return (
    <p className="keys legend">
      {(["agent", "model", "tool", "malformed", "critical path", "idle, shortened"] as const).map(
        (word) => (
          <span key={word}>
            <b className={word.split(/[, ]/)[0]} />
            {word}
          </span>
        ),
      )}
    </p>
  );
}
