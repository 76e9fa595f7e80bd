import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { signUp } from '../../tests/harness/people.ts'
import { type Collection, categoryIds, collectionOf } from './testing/collection.ts'

let app: TestApp
let maya: Collection
let home: string
let listener: pg.Client
let heard: string[] = []
beforeAll(async () => {
  app = await startTestApp()
  maya = collectionOf(app, await signUp(app))
  home = (await categoryIds(app)).home as string
  listener = new pg.Client(app.database.address)
  await listener.connect()
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.query('listen page_changed')
})
afterAll(async () => {
  await listener.end()
  await app.close()
})

/** What was announced as changed while `work` ran, in the order of the commits. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  heard = []
  await hear('begin')
  await work()
  await hear('end')
  return heard.slice(heard.indexOf('begin') + 1, heard.indexOf('end'))
}

async function hear(mark: string) {
  await app.database.pool.query(`select pg_notify('page_changed', $1)`, [mark])
  await expect.poll(() => heard).toContain(mark)
}

describe('cached public pages are notified', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['a new title', (id) => maya.patch(id, { title: 'Lantern' })],
    ['another category alone', (id) => maya.patch(id, { category_id: home })],
    ['a move out of the Inbox', (id) => maya.assign([id], home)],
    ['a deletion', (id) => maya.remove(id)],
  ])('of %s', async (_what, change) => {
    const { id, user_id, asin } = await maya.post()
    expect(new Set(await changedBy(() => change(id)))).toEqual(
      new Set([`product:${id}`, `profile:${user_id}`, 'feed', `asin:us:${asin}`]),
    )
  })

  it('of a move back to the Inbox', async () => {
    const { id } = await maya.post({ category_id: home })
    expect(await changedBy(() => maya.giveBack([id], home))).toContain(`product:${id}`)
  })

  it('not when nothing changes, or a change is refused', async () => {
    const { id } = await maya.post({ category_id: home })
    const changes = await changedBy(async () => {
      await maya.patch(id, { title: 'Lamp', category_id: home })
      await maya.patch(id, { title: 'Lantern' }, 7)
      await maya.assign([id], home)
      await maya.remove(id, 7)
    })
    expect(changes).toEqual([])
  })
})
