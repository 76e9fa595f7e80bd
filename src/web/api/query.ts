import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Api, EndpointName, InputOf } from './client.ts'

/** A call that only reads. */
export type Read = Extract<EndpointName, `GET ${string}`>

/** A call that reads a list page by page. */
export type ReadOfPages = {
  [K in Read]: AnswerOf<K> extends { next_cursor: string | null } ? K : never
}[Read]

/** One of the list that a call answers. */
export type ItemOf<K extends Read> = AnswerOf<K> extends { items: readonly (infer Item)[] } ? Item : never

// What is not required may be left out: the whole input, or its query.
type Input<K extends Read> =
  Record<string, never> extends Loose<InputOf<K>> ? [input?: Loose<InputOf<K>>] : [input: Loose<InputOf<K>>]

type Loose<I> = I extends { query: infer Q }
  ? Record<string, never> extends Q
    ? Omit<I, 'query'> & { query?: Undefinable<Q> }
    : I
  : I

// JSON and addresses leave out what is undefined.
type Undefinable<Q> = { [F in keyof Q]: Q[F] | undefined }

/** What a list can be asked for, beside the page. */
export type Asked<K extends ReadOfPages> =
  InputOf<K> extends { query: infer Q } ? Omit<Undefinable<Q>, 'cursor'> : never

/** The key under which the answer to a call with an input is cached. */
export const keyOf = <K extends Read>(name: K, ...[input]: Input<K>) => [name, input ?? {}] as const

/** The query that asks a call with an input. A screen adds what is its own: how often it asks, how long it keeps. */
export const queryOf = <K extends Read>(api: Api, name: K, ...input: Input<K>) =>
  queryOptions({
    queryKey: keyOf(name, ...input),
    queryFn: ({ signal }) => ask(api, name, input[0], signal),
  })

/** The query that asks for a list, page by page. */
export const pagesOf = <K extends ReadOfPages>(api: Api, name: K, ...input: Input<K>) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(name, ...input), 'pages'] as const,
    queryFn: ({ pageParam, signal }) => ask(api, name, at(input[0], pageParam), signal),
    initialPageParam: '',
    getNextPageParam: (last: { next_cursor: string | null }) => last.next_cursor,
  })

/** Whether it is a call of admins', by its name. */
export const isAdmins = (name: unknown): boolean => String(name).startsWith('GET /api/v1/admin/')

/** Asks again for what is shown of these calls and of those below them: `/imports` has `/imports/:id`. */
export const refresh = (client: QueryClient, ...names: Read[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey: [asked] }) =>
      names.some((name) => asked === name || String(asked).startsWith(`${name}/`)),
  })

// A list's first page is asked for without a cursor.
const at = (input: unknown, cursor: string): unknown => ({
  ...(input as object),
  query: { ...(input as { query?: object } | undefined)?.query, ...(cursor && { cursor }) },
})

const ask = <K extends Read>(api: Api, name: K, input: unknown, signal: AbortSignal) =>
  (api as (name: K, input: unknown, extras: { signal: AbortSignal }) => Promise<AnswerOf<K>>)(
    name,
    input ?? {},
    { signal },
  )
