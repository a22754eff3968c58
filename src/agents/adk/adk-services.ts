import type { AdkPackage } from "./adk-package.ts";

/** Artifacts and memory of one conversation, which its session does not hold. */
interface AdkServices {
  readonly artifactService: object;
  readonly memoryService: object;
  /** For `Conversation.memory`: says that something was kept here, where it was. */
  memory(): typeof KEPT_BESIDE | undefined;
}

const KEPT_BESIDE = { keptBesideSession: true } as const;
const writers = ["saveArtifact", "deleteArtifact", "addSessionToMemory"] as const;

export function adkServices(adk: AdkPackage): AdkServices {
  let isUsed = false;
  const noticed = <Service extends object>(service: Service): Service => {
    const methods = service as Record<string, unknown>;
    for (const name of writers) {
      const write = methods[name];
      if (typeof write !== "function") continue;
      methods[name] = (...given: unknown[]): unknown => {
        isUsed = true;
        return write.apply(service, given);
      };
    }
    return service;
  };
  return {
    artifactService: noticed(new adk.InMemoryArtifactService()),
    memoryService: noticed(new adk.InMemoryMemoryService()),
    memory: () => (isUsed ? KEPT_BESIDE : undefined),
  };
}

/** Whether an earlier turn kept something that its events cannot bring back. */
export function keptBesideSession(memory: readonly unknown[] = []): boolean {
  return memory.some(
    (each) => typeof each === "object" && each !== null && "keptBesideSession" in each,
  );
}
