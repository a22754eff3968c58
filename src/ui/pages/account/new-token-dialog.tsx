import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { mayAct, type TokenRole, tokenRoles } from "../../../core/team/role.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { call } from "../../lib/api.ts";

interface NewTokenDialogProps {
  readonly longestDays: number;
  readonly role: TokenRole;
  readonly onClose: () => void;
}

/** Makes a token, and shows it this once. */
export function NewTokenDialog({ longestDays, role, onClose }: NewTokenDialogProps) {
  const may = tokenRoles.filter((each) => mayAct(role, each));
  const [name, setName] = useState("");
  const [most, setMost] = useState<TokenRole>(may.includes("runner") ? "runner" : "viewer");
  const [days, setDays] = useState(Math.min(90, longestDays));
  const make = useMutation({
    mutationFn: () => call("POST /me/tokens", { body: { name, role: most, days } }),
  });
  if (make.data !== undefined) {
    return (
      <Dialog title="Your new token" lead="Copy it now: it is not shown again." onClose={onClose}>
        <div className="form">
          <p className="mono token">{make.data.token}</p>
          <div className="btns formend">
            <CopyButton text={make.data.token}>Copy token</CopyButton>
            <button type="button" className="btn primary" onClick={onClose}>
              Done
            </button>
          </div>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title="New token" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <label className="formrow">
          <span className="label">What it is for</span>
          <input
            className="val"
            data-first-focus=""
            required
            maxLength={100}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <label className="formrow">
          <span className="label">The most it may do</span>
          <span className="sel">
            <select value={most} onChange={({ target }) => setMost(target.value as TokenRole)}>
              {may.map((each) => (
                <option key={each} value={each}>
                  {each === "sender" ? "send traces, nothing else" : each}
                </option>
              ))}
            </select>
          </span>
        </label>
        <label className="formrow">
          <span className="label">Days until it ends, {longestDays} at most</span>
          <input
            className="val"
            type="number"
            min={1}
            max={longestDays}
            required
            value={days}
            onChange={({ target }) => setDays(target.valueAsNumber || 0)}
          />
        </label>
        <Refusal error={make.error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={make.isPending}>
            Make token
          </button>
        </div>
      </form>
    </Dialog>
  );
}
