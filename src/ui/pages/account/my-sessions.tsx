import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Refusal } from "../../components/refusal.tsx";
import { call } from "../../lib/api.ts";
import { Moment } from "./moment.tsx";

/** Where somebody is signed in; any of it can be ended from here. */
export function MySessions() {
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ["my-sessions"],
    queryFn: ({ signal }) => call("GET /me/sessions", { signal }),
  });
  const end = useMutation({
    mutationFn: (session: string) => call("DELETE /me/sessions/:session", { params: { session } }),
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <section className="pane" aria-labelledby="sessions">
      <div className="row panehead">
        <h2 id="sessions">Signed in</h2>
      </div>
      <Refusal error={error ?? end.error} />
      <table className="tbl">
        <thead>
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">From</th>
            <th scope="col">Since</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.sessions.map(({ id, browser, address, createdAt, seenAt, isThis }) => (
            <tr key={id}>
              <th scope="row" className="clip" title={browser}>
                {familiar(browser)} {isThis && <span className="chip">this one</span>}
              </th>
              <td className="mono">{address}</td>
              <td>
                <Moment at={createdAt} />
              </td>
              <td>
                <Moment at={seenAt} />
              </td>
              <td className="num">
                {!isThis && (
                  <button
                    type="button"
                    className="btn s"
                    disabled={end.isPending}
                    onClick={() => end.mutate(id)}
                  >
                    End
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The browser's own name among all those that it goes by. */
function familiar(browser: string): string {
  const found = ["Edg", "OPR", "Firefox", "Chrome", "Safari"].find((name) =>
    browser.includes(name),
  );
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera" };
  return found === undefined ? browser || "unknown" : (names[found] ?? found);
}
