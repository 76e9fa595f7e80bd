import type { TestApp } from '../../../../tests/harness/app.ts'
import type { Person } from '../../../../tests/harness/people.ts'

type Format = 'csv' | 'json'

/** A person's files of their collection, over HTTP. */
export const transfersOf = (app: TestApp, { token }: { token?: string | undefined }) => ({
  exported: (format: Format = 'json') =>
    app.request('GET', `/api/v1/me/collection?format=${format}`, { token }),
  /** Sends a file as it is; a JSON one may be given as a value. */
  async imported(
    file: string | Uint8Array<ArrayBuffer> | object,
    { preview = false, type = '', key = '' } = {},
  ) {
    const isCsv = file instanceof Uint8Array || typeof file === 'string'
    const response = await fetch(new URL(`/api/v1/me/collection${preview ? '?preview=true' : ''}`, app.url), {
      method: 'POST',
      headers: {
        'content-type': type || (isCsv ? 'text/csv' : 'application/json'),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      body: isCsv ? file : JSON.stringify(file),
    })
    return { status: response.status, body: await response.json() }
  },
  imports: () => app.request('GET', '/api/v1/me/collection/imports', { token }),
  undone: (importId: string) =>
    app.request('POST', `/api/v1/me/collection/imports/${importId}/undo`, { token }),
})

/** Resets the limits of a person's imports and exports. */
export const forgetTransfers = (app: TestApp) => app.database.pool.query('delete from rate_limits')

/** A CSV of a header and rows, every cell quoted. */
export const csv = (...rows: string[][]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

/** The ids of a person's products and their versions, from the database. */
export async function versionsOf(app: TestApp, { id }: Person): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query(
    'select id, version from products where user_id = $1 and deleted_at is null',
    [id],
  )
  return Object.fromEntries(rows.map((row) => [row.id, row.version]))
}
