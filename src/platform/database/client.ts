import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { CopyBytes, copy } from './copying.ts'

const mark = '/* kept */'

/**
 * Ends a statement whose plan each connection keeps, for one that is sent all day and takes as long to plan as to run.
 * Only where one plan is right for all parameters; and its text must not vary, since each text is kept.
 */
export const kept: RawBuilder<unknown> = sql.raw(mark)

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `kept_${names.size + 1}`
  names.set(text, name)
  return name
}

/** A connection that keeps the plans of statements that end with {@link kept}, and that copies rows into tables. */
export class KeepingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const send = (...input: unknown[]): unknown => Reflect.apply(super.query, this, input)
    const answer = (text: unknown, values: unknown, ...rest: unknown[]) => {
      if (typeof text === 'string' && text.endsWith(mark))
        return send({ name: nameOf(text), text, values }, ...rest)
      if (typeof text === 'string' && Array.isArray(values) && values[0] instanceof CopyBytes)
        return copy(send, text, values[0])
      return send(text, values, ...rest)
    }
    this.query = answer as typeof this.query
  }
}
