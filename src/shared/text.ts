/** True when a reader would see something of the text: not only spaces, line ends and control characters. */
export const hasVisibleCharacter = (text: string): boolean => /[^\p{C}\p{Z}]/u.test(text)

/**
 * A text without its accents and in one form of each letter, as searches compare it (migration 0012, `search_form`).
 */
export const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')

/** Text escaped for HTML, also within quotes of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
