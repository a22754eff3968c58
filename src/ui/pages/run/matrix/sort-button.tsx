import { useNavigate, useSearch } from "@tanstack/react-router";

interface SortButtonProps {
  readonly name: string;
  readonly words: string;
}

/** Sorts by a column: what is worst first, then the other way round. */
export function SortButton({ name, words }: SortButtonProps) {
  const { sort, reverse } = useSearch({ from: "/runs/$run" });
  const navigate = useNavigate({ from: "/runs/$run" });
  const isSorted = sort === name;
  const arrow = reverse === true ? " ↑" : " ↓";
  return (
    <button
      type="button"
      className="name"
      onClick={() =>
        navigate({
          search: (now) => ({
            ...now,
            sort: name,
            reverse: isSorted && reverse !== true ? true : undefined,
          }),
          replace: true,
        })
      }
    >
      {words}
      {isSorted && <span aria-hidden="true">{arrow}</span>}
    </button>
  );
}
