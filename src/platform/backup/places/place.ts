import type { Readable, Writable } from 'node:stream'
import { OperatorError } from '../../operator-error.ts'

/** A file of a place, by its name relative to the place. */
export type Stored = { name: string; bytes: number; changedAt: Date }

/** A file that exists only once it is complete. */
export type GrowingFile = {
  sink: Writable
  /** Resolves when everything written into the sink is stored. */
  done: Promise<void>
  /** Gives the file its name, and returns its size; it survives a crash once this resolves. */
  complete(): Promise<number>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}

/** Reading a whole file must not fill the memory, since somebody may have replaced it by anything. */
export function refuseLarger(title: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new OperatorError(`${title} has ${bytes} bytes, which is more than a file of that name can have.`)
}

/**
 * A place for archives: a folder, or a bucket of S3. Every function throws OperatorError if the place cannot be used;
 * names are relative to it, with `/` between folders.
 */
export type Place = {
  /** As operators write it. */
  title: string
  /** Makes the folder if there is none. */
  prepare(): Promise<void>
  /** The files in it, or those anywhere below one of its folders; none if it does not exist. */
  list(below?: string): AsyncIterable<Stored>
  /** All of a small file; null if it does not exist. Throws OperatorError if it has more than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Buffer | null>
  /** A file from its beginning, however slowly it is read; null if it does not exist. */
  open(name: string): Promise<Readable | null>
  /** Stores a small file, completely or not at all, and replaces one of that name. */
  write(name: string, bytes: Buffer): Promise<void>
  /**
   * Begins a file. Throws OperatorError if one of that name exists and may not be replaced, and if there are fewer than
   * `needed` bytes left.
   */
  begin(name: string, options: { overwrite: boolean; needed: number }): Promise<GrowingFile>
  remove(names: string[]): Promise<void>
}
