import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Allowed } from "../../components/who/allowed.tsx";
import { call } from "../../lib/api.ts";
import { ImportDialog } from "../sets/import-dialog.tsx";

/** Imports a file that somebody has, from the first page that they see. */
export function ChooseFile() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ["sets"],
    queryFn: ({ signal }) => call("GET /sets", { signal }),
  });
  return (
    <Allowed needs="editor">
      <button
        type="button"
        className="btn"
        disabled={data === undefined}
        onClick={() => setOpen(true)}
      >
        Choose a file…
      </button>
      {isOpen && data !== undefined && (
        <ImportDialog agents={data.agents} sets={data.sets} onClose={() => setOpen(false)} />
      )}
    </Allowed>
  );
}
