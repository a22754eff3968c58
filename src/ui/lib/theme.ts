const KEY = "assay.theme";

export type Theme = "light" | "dark" | "system";

/** What this reader chose; the system decides otherwise. `?theme=` is for pictures. */
export function chosenTheme(): Theme {
  const asked = new URLSearchParams(location.search).get("theme") ?? localStorage.getItem(KEY);
  return asked === "light" || asked === "dark" ? asked : "system";
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Light, dark, and what the system says, one after the other. */
export function nextTheme(): Theme {
  const next = { system: "light", light: "dark", dark: "system" } as const;
  const theme = next[chosenTheme()];
  if (theme === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  applyTheme(theme);
  for (const tell of listeners) tell();
  return theme;
}

const listeners = new Set<() => void>();

/** Tells whoever shows the theme that it is another. */
export function onThemeChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
