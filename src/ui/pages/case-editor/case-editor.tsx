import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { sameJson } from "../../../core/json/json-edit.ts";
import { Panes } from "../../components/panes/panes.tsx";
import type { Reply } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { ConflictNote } from "./conflict-note.tsx";
import { DryScorePane } from "./dry-score-pane.tsx";
import { Editable } from "./editable.tsx";
import { EditorHead } from "./editor-head.tsx";
import { EditorTabs } from "./editor-tabs.tsx";
import type { CaseJson } from "./edits/case-json.ts";
import { JsonTab } from "./json-tab.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { ScenarioForm } from "./scenario-form.tsx";
import { SidePane } from "./side-pane.tsx";
import { TurnForm } from "./turn-form.tsx";
import { type Draft, useDraft } from "./use-draft.ts";
import { useDryScore } from "./use-dry-score.ts";
import { type Address, useSave } from "./use-save.ts";

interface CaseEditorProps {
  readonly detail: Reply<"GET /sets/:set/cases/:case">;
  readonly address: Address;
  /** True: the file has no case of this name any more. */
  readonly isGone: boolean;
}

export function CaseEditor({ detail, address, isGone }: CaseEditorProps) {
  const kept = useDraft(detail);
  const { tab, turn: asked = 1 } = useSearch({ from: "/sets/$set/cases/$evalId" });
  const navigate = useNavigate({ from: "/sets/$set/cases/$evalId" });
  /** What is typed in the JSON tab, as long as it is not what the form has. */
  const [typed, setTyped] = useState<string>();
  const draft = followed(kept, () => setTyped(undefined));
  const formText = JSON.stringify(draft.value, null, 2);
  const text = typed ?? formText;
  const dry = useDryScore({ ...address, tag: detail.tag }, text);
  const save = useSave(address, draft.settle);
  const { data, error, of } = dry;
  const { change, value } = kept;
  useEffect(() => {
    // what was typed is the case as soon as it can be read
    if (typed === undefined || of !== typed || error !== null || data === undefined) return;
    if (dry.isPlaceholderData || sameJson(value, data.case)) return;
    change(data.case as CaseJson);
  }, [typed, of, error, data, dry.isPlaceholderData, change, value]);
  const isTyping = typed !== undefined && (dry.isBehind || error !== null);
  const isChanged = draft.isChanged || isTyping;
  const canSave = isChanged && !save.isPending && error === null && !isTyping;
  const turns = draft.value.conversation ?? [];
  const turn = Math.max(0, Math.min(asked, turns.length) - 1);
  const go = (to: number) =>
    void navigate({
      search: (now) => ({ ...now, turn: to === 0 ? undefined : to + 1 }),
      replace: true,
    });
  const doSave = () =>
    save.mutate({ text: formText, tag: draft.tag, base: draft.saved, isNew: isGone });
  useSaveKey(() => canSave && doSave());
  useKeys([
    { keys: "]", does: "Next turn", run: () => go(Math.min(turn + 1, turns.length - 1)) },
    { keys: "[", does: "Previous turn", run: () => go(Math.max(turn - 1, 0)) },
  ]);
  return (
    <main className="main editor-main">
      <EditorHead
        detail={detail}
        address={address}
        draft={draft}
        dry={data}
        isGone={isGone}
        error={save.error}
        canSave={canSave || (isGone && !save.isPending)}
        onSave={doSave}
        onChange={draft.change}
      />
      <ConflictNote draft={draft} isGone={isGone} onKeep={doSave} />
      <EditorTabs detail={detail} isHeld={isTyping} onForm={() => setTyped(undefined)} />
      <Panes name="editor" className="panes ed" left={232} right={336}>
        <SidePane draft={draft} detail={detail} dry={data} turn={turn} onTurn={go} />
        {tab === "json" ? (
          <JsonTab text={text} problem={error} onChange={setTyped} />
        ) : draft.value.conversation_scenario !== undefined ? (
          <section className="pane" aria-label="Scenario">
            <Editable>
              <ScenarioForm draft={draft} />
            </Editable>
          </section>
        ) : (
          <TurnForm draft={draft} detail={detail} dry={data} turn={turn} onTurn={go} />
        )}
        <DryScorePane dry={dry} isChanged={draft.isChanged} draft={draft} />
      </Panes>
      <LeaveGuard isOn={isChanged && !save.isPending} />
    </main>
  );
}

/** What the form changes, or takes back, is also what the JSON tab shows from then on. */
function followed(draft: Draft, onChange: () => void): Draft {
  const also = (act: () => void) => () => {
    onChange();
    act();
  };
  const { conflict } = draft;
  return {
    ...draft,
    change(next) {
      onChange();
      draft.change(next);
    },
    undo: also(draft.undo),
    discard: also(draft.discard),
    conflict: conflict && {
      ...conflict,
      takeTheirs: also(conflict.takeTheirs),
      takeBoth: conflict.takeBoth && also(conflict.takeBoth),
    },
  };
}

function useSaveKey(save: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      save();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}
