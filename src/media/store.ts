import type { Readable } from 'node:stream'
import type { PictureType } from './rules.ts'

type Picture = { bytes: Uint8Array; type: PictureType }

/** A picture that is there; its size is asked for where listing did not tell it. */
export type Listed = { name: string; size: () => Promise<number | null> }

/** Where pictures lie. Names are checked by whoever calls; the store only keeps bytes, each picture whole or not at all. */
export type PictureStore = {
  /**
   * Keeps the picture under this name; it outlives a crash once this resolves. Without `overwrite` a name that is taken
   * is left as it is, and the answer is false: of several at once, one is kept.
   */
  put(name: string, picture: Picture, options: { overwrite: boolean }): Promise<boolean>
  /** How many bytes a picture has; null when it is not there. */
  sizeOf(name: string): Promise<number | null>
  /** The pictures whose names begin so, in the folder that precedes the last slash; one by one, however many. */
  list(prefix: string): AsyncIterable<Listed>
  /** Removes these, and returns the names of those that were there. */
  remove(names: string[]): Promise<string[]>
  /** Removes every picture whose name begins so. What precedes the last slash is a folder. */
  removeAll(prefix: string): Promise<void>
}

/** How a picture is asked for, in HTTP's own words. */
type Wanted = { method: string; range: string | undefined; ifNoneMatch: string | undefined }

/** A picture as it is read: `status` is HTTP's own, and `body` is null where there is nothing to send. */
export type Opened = { status: number; headers: Record<string, string>; body: Readable | null }

/** Opens a picture for reading; null when there is none of that name. Throws `unavailable`. */
export type OpenPicture = (name: string, wanted: Wanted) => Promise<Opened | null>

/** Pictures as this process keeps them. */
export type Media = {
  store: PictureStore
  /** What public reading serves: a folder, or what is read through this process. */
  source: { folder: string } | { open: OpenPicture }
}
