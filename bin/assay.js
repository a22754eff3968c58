#!/usr/bin/env node
// Plain syntax on purpose: this file must still load where it has to say that Node is too old.
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const bundle = new URL("../dist/cli/main.js", import.meta.url);
const beside = (name) => existsSync(new URL(`../${name}`, import.meta.url));

// before Node's age: what a clone installs brings a Node of its own
if (!existsSync(bundle) && beside("src") && !beside("node_modules")) {
  process.stderr.write(
    "This clone of assay has nothing installed yet. Run:  npm ci\nIt brings a Node that is new enough, and builds the command.\n",
  );
  process.exitCode = 2;
} else if (major < 22 || (major === 22 && minor < 13)) {
  process.stderr.write(
    `assay needs Node 22.13 or newer, and this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 2;
} else if (!existsSync(bundle)) {
  process.stderr.write("assay has not been built yet. Run:  npm run build\n");
  process.exitCode = 2;
} else {
  nodeModule.enableCompileCache?.();
  // as it is before any code of the user's is loaded: nobody else says how we end, and an early end is no success
  const end = process.reallyExit.bind(process);
  process.exitCode = 70;
  let isOver = false;
  const say = process.stderr.write.bind(process.stderr);
  const waits = [process.stdout, process.stderr].map(draining);
  process.once("exit", (code) => {
    if (isOver) return;
    say(earlyEnd());
    // Node's own code for an exception is ours for a case that failed
    if (code === 1) process.exitCode = 70;
  });
  const { main } = await import(bundle.href);
  const code = await main(process.argv.slice(2));
  isOver = true;
  // an agent may have left timers and sockets behind; the run is over all the same
  await Promise.all(waits.map((drained) => drained()));
  process.exitCode = code;
  try {
    process.emit("exit", code);
  } finally {
    end(code);
  }
}

/** Nothing was left that could wake the process, although it waited for something. */
function earlyEnd() {
  return "error  The process ended before the command did, so there is no verdict.\n       An agent or a metric may have replaced timers, promises or the process itself.\n";
}

/** By the stream's own write: what is written through another never waits. */
function draining(stream) {
  const write = stream.write.bind(stream);
  return () =>
    new Promise((resolve) => {
      if (stream.writableLength === 0 || stream.destroyed) resolve(undefined);
      else write("", () => resolve(undefined));
    });
}
