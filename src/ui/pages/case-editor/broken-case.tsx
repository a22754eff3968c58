import { useState } from "react";
import { Refusal } from "../../components/refusal.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import type { Reply } from "../../lib/api.ts";
import { JsonTab } from "./json-tab.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { useDryScore } from "./use-dry-score.ts";
import { type Address, useSave } from "./use-save.ts";

interface BrokenCaseProps {
  readonly detail: Reply<"GET /sets/:set/cases/:case">;
  readonly address: Address;
}

/** A case that cannot be read: its JSON can be mended here. */
export function BrokenCase({ detail, address }: BrokenCaseProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? detail.text;
  const { error, data, isBehind } = useDryScore({ ...address, tag: detail.tag }, text);
  const save = useSave(address, () => setTyped(undefined));
  const canSave = typed !== undefined && error === null && data !== undefined && !isBehind;
  return (
    <main className="main broken-main">
      <header className="pagehead">
        <div className="row">
          <h1>{detail.evalId}</h1>
          <div className="btns push">
            <Allowed needs="editor">
              <button
                type="button"
                className="btn primary"
                disabled={!canSave || save.isPending}
                onClick={() =>
                  save.mutate({ text: JSON.stringify(data?.case, null, 2), tag: detail.tag })
                }
              >
                Save case
              </button>
            </Allowed>
          </div>
        </div>
        <p className="lead">
          <strong>This case cannot be read.</strong> Mend its JSON below; the other cases of{" "}
          <code>{detail.set.path}</code> stay as they are.
        </p>
        <Refusal error={save.error} />
      </header>
      <JsonTab text={text} problem={error} onChange={setTyped} />
      <LeaveGuard isOn={typed !== undefined && !save.isPending} />
    </main>
  );
}
