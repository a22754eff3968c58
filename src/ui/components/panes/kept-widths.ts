const KEY = "assay.panes";

/** In pixels; undefined: as the screen has it. */
export interface Widths {
  readonly left?: number | undefined;
  readonly right?: number | undefined;
}

/** How wide somebody made the panes of a screen, in this browser. */
export function keptWidths(name: string): Widths {
  return readAll()[name] ?? {};
}

export function keepWidths(name: string, widths: Widths): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [name]: widths }));
}

function readAll(): Readonly<Record<string, Widths>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Readonly<Record<string, Widths>>;
  } catch {
    return {};
  }
}
