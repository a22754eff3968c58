/** Resolves when the command is asked to end. */
export function endSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
      process.once(name, () => resolve());
  });
}
