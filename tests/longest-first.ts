import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What keeps one worker busy for long, or waits for long, begins while there is enough else to do beside it. */
const order = [
  /^slow tests\/battery\//,
  /^slow tests\/(docs|package|runners)\//,
  /^slow /,
  /^postgres /,
];

/** Vitest's order takes project after project and large files first; some that take longest are small. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => this.#rank(a) - this.#rank(b));
  }

  #rank({ project, moduleId }: TestSpecification): number {
    const path = moduleId.slice(this.ctx.config.root.length + 1);
    const found = order.findIndex((each) => each.test(`${project.name} ${path}`));
    return found < 0 ? order.length : found;
  }
}
