import { z } from 'zod'

/** The version of the archive's own layout; a program reads its own and earlier ones (decision 75). */
export const formatVersion = 1

/** The first entry of an archive, and its last: an archive without the last one was interrupted. */
export const headName = 'folio.json'
export const sumsName = 'sums.json'
export const jobsName = 'jobs.json'
export const picturesFolder = 'pictures/'
/** In an archive whose pictures lie beside it: which they are. */
export const picturesListName = 'pictures.json'

/** A key that lies beside the database, in an archive with keys. */
export const keyEntry = (file: string): string => `keys/${file}`

const keyPattern = /^keys\/([a-z-]+\.key)$/

/** The file of the key that an entry holds; null for other entries. */
export const keyOfEntry = (entry: string): string | null => keyPattern.exec(entry)?.[1] ?? null

/** A piece of a table's rows: lines of COPY's text format, compressed by zstd. Pieces are numbered from 1. */
export const pieceName = (table: string, piece: number): string =>
  `tables/${table}/${String(piece).padStart(6, '0')}.copy.zst`

const piecePattern = /^tables\/([a-z0-9_]+)\/\d{6,}\.copy\.zst$/

/** The table whose rows an entry holds; null for other entries. */
export const tableOfPiece = (entry: string): string | null => piecePattern.exec(entry)?.[1] ?? null

const tableSchema = z.object({
  name: z.string(),
  /** Without generated columns. */
  columns: z.array(z.string()),
  /** Set for a partition: of which table, and the clause of its bounds. */
  partition: z.object({ of: z.string(), bounds: z.string() }).nullable(),
})

export const headSchema = z.object({
  format: z.number().int().positive(),
  id: z.uuid(),
  made_at: z.iso.datetime(),
  /** The newest migration of the database, by name. */
  migration: z.string(),
  postgres: z.string(),
  has_keys: z.boolean(),
  /** Whether the pictures are entries of the archive, or lie in a folder beside it that archives share. */
  pictures: z.enum(['within', 'beside']),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), is_called: z.boolean() })),
})

export const sumsSchema = z.object({
  /** Size and SHA-256 (hex) of each entry before this one. */
  entries: z.record(z.string(), z.object({ bytes: z.number().int(), sha256: z.string() })),
  /** How many rows each table has. */
  rows: z.record(z.string(), z.number().int()),
  /** Pictures that the database knew and the store had not. */
  missing_pictures: z.array(z.string()),
})

export const picturesSchema = z.array(z.object({ name: z.string(), sha256: z.hex().length(64) }))

export const jobsSchema = z.array(
  z.object({
    name: z.string(),
    payload: z.record(z.string(), z.unknown()),
    run_at: z.iso.datetime({ offset: true }),
    key: z.string().nullable(),
    attempts_left: z.number().int().positive(),
  }),
)

export type Head = z.output<typeof headSchema>
export type TakenTable = z.output<typeof tableSchema>
export type Sums = z.output<typeof sumsSchema>
export type PicturesList = z.output<typeof picturesSchema>
export type CalledJob = z.output<typeof jobsSchema>[number]
