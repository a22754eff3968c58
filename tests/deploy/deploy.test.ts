import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { parseArguments } from "../../src/cli/arguments/parse-arguments.ts";
import { allCommands } from "../../src/cli/commands.ts";
import { needOf } from "../../src/server/team/rights/needs.ts";

const root = resolve(import.meta.dirname, "../..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");
const { version, peerDependencies } = JSON.parse(textOf("package.json"));
const IMAGE = `assay:${version}`;

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly volumeMounts?: readonly { readonly name: string }[];
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
}

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

interface Thing {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector?: { readonly app?: string; readonly matchLabels?: object };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly template?: {
      readonly metadata: { readonly labels: { readonly app: string } };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly volumes?: readonly { readonly name: string }[];
      };
    };
  };
}

const compose = parse(textOf("deploy/compose.yaml")) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: object;
  readonly volumes: object;
};
const documents = parseAllDocuments(textOf("deploy/kubernetes.yaml"));
const things = documents.map((each) => each.toJS() as Thing);
const containers = things.flatMap(({ spec }) => spec.template?.spec.containers ?? []);

/** A command line is what the table of commands says, or its problem in words. */
async function read(words: readonly string[]) {
  const commands = await allCommands();
  const command = [2, 1]
    .map((count) => commands.find(({ name }) => name === words.slice(0, count).join(" ")))
    .find((found) => found !== undefined);
  if (command === undefined) throw new Error(`There is no command ${words.join(" ")}.`);
  return parseArguments(command, words.slice(command.name.split(" ").length), []);
}

test("both files are YAML without a mistake", () => {
  expect(documents.flatMap(({ errors, warnings }) => [...errors, ...warnings])).toEqual([]);
  expect(things.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    "Service database",
    "StatefulSet database",
    "Service assay",
    "Deployment assay-web",
    "Deployment assay-worker",
  ]);
});

test("they name our image in this version, PostgreSQL, and nothing else", () => {
  const images = [
    ...Object.values(compose.services).map(({ image }) => image),
    ...containers.map(({ image }) => image),
  ];
  expect(new Set(images)).toEqual(new Set(["postgres:18", IMAGE]));
});

test("every command and flag exists, and opens what the ports say", async () => {
  const lines = [
    ...Object.values(compose.services).map(({ command }) => command),
    ...containers.map(({ args }) => args),
    JSON.parse(/^CMD (\[.*\])$/m.exec(textOf("deploy/Dockerfile"))?.[1] ?? "[]"),
  ].filter((words) => words !== undefined) as (readonly string[])[];
  expect(lines.map(([first]) => first).sort()).toEqual([
    "store",
    "web",
    "web",
    "web",
    "worker",
    "worker",
  ]);
  for (const words of lines) {
    const { options } = await read(words);
    if (words[0] !== "web") continue;
    expect(options).toMatchObject({ host: "0.0.0.0", log: "json" });
    expect(options.auth).toMatch(/users\.json$/);
  }
});

const ports = new Map(
  containers.flatMap(({ ports: given = [] }) =>
    given.map(({ name, containerPort }) => [name, containerPort]),
  ),
);

test("ports and probes lead to something", () => {
  const exposed = /^EXPOSE (.*)$/m.exec(textOf("deploy/Dockerfile"))?.[1]?.split(" ").map(Number);
  expect([ports.get("web"), ports.get("otlp-http"), ports.get("otlp-grpc")]).toEqual(exposed);
  const published = compose.services.web?.ports?.map((each) => Number(each.split(":").at(-1)));
  expect(published).toEqual(exposed);
  for (const { livenessProbe, readinessProbe } of containers) {
    for (const { httpGet } of [livenessProbe, readinessProbe].filter(
      (each) => each !== undefined,
    )) {
      if (httpGet === undefined) continue;
      expect(needOf(`GET ${httpGet.path}`)?.role).toBe("open");
      expect(ports.has(httpGet.port)).toBe(true);
    }
  }
});

test("services find what they are for", () => {
  const apps = things.flatMap(({ spec }) => spec.template?.metadata.labels.app ?? []);
  for (const { kind, spec } of things.filter((each) => each.kind === "Service")) {
    expect(apps, kind).toContain(spec.selector?.app);
    for (const { targetPort } of spec.ports ?? []) expect([...ports.keys()]).toContain(targetPort);
  }
});

test("volumes, secrets and dependencies are there", () => {
  for (const { spec } of things) {
    const volumes = new Set(spec.template?.spec.volumes?.map(({ name }) => name));
    const mounts = spec.template?.spec.containers.flatMap(({ volumeMounts = [] }) => volumeMounts);
    const named = mounts?.map(({ name }) => name).filter((name) => name !== "data") ?? [];
    expect(named.filter((name) => !volumes.has(name))).toEqual([]);
  }
  const { services, secrets, volumes } = compose;
  for (const service of Object.values(services)) {
    for (const name of service.secrets ?? []) expect(Object.keys(secrets)).toContain(name);
    for (const name of Object.keys(service.depends_on ?? {}))
      expect(Object.keys(services)).toContain(name);
    for (const volume of service.volumes ?? [])
      expect(Object.keys(volumes)).toContain(volume.split(":")[0]);
  }
});

test("every variable is one that our source, its driver or PostgreSQL reads", () => {
  const ours = sourceText();
  const theirs = ["PGPASSWORD", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"];
  const names = [
    ...Object.values(compose.services).flatMap(({ environment = {} }) => Object.keys(environment)),
    ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ];
  const unknown = names.filter((name) => !theirs.includes(name) && !ours.includes(`.${name}`));
  expect(unknown).toEqual([]);
});

test("the Dockerfile installs this version and the peers that it needs, and runs as nobody's root", () => {
  const text = textOf("deploy/Dockerfile");
  expect(text).toContain(`ARG ASSAY_VERSION=${version}`);
  for (const peer of ["pg", "pg-boss", "openid-client"]) {
    const range = String(peerDependencies[peer]).replace(">=", "^");
    expect(text, peer).toContain(` ${peer}@${range}`);
  }
  const instructions = [...text.replace(/\\\n/g, " ").matchAll(/^([A-Z]+) /gm)].map(
    ([, word]) => word,
  );
  expect(instructions).toEqual(
    "FROM ARG RUN RUN WORKDIR COPY ENV USER EXPOSE HEALTHCHECK ENTRYPOINT CMD".split(" "),
  );
  expect(text.indexOf("USER node")).toBeLessThan(text.indexOf("ENTRYPOINT"));
  expect(Object.keys(JSON.parse(textOf("package.json")).bin)).toContain("assay");
});

function sourceText(): string {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const code = files.filter((path) => path.endsWith(".ts") && existsSync(join(root, "src", path)));
  return code.map((path) => readFileSync(join(root, "src", path), "utf8")).join("\n");
}
