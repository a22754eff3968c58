/** Hands the reader a file, as a download. */
export function saveFile(name: string, text: string, type = "application/x-ndjson"): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // the browser has begun to read it by then
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
