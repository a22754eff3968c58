import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CommandBlock } from "../../components/command-block.tsx";
import { Problem } from "../../components/problem.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { casesText } from "../../lib/amounts.ts";
import { call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { ListedSets } from "./listed-sets.tsx";
import { NewSetDialog } from "./new-set-dialog.tsx";

/** Every eval set of the folder of agents, also one that cannot be read. */
export function SetsPage() {
  const [open, setOpen] = useState<"new" | "import">();
  const { data, error } = useQuery({
    queryKey: ["sets"],
    queryFn: ({ signal }) => call("GET /sets", { signal }),
    // files change under our feet
    refetchInterval: 5_000,
  });
  const isOff = useLack("editor") !== undefined;
  useKeys([
    { keys: "c", does: "New eval set", run: () => setOpen("new"), isOff },
    { keys: "i", does: "Import cases", run: () => setOpen("import"), isOff },
  ]);
  const close = () => setOpen(undefined);
  return (
    <main className="main sets-main">
      <header className="pagehead">
        <div className="row">
          <h1>Eval sets</h1>
          <div className="btns push">
            <Allowed needs="editor">
              <button type="button" className="btn" onClick={() => setOpen("import")}>
                Import…
              </button>
              <button type="button" className="btn primary" onClick={() => setOpen("new")}>
                New set…
              </button>
            </Allowed>
          </div>
        </div>
        <p className="lead">{data === undefined ? " " : sentence(data.sets)}</p>
      </header>
      {error !== null && data === undefined && <Problem error={error} />}
      {error === null && data === undefined && <div className="skeleton" aria-busy="true" />}
      {data !== undefined && data.sets.length > 0 && <ListedSets sets={data.sets} />}
      {data?.sets.length === 0 && (
        <div className="empty">
          <p>
            No JSON file in this folder reads as an eval set. Make one here, import one, or have a
            first one written in a terminal:
          </p>
          <CommandBlock command="npx assay init" />
        </div>
      )}
      {open === "new" && data !== undefined && (
        <NewSetDialog agents={data.agents} sets={data.sets} onClose={close} />
      )}
      {open === "import" && data !== undefined && (
        <ImportDialog agents={data.agents} sets={data.sets} onClose={close} />
      )}
    </main>
  );
}

interface Counted {
  readonly cases: number;
  readonly problems: number;
}

function sentence(sets: readonly Counted[]): string {
  if (sets.length === 0) return "No eval sets yet.";
  const cases = sets.reduce((sum, set) => sum + set.cases, 0);
  const wrong = sets.filter(({ problems }) => problems > 0).length;
  const count = sets.length === 1 ? "One eval set" : `${sets.length} eval sets`;
  const size = `${count} with ${casesText(cases)}.`;
  if (wrong === 0) return size;
  return `${size} ${wrong === 1 ? "One has" : `${wrong} have`} mistakes that keep ${wrong === 1 ? "it" : "them"} from being run.`;
}
