import pg from 'pg'
import { vi } from 'vitest'

/** Runs `work` and returns the statements it sent to the database. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : (first as { text: string }).text,
    )
  } finally {
    query.mockRestore()
  }
}
