type Env = Readonly<Record<string, string | undefined>>;

let before: Env | undefined;
const said = new Map<string, string | undefined>();

/** Keeps the environment as it is before code is loaded for an evaluation, until the returned function is called. */
export function keepEnvironment(env: Env): () => void {
  before = { ...env };
  return () => {
    before = undefined;
    said.clear();
  };
}

/** A variable of an agent's `.env`: somebody has written it down. */
export function addSaidVariable(name: string, value: string | undefined): void {
  said.set(name, value);
}

/** False where code that was loaded for the evaluation has set a variable to what it is. */
export function isSaidVariable(name: string, value: string | undefined): boolean {
  return before === undefined || before[name] === value || said.get(name) === value;
}
