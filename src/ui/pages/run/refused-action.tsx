/** Why what was asked for was not done. */
export function RefusedAction({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  return (
    <span className="t-fail small" role="alert">
      {error.message}
    </span>
  );
}
