/** Where the server looks for what requests name. */
export interface Folders {
  /** Where agents and eval sets are looked for. */
  readonly agentsFolder: string;
}
