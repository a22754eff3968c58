import { expect, test } from "vitest";
import { allCommands, commandsOf } from "./commands.ts";
import { commandText } from "./help-text.ts";

test("what is typed first leads to its command, and to all that begin so", async () => {
  const all = await allCommands();
  for (const command of all) {
    for (const typed of [command.name, ...(command.aliases ?? [])]) {
      const [first = ""] = typed.split(" ");
      const found = await commandsOf(first);
      const sameWord = all.filter(({ name }) => name.startsWith(`${command.name.split(" ")[0]} `));
      expect(found, typed).toEqual(expect.arrayContaining([command, ...sameWord]));
    }
  }
});

test("a command loads no rows but those of its own word", async () => {
  const names = (await commandsOf("eval_set")).map(({ name }) => name);
  expect(names.filter((name) => !name.startsWith("eval-set "))).toEqual([]);
  expect((await commandsOf("eval")).map(({ name }) => name)).toEqual(["eval"]);
});

test("a word that begins no command leads to all of them", async () => {
  for (const word of ["", "--help", "evla", "constructor", "__proto__"]) {
    expect(await commandsOf(word)).toEqual(await allCommands());
  }
});

test("help has every name that a command and its options go by", async () => {
  for (const command of await allCommands()) {
    const help = commandText(command).replaceAll(/\s+/g, " ");
    const names = (command.options ?? []).flatMap(({ aliases = [] }) => aliases);
    for (const name of names) expect(help, command.name).toContain(`Also --${name}.`);
    for (const name of command.aliases ?? []) expect(help).toContain(name);
  }
});
