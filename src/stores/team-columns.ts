/** The columns of what a team's server keeps, in the words of the database, by the names that the code has for them. */
const grant = {
  key: "key",
  id: "id",
  user: "user_name",
  label: "label",
  origin: "origin",
  role: "role",
  createdAt: "created_at",
  endsAt: "ends_at",
  seenAt: "seen_at",
  seal: "seal",
} as const;

export const sessionColumns = {
  ...grant,
  address: "address",
  browser: "browser",
  generation: "generation",
  rotatedAt: "rotated_at",
} as const;

export const tokenColumns = { ...grant, name: "name" } as const;

export const auditColumns = {
  at: "at",
  who: "who",
  by: "by_what",
  action: "action",
  target: "target",
  outcome: "outcome",
  address: "address",
  note: "note",
} as const;

type Columns = Readonly<Record<string, string>>;

/** As a SELECT names them. */
export function selected(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, column]) => `${column} AS "${name}"`)
    .join(", ");
}

/** The values of an object in the order of its columns. */
export function valuesOf(columns: Columns, row: object): readonly (string | number)[] {
  const fields = row as Readonly<Record<string, string | number>>;
  return Object.keys(columns).map((name) => fields[name] ?? "");
}
