import { utcDay } from './time.ts'

/** The formats of exported data. */
export const fileFormats = ['csv', 'json'] as const
export type FileFormat = (typeof fileFormats)[number]

export const mediaTypes = { csv: 'text/csv', json: 'application/json' } as const

/** The name of an exported file: the product's name, the content's, and the day (UTC). */
export const exportName = (
  content: 'collection' | 'clicks' | 'ledger' | 'orders',
  format: FileFormat,
  at: Date,
): string => `folio-${content}-${utcDay(at)}.${format}`
