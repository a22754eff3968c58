import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plural } from "../../../core/text/plural.ts";
import { Problem } from "../../components/problem.tsx";
import { call } from "../../lib/api.ts";
import { AccountTabs } from "./account-tabs.tsx";
import { NewPersonDialog } from "./new-person-dialog.tsx";
import { PersonRow } from "./person-row.tsx";

/** Who may come in, for admins. */
export function PeoplePage() {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["people"],
    queryFn: ({ signal }) => call("GET /people", { signal }),
    refetchInterval: 15_000,
  });
  return (
    <main className="main team-main">
      <header className="pagehead">
        <div className="row">
          <h1>Users</h1>
          <div className="btns push">
            {data !== undefined && (
              <button type="button" className="btn primary" onClick={() => setOpen(true)}>
                Add user…
              </button>
            )}
          </div>
        </div>
        {data !== undefined && (
          <p className="lead">
            {plural(data.people.length, "user")}, in <code>{data.file}</code>
            {data.provider !== null && ` and of ${data.provider}`}.
          </p>
        )}
      </header>
      <AccountTabs />
      {error !== null && <Problem error={error} />}
      {data !== undefined && (
        <div className="pane">
          <table className="tbl">
            <thead>
              <tr>
                <th scope="col">User</th>
                <th scope="col">Role</th>
                <th scope="col" className="wide">
                  Known by
                </th>
                <th scope="col" className="num">
                  Sessions
                </th>
                <th scope="col" className="num">
                  Tokens
                </th>
                <th scope="col" className="wide">
                  Last seen
                </th>
                <th scope="col">
                  <span className="sr">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.people.map((person) => (
                <PersonRow key={person.user} person={person} provider={data.provider} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isOpen && <NewPersonDialog onClose={() => setOpen(false)} />}
    </main>
  );
}
