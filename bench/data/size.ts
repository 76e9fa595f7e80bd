export type DataSize = { people: number; follows: number; products: number; clicks: number }

/** The size that plans are looked at with: reading any of it whole is far more than a call may read. */
export const planSize: DataSize = { people: 10_000, follows: 80_000, products: 50_000, clicks: 100_000 }

/** The size of the figures, unless more is asked for. */
export const usualSize: DataSize = { people: 10_000, follows: 80_000, products: 100_000, clicks: 200_000 }

/** The size that the targets of feeds and searches are stated for. */
export const largeSize: DataSize = {
  people: 100_000,
  follows: 5_000_000,
  products: 1_000_000,
  clicks: 1_000_000,
}
