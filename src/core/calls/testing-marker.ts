/** What the model servers of `assay/testing` answer to who asks whether they are that: a script is no judge to be questioned. */
export const TESTING_PATH = "/.well-known/assay-testing";
export const TESTING_ANSWER = { assay: "testing" } as const;
