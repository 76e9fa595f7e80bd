import { z } from 'zod'

/**
 * The version of the archive's own layout; a program reads its own and earlier ones (decision 75). Archives of the
 * first version are not signed.
 */
export const formatVersion = 2

/** The first entry of an archive, and its last two: without those it was interrupted. */
export const headName = 'folio.json'
export const sumsName = 'sums.json'
export const signatureName = 'signature.json'
export const jobsName = 'jobs.json'
export const picturesFolder = 'pictures/'
/** In an archive whose pictures lie beside it: the list of them. */
export const picturesListName = 'pictures.json'

/** A key from beside the database, in an archive with keys. */
export const keyEntry = (file: string): string => `keys/${file}`

/** The key that signs archives. No archive holds it: anyone who had it could forge the next one. */
export const signingKeyFile = 'backups.key'

/** Whether an archive may hold this file's key. */
export const isTakenKey = (file: string): boolean => file !== signingKeyFile

/** A piece of a table's rows: lines of COPY's text format, compressed by zstd. Pieces are numbered from 1. */
export const pieceName = (table: string, piece: number): string =>
  `tables/${table}/${String(piece).padStart(6, '0')}.copy.zst`

const keyPattern = /^keys\/([a-z-]+\.key)$/
const piecePattern = /^tables\/([a-z0-9_]+)\/\d{6,}\.copy\.zst$/

/** The kind of an entry, by its name. */
export type EntryKind =
  | { kind: 'head' | 'jobs' | 'pictures beside' | 'sums' | 'signature' }
  | { kind: 'rows'; table: string }
  | { kind: 'key'; file: string }
  | { kind: 'picture'; name: string }

const wholeNames: Record<string, EntryKind | undefined> = {
  [headName]: { kind: 'head' },
  [jobsName]: { kind: 'jobs' },
  [picturesListName]: { kind: 'pictures beside' },
  [sumsName]: { kind: 'sums' },
  [signatureName]: { kind: 'signature' },
}

/** The kind of an entry; null for a name that no archive has. */
export function kindOf(entry: string): EntryKind | null {
  const table = piecePattern.exec(entry)?.[1]
  if (table) return { kind: 'rows', table }
  const file = keyPattern.exec(entry)?.[1]
  if (file) return isTakenKey(file) ? { kind: 'key', file } : null
  if (entry.startsWith(picturesFolder)) return { kind: 'picture', name: entry.slice(picturesFolder.length) }
  return Object.hasOwn(wholeNames, entry) ? (wholeNames[entry] ?? null) : null
}

const megabyte = 1024 * 1024
/** A picture has at most 5 MB when it is uploaded; encrypted it is a little larger. */
export const maxPictureBytes = 16 * megabyte
/** The maximum size of one piece of rows. It is in memory as a whole only while it is written. */
export const maxPlainBytes = 256 * megabyte

/**
 * The maximum size of an entry of a kind; larger ones are neither written nor read. `entries` is how many precede it.
 */
export function maxBytes(kind: EntryKind['kind'], entries: number): number {
  if (kind === 'sums') return megabyte + entries * 512
  return largest[kind]
}

const largest: Record<Exclude<EntryKind['kind'], 'sums'>, number> = {
  head: 4 * megabyte,
  rows: 64 * megabyte,
  key: 4096,
  jobs: 256 * megabyte,
  picture: maxPictureBytes,
  'pictures beside': 256 * megabyte,
  signature: 4096,
}

// The form of our names: other names are not ours and need not be printed on a terminal.
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const words = z.string().regex(/^\P{C}{1,400}$/u)

const tableSchema = z.object({
  name: identifier,
  /** Without generated columns. */
  columns: z.array(identifier),
})

const headSchema = z.object({
  format: z.number().int().positive(),
  id: z.uuid(),
  made_at: z.iso.datetime(),
  /** The newest migration of the database, by name. */
  migration: words,
  /** The first migration, which made the tables; archives from before the baseline do not name one (decision 122). */
  baseline: words.optional(),
  postgres: words,
  has_keys: z.boolean(),
  /** The addresses of the admins, sorted; archives of the first version do not have them. */
  admins: z.array(words).optional(),
  /** Whether the pictures are entries of the archive, or lie in a folder beside it that archives share. */
  pictures: z.enum(['within', 'beside']),
  tables: z.array(tableSchema),
  sequences: z.array(
    z.object({ name: identifier, last: z.string().regex(/^\d{1,19}$/), is_called: z.boolean() }),
  ),
})

const sumSchema = z.object({ bytes: z.number().int(), sha256: z.string() })

const sumsSchema = z.object({
  /** Size and SHA-256 (hex) of each entry before this one. */
  entries: z.record(z.string(), sumSchema),
  /** How many rows each table has. */
  rows: z.record(z.string(), z.number().int()),
  /** Pictures that the database refers to and the store lacks. */
  missing_pictures: z.array(z.string()),
})

const signatureSchema = z.object({ key: z.string(), signature: z.string() })

const picturesSchema = z.array(z.object({ name: z.string(), sha256: z.hex().length(64) }))

const jobsSchema = z.array(
  z.object({
    name: z.string(),
    payload: z.record(z.string(), z.unknown()),
    run_at: z.iso.datetime({ offset: true }),
    key: z.string().nullable(),
    attempts_left: z.number().int().positive(),
  }),
)

/** The schemas of the entries that are read as JSON. */
export const schemas = {
  head: headSchema,
  jobs: jobsSchema,
  'pictures beside': picturesSchema,
  sums: sumsSchema,
  signature: signatureSchema,
}

export type Head = z.output<typeof headSchema>
export type TakenTable = z.output<typeof tableSchema>
export type Sum = z.output<typeof sumSchema>
export type Sums = z.output<typeof sumsSchema>
export type Signature = z.output<typeof signatureSchema>
export type PicturesList = z.output<typeof picturesSchema>
export type CalledJob = z.output<typeof jobsSchema>[number]
