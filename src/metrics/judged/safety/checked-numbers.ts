/** Whether a text holds a number that passes the check of payment cards. */
export function holdsPaymentCard(text: string): boolean {
  for (const [found] of text.matchAll(/(?<!\d)(?<!\d\.)\d(?:[ -]?\d){12,18}(?!\.?\d)/g)) {
    const digits = found.replace(/\D/g, "");
    // the first digit names the network; nobody issues other ones
    if (/^[2-6]/.test(digits) && new Set(digits).size > 1 && passesLuhn(digits)) return true;
  }
  return false;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Whether a text holds an account number whose check digits are right. */
export function holdsIban(text: string): boolean {
  for (const [found] of text.matchAll(
    /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
  )) {
    const plain = found.replaceAll(" ", "");
    if (plain.length >= 15 && remainderOf(plain) === 1) return true;
  }
  return false;
}

/** Letters count from 10, the first four characters stand last, and what is left after 97 must be 1. */
function remainderOf(iban: string): number {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}
