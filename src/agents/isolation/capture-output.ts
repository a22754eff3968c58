import { boundedOutput } from "../recording/bounded-output.ts";
import { turnScope } from "../recording/turn-scope.ts";

/** Runs `work` and keeps what it prints while output is captured; see `takeOverOutput`. */
export async function captureOutput<T>(
  work: () => T | Promise<T>,
  onFailure?: (output: string | undefined) => void,
): Promise<{ readonly result: T; readonly output: string | undefined }> {
  const output = boundedOutput();
  try {
    const result = await turnScope.run({ output, fail: () => false }, async () => work());
    return { result, output: output.text() };
  } catch (error) {
    onFailure?.(output.text());
    throw error;
  }
}
