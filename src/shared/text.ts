/** A text without its accents and in one form of each letter, as searches compare it (migration 0012, `search_form`). */
export const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
