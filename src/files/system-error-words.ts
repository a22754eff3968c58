/** What a system's refusal means, as the end of a sentence; undefined for a code that nobody meets. */
export function systemErrorWords(code: string | undefined): string | undefined {
  return words.get(code ?? "");
}

const words: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the disk is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk is full"],
  ["ENOENT", "it does not exist"],
  ["ENOTDIR", "a part of its path is a file"],
  ["EISDIR", "it is a folder"],
  ["ENAMETOOLONG", "its name is too long"],
  ["ELOOP", "its links lead in a circle"],
  ["EMFILE", "too many files are open"],
  ["ENFILE", "too many files are open"],
  ["EIO", "the disk cannot be read or written"],
  ["EBUSY", "something else is using it"],
]);
