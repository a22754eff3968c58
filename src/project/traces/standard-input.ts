/** Stands for standard input among files. */
export const STDIN = "-";
