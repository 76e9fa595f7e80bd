/** The most characters of a first or a last name. */
export const longestName = 100

/** A person's name as it is shown. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim()

/** Numbers go with Latin letters. */
const isLatin = (letter: string) => /[\p{Script=Latin}\p{N}]/u.test(letter)

/**
 * First letters of a name's first and last word; one letter for one word. Marks and emoji are passed over, and words of
 * another script than the first one's, which would not go with it: 'Ana 山田' is 'A'. A name of marks alone begins with
 * its first.
 */
export function initials(name: string): string {
  const letters = name
    .normalize('NFC')
    .split(/\s+/)
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  const [first] = letters
  if (first === undefined) return [...name.trim()][0] ?? ''
  const alike = letters.filter((letter) => isLatin(letter) === isLatin(first))
  return (alike.length > 1 ? first + alike.at(-1) : first).toUpperCase()
}
