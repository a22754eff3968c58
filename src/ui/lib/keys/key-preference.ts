const KEY = "assay.keys";

/** Single keys can be turned off: who speaks to a computer does not want every word to be one. */
export function areKeysOn(): boolean {
  return localStorage.getItem(KEY) !== "off";
}

export function turnKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, "off");
}
