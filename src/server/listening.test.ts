import { createServer } from "node:net";
import { expect, test } from "vitest";
import { listen } from "./listening.ts";

// set aside for documentation, and no machine's own
const elsewhere = "192.0.2.1";

test("an address of another machine is told as that, with the flag that chooses it", async () => {
  const asked = listen(createServer(), { host: elsewhere, port: 0, option: "port" });
  await expect(asked).rejects.toMatchObject({
    code: "server/cannot-listen",
    message: `Cannot listen on ${elsewhere}:0: this machine has no such address.`,
    hint: expect.stringContaining("--host"),
  });
});

test("a port that is taken is told with the flag of that port", async () => {
  const first = createServer();
  const place = await listen(first, { host: "127.0.0.1", port: 0, option: "port" });
  const port = Number(place.split(":")[1]);
  const asked = listen(createServer(), { host: "127.0.0.1", port, option: "otlp_port" });
  await expect(asked).rejects.toMatchObject({ hint: expect.stringContaining("--otlp_port") });
  first.close();
});
