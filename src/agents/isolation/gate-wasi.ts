import { syncBuiltinESMExports } from "node:module";

/** Taken here: what is replaced later must not undo it. */
const { construct } = Reflect;

type Wasi = new (options?: object) => object;

/**
 * A program of WebAssembly ends the process past every listener of JavaScript. From here on it only ends itself, and whoever
 * started it gets its exit code.
 */
export function gateWasi(): void {
  const module = quietly(() => process.getBuiltinModule?.("node:wasi")) as
    | { WASI: Wasi }
    | undefined;
  if (module === undefined) return;
  const own = module.WASI;
  const gated = new Proxy(own, {
    construct: (_, [options, ...rest], target) =>
      construct(own, [{ ...(options as object), returnOnExit: true }, ...rest], target),
  });
  module.WASI = gated;
  own.prototype.constructor = gated;
  syncBuiltinESMExports();
}

/** Loading it warns of an experiment, which is nobody's here. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}
