/** A call of the API's description, with the parts needed here. */
export type Call = {
  method: string
  path: string
  parameters: { in: string; name: string; required?: boolean; schema?: { enum?: unknown[] } }[]
}

type Description = { paths: Record<string, Record<string, { parameters?: Call['parameters'] }>> }

/** The calls of the API's description, ordered by path. */
export const callsOf = ({ paths }: Description): Call[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
    })),
  )

/** Known values, by the names that refer to them: `products/ref`, `id`, `q`. */
export type Known = Map<string, Set<string>>

const each = 3
/** Texts for parameters that answers do not supply. */
const texts: [string, string[]][] = [
  ['q', ['lamp', 'a', '#kitchen']],
  ['tz', ['Europe/Berlin']],
  ['username', ['nobody-there']],
]

export const knownTexts = (): Known => new Map(texts.map(([name, values]) => [name, new Set(values)]))

/**
 * Collects further values from an answer: items of each list by the list's name, as in `products/id`, and fields with a
 * name that paths have, as in `username`.
 */
export function learn(known: Known, path: string, body: unknown): void {
  const list = path.split('/').findLast((part) => !part.startsWith('{')) ?? ''
  const visit = (value: unknown, depth: number): void => {
    if (Array.isArray(value)) for (const item of value.slice(0, each)) visit(item, depth + 1)
    else if (value && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) {
        if (typeof inner === 'string' && inner.length < 100) {
          add(known, key, inner)
          if (/^id$|_id$|^name$|^slug$|^username$|^marketplace$/.test(key))
            add(known, `${list}/${key}`, inner)
        }
        visit(inner, depth + 1)
      }
  }
  visit(body, 0)
}

function add(known: Known, name: string, value: string): void {
  const values = known.get(name) ?? new Set()
  if (values.size < each) known.set(name, values.add(value))
}

/** Names in answers for values that paths call otherwise. */
const synonyms: Record<string, string[]> = {
  'products/ref': ['short_link_id', 'product_id', 'asin'],
  'products/id': ['product_id'],
  'orders/id': ['orders/order_item_id', 'order_item_id'],
  'accounts/id': ['user_id', 'owner_id'],
  'ledger/id': ['ledger/id', 'entry_id'],
}

/** The addresses of a call: with each known value of its path, and each choice of its query. */
export function targetsOf({ path, parameters }: Call, known: Known): string[] {
  let paths = [path]
  for (const [whole, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const before = path.slice(0, path.indexOf(whole)).split('/').at(-2) ?? ''
    const values = valuesFor(`${before}/${name}`, name, known)
    paths = paths.flatMap((one) => values.map((value) => one.replace(whole, encodeURIComponent(value))))
  }
  const query = parameters.filter((one) => one.in === 'query')
  const required = query
    .filter((one) => one.required)
    .map(
      ({ name, schema }) =>
        `${name}=${encodeURIComponent(String(schema?.enum?.[0] ?? [...(known.get(name) ?? ['x'])][0]))}`,
    )
  const options = query.flatMap(({ name, schema }) => [
    ...(schema?.enum ?? []).map((value) => `${name}=${encodeURIComponent(String(value))}`),
    ...(texts.some(([text]) => text === name) ? [...(known.get(name) ?? [])] : []).map(
      (value) => `${name}=${encodeURIComponent(value)}`,
    ),
  ])
  const queries = [required.join('&'), ...options.map((option) => [...required, option].join('&'))]
  return [...new Set(paths.flatMap((one) => queries.map((text) => (text ? `${one}?${text}` : one))))]
}

function valuesFor(qualified: string, name: string, known: Known): string[] {
  const names = [qualified, ...(synonyms[qualified] ?? []), name]
  const found = names.map((one) => known.get(one)).find((values) => values && values.size > 0)
  return found ? [...found].slice(0, each) : ['00000000-0000-4000-8000-000000000000']
}
