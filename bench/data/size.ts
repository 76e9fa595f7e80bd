export type DataSize = { people: number; follows: number; products: number; clicks: number }

/** The size with which plans are looked at: reading a whole table is far more than a call may read. */
export const planSize: DataSize = { people: 10_000, follows: 80_000, products: 50_000, clicks: 100_000 }

/** The size to try that a figure works. */
export const trialSize: DataSize = { people: 1_000, follows: 8_000, products: 5_000, clicks: 10_000 }

/** The size that figures are measured with by default. */
export const usualSize: DataSize = { people: 10_000, follows: 80_000, products: 100_000, clicks: 200_000 }

/** The size that the targets of feeds and searches are stated for. */
export const largeSize: DataSize = {
  people: 100_000,
  follows: 5_000_000,
  products: 1_000_000,
  clicks: 1_000_000,
}
