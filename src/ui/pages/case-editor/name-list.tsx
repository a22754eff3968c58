import { useId, useState } from "react";

interface NameListProps {
  /** What one of them is: "tag". */
  readonly noun: string;
  readonly names: readonly string[];
  readonly known: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

/** Names as chips, with a field that adds one by Enter. */
export function NameList({ noun, names, known, onChange }: NameListProps) {
  const [text, setText] = useState("");
  const id = useId();
  function add(): void {
    const name = text.trim();
    setText("");
    if (name !== "" && !names.includes(name)) onChange([...names, name]);
  }
  return (
    <div className="names">
      {names.map((name) => (
        <span key={name} className="chip mono" title={name}>
          <span className="clip">{name}</span>
          <button
            type="button"
            aria-label={`Remove ${noun} ${name}`}
            onClick={() => onChange(names.filter((each) => each !== name))}
          >
            ×
          </button>
        </span>
      ))}
      <input
        className="val mono add"
        list={id}
        aria-label={`Add ${noun}`}
        placeholder={`Add ${noun}`}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
      />
      <datalist id={id}>
        {known
          .filter((name) => !names.includes(name))
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
    </div>
  );
}
