import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Problem } from "../../components/problem.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { useMe } from "../../lib/use-me.ts";
import { signOut } from "../sign-in/ways.ts";
import { AccountTabs } from "./account-tabs.tsx";
import { MySessions } from "./my-sessions.tsx";
import { MyTokens } from "./my-tokens.tsx";

const may: Readonly<Record<string, string>> = {
  viewer: "You see everything, and start and change nothing.",
  runner: "You start runs and talk with agents.",
  editor: "You start runs, and write eval sets and labels.",
  admin: "You may do everything, and say who else may.",
};

/** Who is signed in, by what, and the way out. */
export function AccountPage() {
  const { data: me, error } = useMe();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: async () => {
      await navigate({ to: "/sign-in" });
      queries.clear();
    },
  });
  if (error !== null) {
    return (
      <main className="main">
        <Problem error={error} />
      </main>
    );
  }
  if (me === undefined) return <main className="main" aria-busy="true" />;
  if (me.user === null) {
    return (
      <main className="main">
        <header className="pagehead">
          <h1>Account</h1>
          <p className="lead">
            This server is for whoever sits at its machine. One for several people is started with
            --auth users.json.
          </p>
        </header>
      </main>
    );
  }
  return (
    <main className="main team-main">
      <header className="pagehead">
        <div className="row">
          <h1>{me.label}</h1>
          <span className="chip">{me.role}</span>
          <div className="btns push">
            <button
              type="button"
              className="btn"
              disabled={leave.isPending}
              onClick={() => leave.mutate()}
            >
              Sign out
            </button>
          </div>
        </div>
        <p className="lead">{may[me.role]}</p>
        <Refusal error={leave.error} />
      </header>
      <AccountTabs />
      <MyTokens longestDays={me.longestDays} role={me.role} />
      <MySessions />
    </main>
  );
}
