import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../tests/harness/database.ts'
import { FolioClient } from './client.ts'

it('an answer that came while this process had no time to read it is no silence (decision 71)', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const client = new FolioClient({ ...database.address, silentMs: 50 })
  await client.connect()
  onTestFinished(() => client.end())
  const asked = client.query('select 1 as one')
  const busyUntil = performance.now() + 200
  while (performance.now() < busyUntil);
  expect((await asked).rows).toEqual([{ one: 1 }])
})
