import { utcDay } from './time.ts'

/** The formats of exported data. */
export const fileFormats = ['csv', 'json'] as const
export type FileFormat = (typeof fileFormats)[number]

export const mediaTypes = { csv: 'text/csv', json: 'application/json' } as const

/** The name of an exported file: what it holds, and the day (UTC). */
export const exportName = (
  content: 'collection' | 'clicks' | 'ledger' | 'orders',
  format: FileFormat,
  at: Date,
): string => `${content}-${utcDay(at)}.${format}`

/**
 * A file's name with that of the installation before it, as far as that has Latin letters:
 * 'folio-ledger-2026-11-22.csv'.
 */
export function appFile(appName: string, name: string): string {
  const letters = appName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...letters.split(/[^a-z0-9]+/), name].filter(Boolean).join('-')
}
