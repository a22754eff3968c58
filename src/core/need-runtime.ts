/** What the code relies on without asking again: JSON that keeps its digits, among others. */
const OLDEST = [22, 13] as const;

interface Runtime {
  readonly process?: { readonly versions?: { readonly node?: string; readonly bun?: string } };
}

/** An old Node would load everything and break somewhere in the middle; it is reported at the first import instead. */
const { versions } = (globalThis as Runtime).process ?? {};
if (versions?.node !== undefined && versions.bun === undefined) {
  const [major = 0, minor = 0] = versions.node.split(".").map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    const error = new Error(
      `assay needs Node ${OLDEST.join(".")} or newer, and this is Node ${versions.node}.`,
    );
    // our own frames would only hide the sentence
    error.stack = `${error.name}: ${error.message}`;
    throw error;
  }
}
