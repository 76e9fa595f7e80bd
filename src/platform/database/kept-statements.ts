import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'

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

/** A connection that keeps the plans of statements that end with {@link kept}. */
export class KeepingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const send = (...input: unknown[]): unknown => Reflect.apply(super.query, this, input)
    const keep = (text: unknown, values: unknown, ...rest: unknown[]) =>
      typeof text === 'string' && text.endsWith(mark)
        ? send({ name: nameOf(text), text, values }, ...rest)
        : send(text, values, ...rest)
    this.query = keep as typeof this.query
  }
}
