import type { Reply } from "../../lib/api.ts";
import { withSettings } from "./edits/case-json.ts";
import { NameList } from "./name-list.tsx";
import type { DryScore } from "./turn-form.tsx";
import type { Draft } from "./use-draft.ts";

interface OtherToolsProps {
  readonly draft: Draft;
  readonly detail: Reply<"GET /sets/:set/cases/:case">;
  readonly dry: DryScore | undefined;
  readonly turn: number;
}

/** Tools that may be called, and tools that must not be, in the whole case. */
export function OtherTools({ draft, detail, dry }: OtherToolsProps) {
  const { value, change } = draft;
  const called = (dry?.recorded ?? []).flatMap(({ turns }) =>
    turns.flatMap(({ calls }) => calls.map(({ name }) => name)),
  );
  const known = [...new Set([...detail.tools, ...called])];
  return (
    <div className="part two">
      <div>
        <span className="label">Optional tools, of the whole case</span>
        <NameList
          noun="optional tool"
          names={value.assay?.optional_tools ?? []}
          known={known}
          onChange={(names) => change(withSettings(value, { optional_tools: names }))}
        />
      </div>
      <div>
        <span className="label">Forbidden tools, of the whole case</span>
        <NameList
          noun="forbidden tool"
          names={value.assay?.forbidden_tools ?? []}
          known={known}
          onChange={(names) => change(withSettings(value, { forbidden_tools: names }))}
        />
      </div>
    </div>
  );
}
