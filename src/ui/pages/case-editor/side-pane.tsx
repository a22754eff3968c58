import type { Reply } from "../../lib/api.ts";
import { Editable } from "./editable.tsx";
import { type CaseJson, plainText, withSettings } from "./edits/case-json.ts";
import { addTurn } from "./edits/edit-turns.ts";
import { NameList } from "./name-list.tsx";
import { StateField } from "./state-field.tsx";
import type { Draft } from "./use-draft.ts";
import { UserChoice } from "./user-choice.tsx";

interface SidePaneProps {
  readonly draft: Draft;
  readonly detail: Reply<"GET /sets/:set/cases/:case">;
  readonly dry: Reply<"POST /sets/:set/cases/:case/dry-score"> | undefined;
  readonly turn: number;
  readonly onTurn: (turn: number) => void;
}

/** The turns, and what holds for the whole case. */
export function SidePane({ draft, detail, dry, turn, onTurn }: SidePaneProps) {
  const { value, change } = draft;
  const metrics = [
    ...(dry?.metrics ?? []).map(({ name }) => name),
    ...(dry?.leftOut ?? []).map(({ name }) => name),
  ];
  return (
    <aside className="pane" aria-label="Case">
      {value.conversation !== undefined && <Turns draft={draft} turn={turn} onTurn={onTurn} />}
      <Editable>
        <section className="sect">
          <h2>User</h2>
          <UserChoice draft={draft} />
        </section>
        <StateField
          title="Initial state"
          value={value.session_input?.state}
          placeholder={'{"channel": "chat"}'}
          onChange={(state) => change(withState(value, detail, state))}
        />
        <StateField
          title="Expected state at the end"
          value={value.final_session_state}
          placeholder="Not looked at"
          onChange={(state) => change({ ...value, final_session_state: state } as CaseJson)}
        />
        <section className="sect">
          <h2>Tags</h2>
          <NameList
            noun="tag"
            names={value.assay?.tags ?? []}
            known={detail.tags}
            onChange={(tags) => change(withSettings(value, { tags }))}
          />
        </section>
        <section className="sect">
          <h2>Quarantine</h2>
          <input
            className="val"
            aria-label="Why the case is in quarantine"
            value={value.assay?.quarantine ?? ""}
            placeholder="Why it is left out of runs"
            onChange={({ target }) =>
              change(withSettings(value, { quarantine: target.value || undefined }))
            }
          />
          {value.assay?.quarantine !== undefined && (
            <button
              type="button"
              className="btn s"
              onClick={() => change(withSettings(value, { quarantine: undefined }))}
            >
              Release
            </button>
          )}
        </section>
        <section className="sect">
          <h2>Metrics left out</h2>
          <NameList
            noun="metric"
            names={value.assay?.skip ?? []}
            known={metrics}
            onChange={(skip) => change(withSettings(value, { skip }))}
          />
        </section>
      </Editable>
    </aside>
  );
}

function Turns({ draft, turn, onTurn }: Pick<SidePaneProps, "draft" | "turn" | "onTurn">) {
  const { value, saved, change } = draft;
  const turns = value.conversation ?? [];
  return (
    <section className="sect flush">
      <h2>
        Turns
        <span className="push row">
          <kbd className="kbd">[</kbd>
          <kbd className="kbd">]</kbd>
        </span>
      </h2>
      <ol className="turnpick">
        {turns.map((each, at) => {
          const before = saved.conversation?.[at];
          const isEdited = JSON.stringify(before) !== JSON.stringify(each);
          const calls = each.intermediate_data?.tool_uses?.length ?? 0;
          return (
            // turns have no other name than their place
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is its name
            <li key={at}>
              <button
                type="button"
                aria-current={at === turn ? "true" : undefined}
                onClick={() => onTurn(at)}
              >
                <span className="faint">{at + 1}</span>
                <span className="clip">
                  {plainText(each.user_content) || "Nothing is said yet"}
                </span>
                <span className="small faint" title={`${calls} expected calls`}>
                  {isEdited ? <span className="dot" role="img" aria-label="edited" /> : calls}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <div className="inset">
        <Editable>
          <button
            type="button"
            className="btn s"
            onClick={() => {
              change(addTurn(value));
              onTurn(turns.length);
            }}
          >
            Add turn
          </button>
        </Editable>
      </div>
    </section>
  );
}

/** ADK wants an app and a user beside a state. */
function withState(
  value: CaseJson,
  { set }: Reply<"GET /sets/:set/cases/:case">,
  state: Readonly<Record<string, unknown>> | undefined,
): CaseJson {
  const { session_input: before, ...rest } = value;
  const { state: _, ...others } = before ?? {
    app_name: set.agent?.split("/").at(-1) ?? "app",
    user_id: "user",
  };
  if (state === undefined && before === undefined) return value;
  const session = { ...others, ...(state !== undefined && { state }) };
  return { ...rest, session_input: session } as unknown as CaseJson;
}
