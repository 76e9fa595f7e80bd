import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { signUpAdmin } from '../../../tests/harness/people.ts'
import { reportText } from '../testing/report-text.ts'
import { type Imports, importsOf } from './testing/stage.ts'

let app: TestApp
let imports: Imports
beforeAll(async () => {
  app = await startTestApp()
  imports = importsOf(app, await signUpAdmin(app))
})
afterAll(() => app.close())

describe('the file of an import', () => {
  it('stays stored byte for byte once it has taken effect, for admins to download', async () => {
    // Windows-1252, and more than one stored piece.
    const text = Buffer.from(
      `${reportText([{ order_item_id: 'stored-1', product_title: 'Caf\u00e9' }])}${`${' '.repeat(1_000)}\n`.repeat(1_500)}`,
      'latin1',
    )
    const staged = await imports.add(text, { file_name: 'no\u00ebl "1".csv' })
    expect(staged.has_file).toBe(true)
    await imports.merge(staged.id)
    const { status, headers, bytes } = await imports.file(staged.id)
    expect([status, bytes.equals(text)]).toEqual([200, true])
    expect(headers.get('content-type')).toBe('application/octet-stream')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="no_l _1_.csv"; filename*=UTF-8''no%C3%ABl%20%221%22.csv`,
    )
    await imports.undo(staged.id)
    expect((await imports.file(staged.id)).bytes.equals(text)).toBe(true)
    const change = "update import_chunks set bytes = 'x' where import_id = $1"
    for (const statement of [change, 'delete from import_chunks where import_id = $1'])
      await expect(app.database.pool.query(statement, [staged.id])).rejects.toThrow('append-only')
    const pasted = await imports.add(reportText([{ order_item_id: 'stored-2' }]))
    expect((await imports.file(pasted.id)).headers.get('content-disposition')).toMatch(
      /^attachment; filename="import-\d{4}-\d\d-\d\d\.csv"/,
    )
    expect(await imports.discard(pasted.id)).toMatchObject({ has_file: false })
    expect((await imports.file(pasted.id)).status).toBe(404)
  })
})
