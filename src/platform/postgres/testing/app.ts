/**
 * A small app on the embedded server, to be killed by tests: `app.ts <data folder> [write]`. Prints one JSON line
 * when the database is open. With `write` it inserts numbers one by one and prints each once it is committed.
 * At SIGTERM or SIGINT it finishes its work, which takes it 200 ms and the database, and then stops.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../embedded.ts'

const [dataDir = '', mode] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

const {
  stop,
  exited: _,
  ...facts
} = await startEmbeddedPostgres({ dataDir, log: (line) => say(`log: ${line}`) })
const pool = new pg.Pool({ ...facts.connection, max: 1 })
pool.on('error', () => undefined)
await pool.query('create table if not exists written (number bigint generated always as identity)')

let draining = false
const drain = async () => {
  if (draining) return
  draining = true
  await delay(200)
  const { rows } = await pool.query('select count(*)::int as count from written')
  say(`drained ${rows[0].count}`)
  await pool.end()
  await stop()
  say('stopped')
  process.exit()
}
process.on('SIGTERM', drain)
process.on('SIGINT', drain)

say(JSON.stringify({ ...facts, pid: process.pid }))
while (mode === 'write' && !draining) {
  const { rows } = await pool.query('insert into written default values returning number')
  say(`written ${rows[0].number}`)
}
setInterval(() => undefined, 60_000) // stays until a signal ends it
