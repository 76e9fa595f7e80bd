import type { Kysely } from 'kysely'
import type { DB } from '../database/schema.ts'

export type Sample = { labels: Record<string, string>; value: number }

/**
 * Gauges whose values are read when somebody looks: by name, with their description and labels. `read` returns a value
 * for each; none if there is nothing to report.
 */
export type Source<Name extends string = string> = {
  gauges: Record<Name, { help: string; labels?: string[] }>
  read(db: Kysely<DB>): Promise<Record<Name, number | null | Sample[]>>
}

/** Checks that `read` names exactly the gauges. */
export const source = <Name extends string>(given: Source<Name>): Source => given

/** An instant in seconds, as Prometheus counts. */
export const inSeconds = (at: Date | null | undefined): number | null => (at ? at.getTime() / 1000 : null)
