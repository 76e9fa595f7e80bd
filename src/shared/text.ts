/** True when a reader would see something of the text: not only spaces, line ends and control characters. */
export const hasVisibleCharacter = (text: string): boolean => /[^\p{C}\p{Z}]/u.test(text)

/**
 * Without the signs that turn the direction of what stands around a text: embeddings, overrides and isolates. Marks and
 * joiners stay, which scripts need (docs/security.md#texts-of-people).
 */
export const withoutTurns = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/**
 * A text without its accents and in one form of each letter, as searches compare it (`search_form()` in db/functions).
 */
export const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')

/** How much of a text is searched for, counted after it was normalised: one character may become eighteen. */
const searched = { characters: 200, words: 8 }

/** A typed text in the form that is searched for: normalised, spaces collapsed, its first 200 characters. */
export const searchedText = (typed: string): string =>
  [...withoutAccents(typed).replace(/\s+/g, ' ').trim()].slice(0, searched.characters).join('')

/** The words of {@link searchedText}, each once: the first eight. */
export const searchedWords = (typed: string): string[] =>
  [...new Set(searchedText(typed).split(' ').filter(Boolean))].slice(0, searched.words)

/** Text escaped for HTML, also within quotes of an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/**
 * A title as a part of an address: lower-cased, without other signs than Latin letters and digits, spaces to hyphens,
 * cut to 20 characters (docs/product/products.md#short-links). Empty for a title without any.
 */
export const slugBase = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/[\s-]+/g, '-')
    .slice(0, 20)
    .replace(/^-+|-+$/g, '')
