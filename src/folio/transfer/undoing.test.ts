import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, signInAgain, signUp } from '../../../tests/harness/people.ts'
import { dayMs } from '../../shared/time.ts'
import { type Collection, categoryIds, collectionOf } from '../testing/collection.ts'
import { forgetTransfers, transfersOf } from './testing/stage.ts'
import { forgetImports } from './undoing.ts'

let app: TestApp
let ana: Person
let shelf: Collection
let files: ReturnType<typeof transfersOf>
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await forgetTransfers(app)
  ana = await signUp(app)
  shelf = collectionOf(app, ana)
  files = transfersOf(app, ana)
})

const lamp = 'https://www.amazon.com/dp/B0LAMP0001'
const fileOf = (...titles: string[]) => titles.map((title) => ({ amazon_url: lamp, title }))
const items = async () => (await files.exported()).body.items
const titles = async () => (await items()).map(({ title }: { title: string }) => title)
const status = async (path: string) => (await app.request('GET', path)).status

async function importOf(file: object): Promise<string> {
  const { body } = await files.imported(file)
  return body.import_id
}

describe('undoing an import (docs/product/my-folio.md#undoing-an-import)', () => {
  it('removes what it added, and leaves what was changed since and what it changed', async () => {
    const own = await shelf.post({ title: 'Mine' })
    const id = await importOf([
      ...fileOf('Lamp', 'Edited', 'Moved', 'Deleted'),
      { id: own.id, amazon_url: lamp, title: 'Mine!' },
    ])
    const made = await items()
    const [, first, edited, moved, deleted] = made
    await shelf.patch(edited.id, { title: 'Edited since' })
    const { kitchen = '' } = await categoryIds(app)
    await shelf.assign([moved.id], kitchen)
    await shelf.remove(deleted.id)
    const { created_at } = (await files.imports()).body.items[0]
    expect((await files.imports()).body.items).toEqual([
      {
        id,
        created_at,
        undo_until: new Date(Date.parse(created_at) + dayMs).toISOString(),
        created: 4,
        updated: 1,
        removable: 1,
      },
    ])
    const answer = { status: 200, body: { removed: 1, kept: 2, updated: 1 } }
    expect(await files.undone(id)).toMatchObject(answer)
    expect(await titles()).toEqual(['Mine!', 'Edited since', 'Moved'])
    expect(await status(`/api/v1/products/${first.short_link}`)).toBe(404)
    expect((await files.imports()).body.items).toEqual([])

    // Its answer was lost; what has come since is another's.
    await importOf(fileOf('Later'))
    expect(await files.undone(id)).toMatchObject(answer)
    expect(await titles()).toContain('Later')
  })

  it('leaves tombstones, so that the same file makes new items with other short links', async () => {
    const file = fileOf('Lamp', 'Kettle')
    const id = await importOf(file)
    const before = await items()
    await files.undone(id)
    expect(await items()).toEqual([])
    app.clock.advance(1_000)
    expect((await files.imported(file)).body).toMatchObject({ created: 2 })
    const after = await items()
    for (const { short_link } of before) {
      expect(after.map((item: { short_link: string }) => item.short_link)).not.toContain(short_link)
      expect(await status(`/api/v1/products/${short_link}`)).toBe(404)
    }
  })

  it('is for its owner alone: others learn nothing of it', async () => {
    const ben = transfersOf(app, await signUp(app))
    const id = await importOf(fileOf('Lamp'))
    expect((await ben.imports()).body.items).toEqual([])
    expect(await ben.undone(id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    const nobody = transfersOf(app, {})
    expect((await nobody.undone(id)).status).toBe(401)
    expect((await nobody.imports()).status).toBe(401)
    expect(await titles()).toEqual(['Lamp'])
  })

  it('is one import’s: a preview, one that added nothing and those before are none of it', async () => {
    await files.imported(fileOf('First'))
    expect((await files.imported(fileOf('First'), { preview: true })).body.import_id).toBeNull()
    expect((await files.imported(fileOf('First'))).body).toMatchObject({ unchanged: 1, import_id: null })
    app.clock.advance(1_000)
    const second = await importOf(fileOf('Second'))
    expect((await files.imports()).body.items).toMatchObject([{ id: second }, { created: 1 }])
    await files.undone(second)
    expect(await titles()).toEqual(['First'])
  })

  it('goes for 24 hours, after which it is forgotten', async () => {
    const id = await importOf(fileOf('Lamp'))
    const context = { db: app.database.db, clock: app.clock.now }
    const wait = async (ms: number) => {
      app.clock.advance(ms)
      await forgetImports(context)
    }
    const again = async () => transfersOf(app, { token: (await signInAgain(app, ana)).access_token })
    await wait(dayMs - 1)
    files = await again()
    expect((await files.imports()).body.items).toMatchObject([{ id }])
    await wait(1)
    expect((await files.imports()).body.items).toEqual([])
    expect(await files.undone(id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    await wait(dayMs + 1)
    files = await again()
    expect((await files.undone(id)).status).toBe(404)
    expect(await titles()).toEqual(['Lamp'])
  })

  it('of many items, sent four times at once, deletes each once and answers the same', async () => {
    await proveAddress(app, ana)
    const id = await importOf(fileOf(...Array.from({ length: 1_200 }, (_, n) => `Lamp ${n}`)))
    const [kept] = await items()
    await shelf.patch(kept.id, { title: 'Kept' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => files.undone(id)))
    expect(answers).toMatchObject(
      Array(4).fill({ status: 200, body: { removed: 1_199, kept: 1, updated: 0 } }),
    )
    expect(await titles()).toEqual(['Kept'])
  })

  it('under one Idempotency-Key is one import, sent several times at once, and is undone whole', async () => {
    await proveAddress(app, ana)
    const file = fileOf(...Array.from({ length: 1_200 }, (_, n) => `Lamp ${n}`))
    const answers = await Promise.all([1, 2, 3].map(() => files.imported(file, { key: 'one-import' })))
    const [{ id }] = (await files.imports()).body.items
    const made = { created: 1_200, updated: 0, unchanged: 0, skipped: 0, import_id: id }
    expect(answers).toMatchObject(Array(3).fill({ status: 200, body: made }))
    expect((await files.undone(id)).body).toEqual({ removed: 1_200, kept: 0, updated: 0 })
    expect(await items()).toEqual([])
  })

  it('is listed and undone whole where it was cut off before its answer was stored', async () => {
    const own = await shelf.post({ title: 'Mine' })
    const file = [...fileOf('Lamp', 'Kettle'), { id: own.id, amazon_url: lamp, title: 'Mine!' }]
    const first = await files.imported(file, { key: 'cut-off-import' })
    await app.database.pool.query("delete from idempotency_keys where key = 'cut-off-import'")
    const again = await files.imported(file, { key: 'cut-off-import' })
    expect(again).toEqual(first)
    expect(again.body).toMatchObject({ created: 2, updated: 1, unchanged: 0, import_id: expect.any(String) })
    expect((await files.undone(again.body.import_id)).body).toEqual({ removed: 2, kept: 0, updated: 1 })
  })
})
