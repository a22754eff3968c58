import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { postgresProblem } from "./postgres-problem.ts";
import { postgresStore } from "./postgres-store.ts";

test("a server without TLS is told as that, where the address asks for it", async () => {
  // PostgreSQL answers the question for TLS with one letter
  const server = createServer((socket) => socket.once("data", () => socket.write("N")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const store = postgresStore(`postgres://eval@127.0.0.1:${port}/assay?sslmode=verify-full`);
  await expect(store.list()).rejects.toMatchObject({
    code: "store/unusable",
    message: `postgres://eval@127.0.0.1:${port}/assay cannot be asked over TLS: The server does not support SSL connections.`,
    hint: "Switch TLS on in PostgreSQL, or leave sslmode out of the address.",
  });
  await store.close();
  server.close();
});

test.each([
  [
    "DEPTH_ZERO_SELF_SIGNED_CERT",
    "self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca",
    "self-signed certificate",
  ],
  [
    "ERR_TLS_CERT_ALTNAME_INVALID",
    "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list: ",
    "Hostname/IP does not match certificate's altnames: IP: 127.0.0.1 is not in the cert's list",
  ],
])("a certificate that fails with %s is something to put right", (code, said, reason) => {
  const error = Object.assign(new Error(said), { code });
  expect(postgresProblem(error, "postgres://db/assay")).toMatchObject({
    code: "store/unusable",
    message: `postgres://db/assay shows a certificate that is not trusted: ${reason}.`,
  });
});
