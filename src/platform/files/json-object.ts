/** An object whose lists may come in batches of rows. */
export type InBatches<T> = {
  [Key in keyof T]: T[Key] extends (infer Row)[] ? Row[] | AsyncIterable<Row[]> : T[Key]
}

/**
 * The text of an object as `JSON.stringify` writes it, a batch at a time, so that its memory does not grow with its
 * lists. Each list is read once those before it are written. Errors on the way are thrown.
 */
export async function* jsonObjectText<T extends object>(members: InBatches<T>): AsyncGenerator<string> {
  let separator = '{'
  for (const [key, value] of Object.entries(members)) {
    const name = `${separator}${JSON.stringify(key)}:`
    separator = ','
    if (isInBatches(value)) yield* listText(name, value)
    else yield name + JSON.stringify(value)
  }
  yield '}'
}

const isInBatches = (value: unknown): value is AsyncIterable<unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

async function* listText(name: string, batches: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let before = `${name}[`
  for await (const rows of batches) {
    if (rows.length === 0) continue
    yield before + rows.map((row) => JSON.stringify(row)).join(',')
    before = ','
  }
  yield before === ',' ? ']' : `${before}]`
}

/** The rows of batches, each serialized. */
export async function* eachOf<Row, Shown>(
  batches: AsyncIterable<Row[]>,
  serialize: (row: Row) => Shown,
): AsyncGenerator<Shown[]> {
  for await (const rows of batches) yield rows.map(serialize)
}
