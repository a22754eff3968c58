import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Role, roles } from "../../../core/team/role.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Refusal } from "../../components/refusal.tsx";
import { call } from "../../lib/api.ts";

/** Adds somebody to the file of users. */
export function NewPersonDialog({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [password, setPassword] = useState("");
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: () =>
      call("POST /people", { body: { name, role, ...(password !== "" && { password }) } }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ["people"] });
    },
  });
  return (
    <Dialog title="Add user" onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <label className="formrow">
          <span className="label">Name</span>
          <input
            className="val"
            data-first-focus=""
            required
            pattern="[a-z0-9][a-z0-9._\-]*"
            title="Small letters, digits, dots, dashes"
            maxLength={64}
            autoComplete="off"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <label className="formrow">
          <span className="label">Role</span>
          <span className="sel">
            <select value={role} onChange={({ target }) => setRole(target.value as Role)}>
              {roles.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </span>
        </label>
        <label className="formrow">
          <span className="label">First password, 12 characters or more (none: tokens alone)</span>
          <input
            className="val"
            type="password"
            minLength={12}
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
        <Refusal error={add.error} />
        <div className="btns formend">
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary" disabled={add.isPending}>
            Add user
          </button>
        </div>
      </form>
    </Dialog>
  );
}
