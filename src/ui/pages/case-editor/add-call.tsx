import { useId, useState } from "react";

interface AddCallProps {
  readonly tools: readonly string[];
  readonly onAdd: (name: string) => void;
}

/** Names a tool that is expected to be called; Enter adds it. */
export function AddCall({ tools, onAdd }: AddCallProps) {
  const [name, setName] = useState("");
  const id = useId();
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() === "") return;
        onAdd(name.trim());
        setName("");
      }}
    >
      <input
        className="val mono add"
        list={id}
        aria-label="Tool of the call to add"
        placeholder="tool"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <datalist id={id}>
        {tools.map((tool) => (
          <option key={tool} value={tool} />
        ))}
      </datalist>
      <button type="submit" className="btn s" disabled={name.trim() === ""}>
        Add call
      </button>
    </form>
  );
}
