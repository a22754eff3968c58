import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Role, roles } from "../../../core/team/role.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { call, type Reply } from "../../lib/api.ts";
import { Moment } from "./moment.tsx";

type Person = Reply<"GET /people">["people"][number];

interface PersonRowProps {
  readonly person: Person;
  readonly provider: string | null;
}

/** One user: another role, the end of what they are signed in by, or of themselves. */
export function PersonRow({ person, provider }: PersonRowProps) {
  const { user, label, origin, role, hasPassword, sessions, tokens, seenAt } = person;
  const [asked, setAsked] = useState<"end" | "remove">();
  const queries = useQueryClient();
  const params = { person: user };
  const onSettled = () => queries.invalidateQueries({ queryKey: ["people"] });
  const change = useMutation({
    mutationFn: (to: Role) => call("PATCH /people/:person", { params, body: { role: to } }),
    onSettled,
  });
  return (
    <tr>
      <th scope="row" className="clip" title={user}>
        {label}
      </th>
      <td>
        {origin === "oidc" ? (
          <>
            {role} <span className="small muted">by {provider ?? "a provider"}</span>
          </>
        ) : (
          <span className="sel">
            <select
              aria-label={`Role of ${label}`}
              value={role}
              disabled={change.isPending}
              onChange={({ target }) => change.mutate(target.value as Role)}
            >
              {roles.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </span>
        )}
        <Refusal error={change.error} />
      </td>
      <td className="wide">
        {origin === "oidc" ? (provider ?? "a provider") : hasPassword ? "password" : "tokens"}
      </td>
      <td className="num">{sessions}</td>
      <td className="num">{tokens}</td>
      <td className="wide">
        <Moment at={seenAt} />
      </td>
      <td>
        <div className="btns">
          {sessions + tokens > 0 && (
            <button type="button" className="btn s" onClick={() => setAsked("end")}>
              End access…
            </button>
          )}
          {origin === "file" && (
            <button type="button" className="btn s" onClick={() => setAsked("remove")}>
              Remove…
            </button>
          )}
        </div>
        {asked !== undefined && <Ask {...{ asked, person }} onClose={() => setAsked(undefined)} />}
      </td>
    </tr>
  );
}

interface AskProps {
  readonly asked: "end" | "remove";
  readonly person: Person;
  readonly onClose: () => void;
}

function Ask({ asked, person: { user, label, sessions, tokens }, onClose }: AskProps) {
  const queries = useQueryClient();
  const params = { person: user };
  const act = useMutation<unknown, Error>({
    mutationFn: () =>
      asked === "end"
        ? call("POST /people/:person/end", { params })
        : call("DELETE /people/:person", { params }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ["people"] });
    },
  });
  const what = `${sessions} sessions and ${tokens} tokens end at once`;
  const words = {
    end: { title: `End the access of ${label}?`, lead: `${what}. They can sign in again.` },
    remove: { title: `Remove ${label}?`, lead: `${what}, and they cannot sign in any more.` },
  }[asked];
  return (
    <Dialog {...words} onClose={onClose}>
      <div className="form">
        <Refusal error={act.error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" data-first-focus="" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn primary"
            disabled={act.isPending}
            onClick={() => act.mutate()}
          >
            {asked === "end" ? "End access" : "Remove"}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
