// A process that does the app's jobs, for tests that kill it: `node worker.ts '{"address": …, "env": …}'`. So many at
// a time that every kind of job is under way at once.
import path from 'node:path'
import type { PoolClient } from 'pg'
import { createApp } from '../../src/app.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { type DatabaseAddress, openDatabase } from '../../src/platform/database/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { readSettings } from '../../src/platform/settings/read.ts'

const concurrency = 50
const connections = 70

type Given = { address: DatabaseAddress; env: Record<string, string>; siteUrl: string }

const { address, env, siteUrl } = JSON.parse(process.argv[2] ?? '') as Given
const database = openDatabase(address, { max: connections })
// One after the other: on a slow machine all at once take longer than anybody waits for one.
const clients: PoolClient[] = []
while (clients.length < connections) clients.push(await database.pool.connect())
for (const client of clients) client.release()
const app = await createApp({
  settings: readSettings({ NODE_ENV: 'test', ...env }, path.resolve(import.meta.dirname, '../..')),
  siteUrl,
  database,
  address,
  clock: systemClock,
  log: createLog('warn'),
  renderer: async () => new Response('', { status: 404 }),
})
app.startJobs(concurrency)
