/** A screen whose data is on its way: its place is kept, and when that takes a while it says so. */
export function Waiting({ what }: { readonly what: string }) {
  return (
    <main className="main" aria-busy="true">
      <div className="pagehead">
        <p className="lead muted said-later" role="status">
          {what}
        </p>
      </div>
      <div className="wait-block" />
    </main>
  );
}
