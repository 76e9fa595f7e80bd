import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

export type Sample = { labels: Record<string, string>; value: number }

/**
 * Gauges whose values are asked for when somebody looks: by name, with what they say and their labels. `read` returns a
 * value for each; none where there is nothing to say.
 */
export type Source<Name extends string = string> = {
  gauges: Record<Name, { help: string; labels?: string[] }>
  read(db: Kysely<DB>): Promise<Record<Name, number | null | Sample[]>>
}

/** Checks that `read` names exactly the gauges. */
export const source = <Name extends string>(given: Source<Name>): Source => given

/** An instant as Prometheus counts it. */
export const inSeconds = (at: Date | null | undefined): number | null => (at ? at.getTime() / 1000 : null)
