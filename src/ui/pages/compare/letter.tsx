/** Which of two runs: A in outline, B filled, so that they are told apart without colour. */
export function Letter({ letter }: { readonly letter: "A" | "B" }) {
  return <span className={letter === "A" ? "ab" : "ab b"}>{letter}</span>;
}
