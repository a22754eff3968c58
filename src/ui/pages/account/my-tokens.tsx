import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TokenRole } from "../../../core/team/role.ts";
import { Refusal } from "../../components/refusal.tsx";
import { call } from "../../lib/api.ts";
import { Moment } from "./moment.tsx";
import { NewTokenDialog } from "./new-token-dialog.tsx";

interface MyTokensProps {
  readonly longestDays: number;
  readonly role: TokenRole;
}

/** What somebody's programs sign in with. */
export function MyTokens({ longestDays, role }: MyTokensProps) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["my-tokens"],
    queryFn: ({ signal }) => call("GET /me/tokens", { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ["my-tokens"] });
  const end = useMutation({
    mutationFn: (token: string) => call("DELETE /me/tokens/:token", { params: { token } }),
    onSettled: refresh,
  });
  return (
    <section className="pane" aria-labelledby="tokens">
      <div className="row panehead">
        <h2 id="tokens">Tokens for programs</h2>
        <div className="btns push">
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            New token…
          </button>
        </div>
      </div>
      <Refusal error={error ?? end.error} />
      {data?.tokens.length === 0 && (
        <p className="muted panewords">
          None yet. CI, scripts and agents that send traces bring one, and may no more than you do.
        </p>
      )}
      {data !== undefined && data.tokens.length > 0 && (
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">May</th>
              <th scope="col">Until</th>
              <th scope="col">Last used</th>
              <th scope="col">
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.tokens.map(({ id, name, role: most, endsAt, seenAt }) => (
              <tr key={id}>
                <th scope="row" className="clip" title={id}>
                  {name}
                </th>
                <td>{most === "sender" ? "send traces" : most}</td>
                <td>
                  <Moment at={endsAt} />
                </td>
                <td>
                  <Moment at={seenAt} />
                </td>
                <td className="num">
                  <button
                    type="button"
                    className="btn s"
                    aria-label={`End ${name}`}
                    disabled={end.isPending}
                    onClick={() => end.mutate(id)}
                  >
                    End
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && (
        <NewTokenDialog
          {...{ longestDays, role }}
          onClose={() => {
            setOpen(false);
            void refresh();
          }}
        />
      )}
    </section>
  );
}
