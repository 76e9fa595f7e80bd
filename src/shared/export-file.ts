import { utcDay } from './time.ts'

/** What a person's data can be had as. */
export const fileFormats = ['csv', 'json'] as const
export type FileFormat = (typeof fileFormats)[number]

export const mediaTypes = { csv: 'text/csv', json: 'application/json' } as const

/** The name of an exported file: of the product, of what is in it, with the day (UTC). */
export const exportName = (
  content: 'collection' | 'clicks' | 'ledger' | 'orders',
  format: FileFormat,
  at: Date,
): string => `folio-${content}-${utcDay(at)}.${format}`
