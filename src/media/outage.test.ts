import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '../shared/time.ts'
import { avatarsOf, type PictureStage, startPictureStage } from './testing/storage.ts'

let stage: PictureStage
beforeAll(async () => {
  stage = await startPictureStage()
})
afterAll(() => stage.close())

async function upload(n: number): Promise<string> {
  const avatars = avatarsOf(stage.app, stage.maya.token)
  const name = `${stage.maya.id}-${n}.webp`
  await avatars.upload(name, new Blob([new Uint8Array(stage.red)]))
  return avatars.getPublicUrl(name).data.publicUrl
}

/** Ends the app's connections, and makes the server unreachable until the returned function is called. */
async function takeDatabaseAway() {
  const { pool, address } = stage.app.database
  const { host } = address
  pool.options.host = '/nowhere'
  const client = new pg.Client({ ...address, database: 'postgres' })
  await client.connect()
  await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    address.database,
  ])
  await client.end()
  return () => {
    pool.options.host = host
  }
}

const read = async (address: string) => {
  const answer = await fetch(address)
  const bytes = (await answer.arrayBuffer()).byteLength
  return { status: answer.status, caching: answer.headers.get('cache-control'), isThere: bytes > 0 }
}

it('while the database is away, a picture that everyone could see within the last five minutes is served; no other is', async () => {
  const [seen, unseen] = [await upload(1), await upload(2)]
  expect(await read(seen)).toMatchObject({ status: 200, isThere: true })
  const bringBack = await takeDatabaseAway()
  // Nothing caches an answer that could not be checked.
  expect(await read(seen)).toEqual({ status: 200, caching: 'no-store', isThere: true })
  expect(await read(unseen)).toMatchObject({ status: 503, caching: 'no-store' })
  stage.app.clock.advance(5 * minuteMs)
  expect(await read(seen)).toMatchObject({ status: 503 })
  bringBack()
  await expect.poll(() => read(unseen)).toMatchObject({ status: 200 })
})
