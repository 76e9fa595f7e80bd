import { isUuid } from '../../shared/uuid.ts'

/** The value of an address's parameter; undefined if it is missing or wrong. */
type Reader<T> = (value: unknown) => T | undefined

type Readers = Record<string, Reader<unknown>>

/** The parameters that these readers accept. */
export type SearchOf<R extends Readers> = { [Name in keyof R]?: ReturnType<R[Name]> }

/**
 * A route's `validateSearch`: a parameter that the page does not know, or that is wrong, counts as missing. Every
 * page loads the routes, so their searches are read by these few functions and not by zod.
 */
export const searchOf =
  <R extends Readers>(readers: R) =>
  // Every page knows `add` (routes/__root.tsx).
  ({ add: _, ...asked }: Record<string, unknown>): SearchOf<R> =>
    // A missing one is undefined, not omitted: the router would keep the address's own value.
    Object.fromEntries(
      Object.keys({ ...asked, ...readers }).map((name) => [name, readers[name]?.(asked[name])]),
    ) as SearchOf<R>

/** One of these words. */
export const oneOf =
  <T extends string>(...words: readonly T[]): Reader<T> =>
  (value) =>
    words.find((word) => word === value)

/** Any text that is not empty. The router reads digits as a number. */
export const text: Reader<string> = (value) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined

/** The id of a thing. */
export const id: Reader<string> = (value) => (isUuid(String(value)) ? String(value) : undefined)

/** A month, as in `2026-11`. */
export const month: Reader<string> = (value) =>
  /^\d{4}-(0[1-9]|1[0-2])$/.test(String(value)) ? String(value) : undefined

/** An existing day, as in `2026-11-30`. */
export const day: Reader<string> = (value) =>
  /^\d{4}-\d\d-\d\d$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))
    ? String(value)
    : undefined

/** A number, possibly with decimals or a sign. */
export const number: Reader<number> = (value) =>
  (typeof value === 'number' || (typeof value === 'string' && value.trim())) && Number.isFinite(Number(value))
    ? Number(value)
    : undefined
