/** What a thread loads before anything else that was loaded for an evaluation runs in it. */
import { gateThreads } from "./gate-threads.ts";
import { gateWasi } from "./gate-wasi.ts";

gateWasi();
gateThreads();
