/** Whole cents as US dollars for answers with `price_usd` (docs/product/products.md#prices). */
export const centsToUsd = (cents: number): number => cents / 100

/** The same as a text with two decimals, such as `12.50`: for files, providers and mails. */
export const centsToDecimal = (cents: number): string => centsToUsd(cents).toFixed(2)

/** US dollars from outside as whole cents, rounded half up; null for an unusable amount. */
export const usdToCents = (usd: number | null | undefined): number | null =>
  typeof usd === 'number' && Number.isFinite(usd) && usd >= 0 ? Math.round(usd * 100) : null

/** Whether dollars come to whole cents. Zod's `multipleOf` forgives the tiniest fractions, which round to no cent. */
export const isWholeCents = (usd: number): boolean => Math.round(usd * 100) / 100 === usd

/** Whom an act of an admin moves how much, in cents without a sign. */
export type Move = { payeeId: string; cents: number }
