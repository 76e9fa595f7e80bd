import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Person, signInAgain, signUp } from '../../tests/harness/people.ts'
import { collectionOf } from '../folio/testing/collection.ts'
import type { Context } from '../platform/context.ts'
import { verify } from '../platform/verification.ts'
import { dayMs, hourMs, minuteMs } from '../shared/time.ts'
import { countStored } from './counting.ts'
import { removeUnused } from './removing.ts'
import { pictureAddress, quotaBytes } from './rules.ts'
import { holdPictures, removePictures, removeReplaced, storePicture } from './service.ts'
import { plain } from './testing/pictures.ts'
import { startDiskApp } from './testing/storage.ts'
import { pictureChecks } from './verify.ts'

let stage: Awaited<ReturnType<typeof startDiskApp>>
let picture: Buffer
let person: Person
let context: Context
let uploads = 0

beforeAll(async () => {
  stage = await startDiskApp()
  picture = await plain().png().toBuffer()
})
afterAll(() => stage.close())
beforeEach(async () => {
  person = await signUp(stage.app)
  const actor = { userId: person.id, sessionId: person.id, role: 'user' } as const
  context = { db: stage.app.database.db, clock: stage.app.clock.now, actor }
})

const media = () => stage.app.app.services.media
const never = new AbortController().signal
const productPath = () => `products/product-${person.id}-${++uploads}.jpg`
const avatarPath = () => `${person.id}-${++uploads}.jpg`
const store = (name: string) => storePicture(context, media(), { path: name, bytes: picture })
const remove = () => removeUnused(context, media(), never)
const rows = () =>
  context.db.selectFrom('pictures').where('user_id', '=', person.id).selectAll().orderBy('path').execute()
const own = () => stage.stored().filter((name) => name.includes(person.id))
const api = (method: string, at: string, body?: unknown) =>
  stage.app.request(method, at, { token: person.token, body })

/** Makes the rows of the person's pictures say that they take so many bytes. */
const fill = (bytes: number) =>
  context.db
    .insertInto('pictures')
    .values({
      path: avatarPath(),
      user_id: person.id,
      bytes,
      stored_at: context.clock(),
      look_at: new Date(context.clock().getTime() + 90 * dayMs),
    })
    .execute()

const post = async () => (await collectionOf(stage.app, person).post()).id

/** What `npm run verify` says of pictures. */
async function judged() {
  const lines: string[] = []
  const failed = await verify(context, [pictureChecks(media())], (line) => lines.push(line))
  return { failed, lines }
}

describe('what the pictures of an account take (decision 9)', () => {
  it('is at most 200 MB, and what goes beyond is refused in clear words', async () => {
    await store(avatarPath())
    const [{ bytes = 0 } = {}] = await rows()
    await fill(quotaBytes - 2 * bytes)
    await store(avatarPath())
    const body = new Blob([new Uint8Array(picture)])
    const response = await fetch(`${stage.app.url}/storage/v1/object/avatars/${avatarPath()}`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${person.token}` },
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        statusCode: '413',
        error: 'picture_quota_exceeded',
        message:
          'Your pictures take up the 200 MB that an account has. Remove some that you no longer need, and try again.',
      },
    ])
    expect(own()).toHaveLength(2)
  })

  it('is not exceeded by many uploads at once, under different names or the same', async () => {
    await store(avatarPath())
    const [{ bytes = 0 } = {}] = await rows()
    await fill(quotaBytes - 3 * bytes)
    const one = productPath()
    const ends = await Promise.allSettled([avatarPath(), productPath(), avatarPath(), one, one].map(store))
    expect(ends.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(1)
    const total = (await rows()).reduce((sum, row) => sum + Math.max(row.bytes, row.storing_bytes ?? 0), 0)
    expect(total).toBeLessThanOrEqual(quotaBytes)
    expect((await judged()).lines).toContainEqual(expect.stringMatching(/^ok {4}pictures/))
  })

  it('has room again once pictures are removed', async () => {
    const first = avatarPath()
    await store(first)
    const [{ bytes = 0 } = {}] = await rows()
    await fill(quotaBytes - bytes)
    await expect(store(avatarPath())).rejects.toMatchObject({ code: 'picture_quota_exceeded' })
    expect(await removePictures(context, media(), [first])).toEqual([first])
    await store(avatarPath())
  })

  it('counts what a killed process was storing, until its upload is known to have failed', async () => {
    const half = avatarPath()
    await fill(quotaBytes - 1_000)
    const until = new Date(context.clock().getTime() + minuteMs)
    await context.db
      .insertInto('pictures')
      .values({
        path: half,
        user_id: person.id,
        bytes: 0,
        storing_bytes: 1_000,
        storing_until: until,
        stored_at: context.clock(),
        look_at: new Date(context.clock().getTime() + dayMs),
      })
      .execute()
    await expect(store(avatarPath())).rejects.toMatchObject({ code: 'picture_quota_exceeded' })
    stage.app.clock.advance(dayMs + hourMs)
    await remove()
    await store(avatarPath())
  })
})

describe('a picture that nothing refers to', () => {
  it('is removed after a day, also one that was replaced before it was saved; what is shown stays', async () => {
    const [left, replaced, shown, further] = [productPath(), productPath(), productPath(), productPath()]
    const avatar = avatarPath()
    for (const name of [left, replaced, shown, further, avatar]) await store(name)
    const id = await post()
    const pictures = { image_url: pictureAddress(shown), photos: [pictureAddress(further)] }
    expect((await api('PATCH', `/api/v1/products/${id}`, pictures)).status).toBe(200)
    expect((await api('PATCH', '/api/v1/me', { avatar_url: pictureAddress(avatar) })).status).toBe(200)
    stage.app.clock.advance(dayMs - minuteMs)
    await remove()
    expect(own()).toHaveLength(5)
    stage.app.clock.advance(2 * minuteMs)
    await remove()
    expect((await rows()).map(({ path }) => path)).toEqual([avatar, shown, further].sort())
    expect(own()).toEqual([avatar, shown, further].map((name) => path.basename(name)).sort())
    expect(await judged()).toMatchObject({ failed: 0 })
  })

  it('is not the cover of a list, until the list has another or is deleted', async () => {
    const [first, second] = [productPath(), productPath()]
    await store(first)
    const cover_url = pictureAddress(first)
    const { body: list } = await api('POST', '/api/v1/me/lists', { title: 'My desk', cover_url })
    stage.app.clock.advance(dayMs + minuteMs)
    person = { ...person, token: (await signInAgain(stage.app, person)).access_token }
    await remove()
    const left = async () =>
      (await rows()).filter(({ removing_since }) => removing_since === null).map((row) => row.path)
    expect(await left()).toEqual([first])
    await store(second)
    const at = `/api/v1/me/lists/${list.id}`
    expect((await api('PATCH', at, { cover_url: pictureAddress(second) })).status).toBe(200)
    expect(await left()).toEqual([second])
    expect((await api('DELETE', at)).status).toBe(204)
    expect(await left()).toEqual([])
  })

  it('is not removed while it is being saved, and cannot be saved once it is being removed', async () => {
    const [saved, late] = [productPath(), productPath()]
    for (const name of [saved, late]) await store(name)
    const id = await post()
    stage.app.clock.advance(dayMs + minuteMs)
    // Locked by a save that has not ended when it is checked, and shown when it has.
    await context.db.transaction().execute(async (db) => {
      expect(await holdPictures({ ...context, db }, [pictureAddress(saved)])).toEqual(
        new Set([pictureAddress(saved)]),
      )
      await db
        .updateTable('products')
        .set({ image_url: pictureAddress(saved), image_source: 'owner' })
        .where('id', '=', id)
        .execute()
      await remove()
    })
    await remove()
    expect(own()).toEqual([path.basename(saved)])
    await context.db
      .updateTable('pictures')
      .set({ removing_since: context.clock() })
      .where('path', '=', saved)
      .execute()
    person.token = (await signInAgain(stage.app, person)).access_token
    const other = await post()
    const answer = await api('PATCH', `/api/v1/products/${other}`, { image_url: pictureAddress(saved) })
    expect([answer.status, answer.body.details.problems]).toEqual([
      400,
      [{ path: 'image_url', message: 'Please upload this picture first.' }],
    ])
    await expect(store(saved)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is removed completely after a kill in the middle', async () => {
    const name = avatarPath()
    await store(name)
    const killed = { removing_since: context.clock() }
    await context.db.updateTable('pictures').set(killed).where('path', '=', name).execute()
    await remove()
    expect(own()).toHaveLength(1)
    stage.app.clock.advance(6 * minuteMs)
    await remove()
    expect([own(), await rows()]).toEqual([[], []])
  })

  it('is removed at once after it was replaced, but not where it is shown again', async () => {
    const [gone, back] = [avatarPath(), avatarPath()]
    for (const name of [gone, back]) await store(name)
    await api('PATCH', '/api/v1/me', { avatar_url: pictureAddress(back) })
    for (const name of [gone, back]) await removeReplaced(context, media(), pictureAddress(name))
    expect(own()).toEqual([back])
  })
})

describe('pictures of earlier versions', () => {
  it('are counted by a job, get a day from then on, and are reported by verify until then', async () => {
    const [counted, gone] = [productPath(), avatarPath()]
    await store(counted)
    await context.db.deleteFrom('pictures').where('path', '=', counted).execute()
    writeFileSync(path.join(stage.folder, `${crypto.randomUUID()}-1.jpg`), picture)
    writeFileSync(path.join(stage.folder, `.${gone}-unfinished`), picture)
    expect((await judged()).failed).toBe(1)
    await countStored(context, media(), never)
    expect(await rows()).toMatchObject([{ path: counted, bytes: expect.any(Number) }])
    await remove()
    expect(own()).toContain(path.basename(counted))
    stage.app.clock.advance(dayMs + minuteMs)
    await remove()
    expect(own()).not.toContain(path.basename(counted))
    rmSync(stage.folder, { recursive: true })
  })

  it('are counted at the latest when they are saved', async () => {
    const name = avatarPath()
    await store(name)
    await context.db.deleteFrom('pictures').where('path', '=', name).execute()
    expect((await api('PATCH', '/api/v1/me', { avatar_url: pictureAddress(name) })).status).toBe(200)
    expect(await rows()).toMatchObject([{ path: name }])
  })
})
