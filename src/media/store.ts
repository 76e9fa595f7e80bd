import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { PictureType, Square } from './rules.ts'

type Picture = { bytes: Uint8Array; type: PictureType }

/** A stored picture; its size is asked for where listing did not give it. */
export type Listed = { name: string; size: () => Promise<number | null> }

/**
 * Where pictures are stored. The caller checks names; the store only holds bytes, each picture completely or not at
 * all.
 */
export type PictureStore = {
  /**
   * Stores the picture under this name; it survives a crash once this resolves. Without `overwrite` a name that is
   * taken stays as it is, and the result is false: of several at once, one is stored.
   */
  put(name: string, picture: Picture, options: { overwrite: boolean }): Promise<boolean>
  /** How many bytes a picture has; null when it is not there. */
  sizeOf(name: string): Promise<number | null>
  /**
   * The pictures whose names begin with the prefix, in the folder that precedes the last slash; one by one, however
   * many.
   */
  list(prefix: string): AsyncIterable<Listed>
  /** Removes these, and returns the names of those that were there. */
  remove(names: string[]): Promise<string[]>
  /** Removes every picture whose name begins with the prefix. What precedes the last slash is a folder. */
  removeAll(prefix: string): Promise<void>
}

/** A request for a picture, in HTTP's terms. */
type Wanted = { method: string; range: string | undefined; ifNoneMatch: string | undefined }

/** A picture as it is read: `status` is that of HTTP, and `body` is null where there is nothing to send. */
export type Opened = { status: number; headers: Record<string, string>; body: Readable | null }

/** Opens a picture for reading; null when there is none of that name. Throws `unavailable`. */
export type OpenPicture = (name: string, wanted: Wanted) => Promise<Opened | null>

/** What public reading serves: a folder, or what is read through this process. */
type Source = { folder: string } | { open: OpenPicture }

/** A smaller size: the picture's square, or all of it, in at most so many pixels on its longer side. */
export type Size = { of: 'square' | 'whole'; side: number }

/** What is known of a picture's square: its side, and where its owner has placed it; null for its middle. */
export type Framing = { side: number | null; square: Square | null }

/**
 * The name of a stored picture's smaller size; null where the picture itself is no larger, and where there is no such
 * picture. Throws `unavailable` where it cannot be made now.
 */
export type SmallerPictures = (
  path: string,
  size: Size,
  readFraming: () => Promise<Framing | undefined>,
) => Promise<string | null>

/** The pictures of this process. */
export type Media = { store: PictureStore; source: Source; smaller: SmallerPictures }

/** The bytes of a stored picture; null where there is none of that name. Throws `unavailable`. */
export async function readStored(source: Source, name: string): Promise<Buffer | null> {
  if ('folder' in source)
    return readFile(path.join(source.folder, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
  const opened = await source.open(name, { method: 'GET', range: undefined, ifNoneMatch: undefined })
  return opened?.body ? buffer(opened.body) : null
}
