const names: Readonly<Record<string, string>> = { Escape: "Esc", " ": "Space" };

/** Keys as they stand on a keyboard; "then" between those that are pressed one after the other. */
export function Keys({ keys }: { readonly keys: string }) {
  const all = keys === " " ? [keys] : keys.split(" ");
  return (
    <span className="keys">
      {all.map((key, at) => (
        <span key={key}>
          {at > 0 && "then"}
          <kbd className="kbd">{names[key] ?? key}</kbd>
        </span>
      ))}
    </span>
  );
}
