/** Dollars added up in whole cents. */
export const sumCents = (amounts: readonly number[]): number =>
  amounts.reduce((cents, usd) => cents + Math.round(usd * 100), 0)
