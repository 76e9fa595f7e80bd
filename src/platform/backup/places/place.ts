import type { Readable, Writable } from 'node:stream'
import { OperatorError } from '../../operator-error.ts'

/** A file of a place, by its name from there. */
export type Stored = { name: string; bytes: number; changedAt: Date }

/** A file that exists only once it is complete. */
export type GrowingFile = {
  sink: Writable
  /** Resolves when everything was taken that was written into the sink. */
  done: Promise<void>
  /** Gives the file its name, and returns its size; it survives a crash once this resolves. */
  complete(): Promise<number>
  /** Leaves nothing behind. */
  discard(): Promise<void>
}

/** A file that is read as a whole might be anything by now, and must not fill the memory. */
export function refuseLarger(title: string, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes)
    throw new OperatorError(`${title} has ${bytes} bytes, which is more than a file of that name can have.`)
}

/**
 * Where archives lie: a folder, or a bucket of S3. All of it throws OperatorError where the place cannot be used; names
 * are from there, with `/` between folders.
 */
export type Place = {
  /** As operators write it. */
  title: string
  /** Makes a folder where there is none. */
  prepare(): Promise<void>
  /** The files in it, or those anywhere below one of its folders; none where it is not there. */
  list(below?: string): AsyncIterable<Stored>
  /** All of a small file; null where it is not there. Throws OperatorError where it has more than `maxBytes`. */
  read(name: string, maxBytes: number): Promise<Buffer | null>
  /** A file from its beginning, however slowly it is read; null where it is not there. */
  open(name: string): Promise<Readable | null>
  /** Stores a small file, completely or not at all, in place of one of that name. */
  write(name: string, bytes: Buffer): Promise<void>
  /**
   * Begins a file. Throws OperatorError where one of that name is there and may not be replaced, and where there are
   * less than `needed` bytes left.
   */
  begin(name: string, options: { overwrite: boolean; needed: number }): Promise<GrowingFile>
  remove(names: string[]): Promise<void>
}
