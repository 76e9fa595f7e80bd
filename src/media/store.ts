import type { Readable } from 'node:stream'
import type { PictureType } from './rules.ts'

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

/** The pictures of this process. */
export type Media = {
  store: PictureStore
  /** What public reading serves: a folder, or what is read through this process. */
  source: { folder: string } | { open: OpenPicture }
}
