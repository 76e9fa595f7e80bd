import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FakeS3, startFakeS3 } from '../../tests/fakes/s3.ts'
import { examine } from '../platform/doctor/line.ts'
import { readSettings } from '../platform/settings/read.ts'
import { checkPictures, createMedia } from './index.ts'

let s3: FakeS3
beforeAll(async () => {
  s3 = await startFakeS3()
})
afterAll(() => s3.close())
afterEach(() => {
  s3.trouble = 'none'
})

const look = (env: Record<string, string> = {}) => {
  const settings = readSettings({ ...s3.env, ...env }, import.meta.dirname)
  return examine(checkPictures(createMedia({ filesDir: '', s3: settings.s3 })))
}

describe('the doctor looks at a bucket (docs/operating.md#doctor)', () => {
  it('stores a picture, which it reads, is refused to replace, and removes', async () => {
    const [line] = await look()
    expect(line).toMatchObject({
      name: 'pictures',
      state: 'ok',
      says: 'Stored, read and removed in the bucket.',
    })
    expect([...s3.objects.keys()]).toEqual([])
  })

  it.each(['failing', 'dropping', 'undeletable', 'halving'] as const)(
    'fails where it is %s',
    async (trouble) => {
      s3.trouble = trouble
      const [line] = await look()
      expect(line).toMatchObject({ name: 'pictures', state: 'fail' })
      s3.objects.clear()
    },
  )

  it.each([
    ['a key that it does not know', { S3_SECRET_ACCESS_KEY: 'another' }, 'The store does not take the key.'],
    ['a bucket that is not there', { S3_BUCKET: 'no-such-bucket' }, 'There is no such bucket.'],
    ['nobody there', { S3_ENDPOINT: 'http://127.0.0.1:9' }, 'Nothing listens there.'],
    ['a host that nobody knows', { S3_ENDPOINT: 'http://store.invalid' }, 'The store’s host is not known.'],
  ])('says what the store answers: %s', async (_, env, says) => {
    const [line] = await look(env)
    expect(line).toMatchObject({ name: 'pictures', state: 'fail', says: expect.stringContaining(says) })
    expect(line?.todo).toMatch(/S3_/)
  })
})
