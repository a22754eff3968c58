import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Icon } from "../../components/icon.tsx";
import { Problem } from "../../components/problem.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { fetchWays, signIn } from "./ways.ts";

const problems = {
  provider: "The provider did not vouch for you, or the link was used already. Try again.",
  role: "The provider knows you, and nothing that it says gives you a role here. Ask an admin.",
} as const;

/** The way in to a server for several people. */
export function SignInPage() {
  const { to, problem } = useSearch({ from: "/sign-in" });
  const { data: ways, error } = useQuery({
    queryKey: ["ways"],
    queryFn: ({ signal }) => fetchWays(signal),
  });
  return (
    <main className="signin">
      <div className="pane">
        <p className="signin-mark">
          <Icon name="mark" /> Assay
        </p>
        <h1>Sign in</h1>
        {error !== null && <Problem error={error} />}
        {problem !== undefined && (
          <p className="note warn" role="alert">
            {problems[problem]}
          </p>
        )}
        {ways === null && (
          <p>
            Nobody signs in to this server: open the link that its terminal shows. Enter there shows
            a fresh one.
          </p>
        )}
        {ways?.password === true && <PasswordForm to={to ?? "/"} />}
        {ways?.provider != null && (
          <a className="btn signin-provider" href="/auth/oidc">
            Sign in with {ways.provider}
          </a>
        )}
      </div>
    </main>
  );
}

function PasswordForm({ to }: { readonly to: string }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const queries = useQueryClient();
  const navigate = useNavigate();
  const enter = useMutation({
    mutationFn: () => signIn(name, password),
    onSuccess: async () => {
      // what somebody else saw here is not shown to this one
      queries.clear();
      await navigate({ href: to });
    },
    onError: () => setPassword(""),
  });
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        enter.mutate();
      }}
    >
      <label className="formrow">
        <span className="label">Name</span>
        <input
          className="val"
          autoComplete="username"
          autoCapitalize="none"
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <label className="formrow">
        <span className="label">Password</span>
        <input
          className="val"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </label>
      <Refusal error={enter.error} />
      <button type="submit" className="btn primary" disabled={enter.isPending}>
        {enter.isPending ? "Signing in…" : "Sign in"}
      </button>
    </form>
  );
}
