import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { AcceptDialog } from "../../components/accept-dialog.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { QuarantineCase } from "../../components/quarantine/quarantine-case.tsx";
import { AddToReview } from "../../components/review/add-to-review.tsx";
import { Allowed } from "../../components/who/allowed.tsx";
import { call } from "../../lib/api.ts";
import { useKeys } from "../../lib/keys/use-keys.ts";
import { useLack } from "../../lib/use-me.ts";
import { RerunDialog } from "./rerun-dialog.tsx";
import type { ShownCase } from "./use-case.ts";

/** What can be done about a conversation. */
export function CaseActions({ shown }: { readonly shown: ShownCase }) {
  const { run, data, at, turns } = shown;
  const { result, trials, setId } = data;
  const { evalId, evalSetId, trial } = result;
  const navigate = useNavigate();
  const [isAccepting, setAccepting] = useState(false);
  const canAccept = setId !== undefined && result.evalCase.conversation !== undefined;
  const [isRunning, setRunning] = useState(false);
  const fork = useMutation({
    mutationFn: () =>
      call("POST /runs/:run/fork", {
        params: { run },
        body: { set: evalSetId, case: evalId, trial, turn: at },
      }),
    onSuccess: ({ agent, chatId: chat }) =>
      navigate({ to: "/agents/$agent/chat/$chat", params: { agent, chat } }),
  });
  const cannotRun = useLack("runner");
  const cannotEdit = useLack("editor");
  const canFork = cannotRun === undefined && at < result.invocations.length && !fork.isPending;
  const problem = fork.error;
  const editPath =
    setId === undefined
      ? undefined
      : `/sets/${encodeURIComponent(setId)}/cases/${encodeURIComponent(evalId)}`;
  const { trace } = useSearch({ from: "/runs/$run/cases/$evalId" });
  const toggleTrace = () =>
    void navigate({
      from: "/runs/$run/cases/$evalId",
      search: ({ trace: isOpen, span: _, ...now }) => (isOpen ? now : { ...now, trace: true }),
      replace: true,
    });
  useKeys([
    { keys: "t", does: "Trace", run: toggleTrace },
    {
      keys: "a",
      does: "Accept actual as expected",
      run: () => setAccepting(true),
      isOff: !canAccept || cannotEdit !== undefined,
    },
    {
      keys: "r",
      does: "Re-run this case",
      run: () => setRunning(true),
      isOff: cannotRun !== undefined,
    },
    { keys: "f", does: "Fork in the playground", run: () => fork.mutate(), isOff: !canFork },
    {
      keys: "e",
      does: "Edit case",
      run: () => void navigate({ to: editPath ?? "." }),
      isOff: editPath === undefined,
    },
  ]);
  return (
    <div className="btns push">
      {problem !== null && (
        <span className="t-fail small" role="alert">
          {problem.message}
        </span>
      )}
      <CopyButton text={location.href}>Copy link</CopyButton>
      <button
        type="button"
        className="btn ghost"
        aria-pressed={trace === true}
        onClick={toggleTrace}
      >
        Trace <Kbd>t</Kbd>
      </button>
      <Allowed needs="runner" isSilent>
        <button
          type="button"
          className="btn ghost"
          disabled={!canFork}
          title={`A chat that begins with ${at === 0 ? "turn 1" : `turns 1 to ${at + 1}`}`}
          onClick={() => fork.mutate()}
        >
          {fork.isPending ? "Forking…" : "Fork"} <Kbd>f</Kbd>
        </button>
      </Allowed>
      {editPath !== undefined && (
        <Link className="btn ghost" to={editPath}>
          Edit case <Kbd>e</Kbd>
        </Link>
      )}
      <AddToReview of={{ run, set: evalSetId, case: evalId, trial }} />
      <Allowed needs="editor" isSilent>
        <QuarantineCase set={setId} evalId={evalId} />
      </Allowed>
      {canAccept && (
        <Allowed needs="editor" isSilent>
          <button type="button" className="btn" onClick={() => setAccepting(true)}>
            Accept actual as expected… <Kbd>a</Kbd>
          </button>
        </Allowed>
      )}
      {isAccepting && (
        <AcceptDialog
          run={run}
          set={evalSetId}
          evalId={evalId}
          trial={trial}
          {...(turns.length > 1 && { turn: at })}
          onClose={() => setAccepting(false)}
        />
      )}
      <Allowed needs="runner">
        <button type="button" className="btn primary" onClick={() => setRunning(true)}>
          {trials > 1 ? `Re-run ×${trials}…` : "Re-run…"} <Kbd>r</Kbd>
        </button>
      </Allowed>
      {isRunning && <RerunDialog shown={shown} onClose={() => setRunning(false)} />}
    </div>
  );
}

function Kbd({ children }: { readonly children: string }) {
  return (
    <span className="kbd wide" aria-hidden="true">
      {children}
    </span>
  );
}
