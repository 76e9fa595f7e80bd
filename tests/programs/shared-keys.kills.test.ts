import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { startTestApp } from '../harness/app.ts'
import { createTestDatabase } from '../harness/database.ts'
import { emptyDatabase, newFolder, signing, trusted } from '../harness/empty-installation.ts'
import { proveAddress, signUp } from '../harness/people.ts'
import { runCommand, startFolio, startRefused, urlOf } from '../harness/process.ts'

const paypal = { method: 'paypal', account: 'maya@pay.example', legal_name: 'Maya Okafor', country: 'DE' }
const keyIn = (dataDir: string) => path.join(dataDir, 'keys/payout-details.key')

/** A database, and nodes on it, each with a data folder of its own. */
async function scene() {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const lines: string[] = []
  const node = async (env: Record<string, string> = {}) => {
    const dataDir = newFolder()
    const log = createLog('error', { write: (line) => void lines.push(line) })
    const app = await startTestApp({ database, log, env: { DATA_DIR: dataDir, ...env } })
    onTestFinished(() => app.close())
    return { app, dataDir }
  }
  const person = async ({ app }: Awaited<ReturnType<typeof node>>) => {
    const person = await signUp(app)
    await proveAddress(app, person)
    return person
  }
  const enter = (
    { app }: Awaited<ReturnType<typeof node>>,
    { token, password }: Awaited<ReturnType<typeof signUp>>,
  ) => app.request('PUT', '/api/v1/me/payout-details', { token, body: { ...paypal, password } })
  const refused = async (env: Record<string, string>) => {
    const { code, err } = await startRefused({ DATABASE_URL: urlOf(database), PORT: '0', ...env })
    expect(code).toBe(1)
    return err
  }
  return { database, node, person, enter, refused, lines }
}

it('a start with another data folder on the same database refuses, until it has the key (decision 138)', async () => {
  const { database, node, person, enter, refused } = await scene()
  const first = await node()
  const maya = await person(first)
  expect((await enter(first, maya)).status).toBe(200)

  const other = newFolder()
  expect(await refused({ DATA_DIR: other })).toBe(
    `The key that encrypted the payout details in this database is not here: there is none in ${other}/keys. Set ` +
      'PAYOUT_KEY to it on every node (base64 of the file keys/payout-details.key of the node that has it), or put ' +
      'that file back from a backup with keys. If it is lost, run npm run admin -- accept-keys: creators then have to ' +
      'enter their payout details again.\n',
  )
  expect(existsSync(keyIn(other))).toBe(false)
  const wrong = Buffer.alloc(32, 9).toString('base64')
  expect(await refused({ DATA_DIR: other, PAYOUT_KEY: wrong })).toContain(
    'PAYOUT_KEY is another. Set PAYOUT_KEY',
  )

  const PAYOUT_KEY = readFileSync(keyIn(first.dataDir)).toString('base64')
  const second = await startFolio(other, { DATABASE_URL: urlOf(database), PAYOUT_KEY })
  const seen = await fetch(`${second.url}/api/v1/me/payout-details`, {
    headers: { authorization: `Bearer ${maya.token}` },
  })
  expect((await seen.json()).coming ?? (await seen.json()).current).toMatchObject({
    account: 'm•••@pay.example',
  })
  await second.end('SIGTERM')
})

it('a node that started before another wrote with its key writes nothing with a second one, and says why', async () => {
  const { database, node, person, enter, lines } = await scene()
  const [first, second, third] = [
    await node(),
    await node(),
    await node({ PAYOUT_KEY: Buffer.alloc(32, 9).toString('base64') }),
  ]
  const [maya, ben] = [await person(first), await person(second)]
  expect((await enter(first, maya)).status).toBe(200)
  for (const node of [second, third]) expect((await enter(node, ben)).status).toBe(500)
  expect(existsSync(keyIn(second.dataDir))).toBe(false)
  expect(lines.filter((line) => line.includes('The key that encrypted the payout details'))).toHaveLength(2)
  expect((await database.pool.query('select from payout_details')).rowCount).toBe(1)
  expect((await enter(first, ben)).status).toBe(200)
})

it('of two nodes that write first at once, one does, and the other does not', async () => {
  const { database, node, person, enter } = await scene()
  const nodes = [await node(), await node()]
  const people = await Promise.all(nodes.map(person))
  const answers = await Promise.all(nodes.map((node, n) => enter(node, people[n] as (typeof people)[number])))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 500])
  expect((await database.pool.query('select from payout_details')).rowCount).toBe(1)
})

it('an operator whose key is lost goes on with another one, on purpose', async () => {
  const { database, node, person, enter, refused } = await scene()
  const first = await node()
  expect((await enter(first, await person(first))).status).toBe(200)
  const other = newFolder()
  const accept = () => runCommand('admin', database, ['accept-keys'], { DATA_DIR: other })
  expect(await refused({ DATA_DIR: other })).toContain('accept-keys')
  expect(await accept()).toMatchObject({
    code: 0,
    out: 'Its keys are this node’s from now on. Give them to the other nodes, and restart those.\n',
  })
  expect(await accept()).toMatchObject({
    out: 'No other keys have written in this database: nothing was changed.\n',
  })
  const audit = await database.pool.query(`select action, subject from admin_audit`)
  expect(audit.rows).toEqual([{ action: 'keys.accept', subject: 'PAYOUT_KEY' }])
  const next = await node({ DATA_DIR: other })
  expect((await enter(next, await person(next))).status).toBe(200)
  // The node with the earlier key does not write with it any more.
  expect((await enter(first, await person(first))).status).toBe(500)
})

it.each([
  ['with keys knows which ones, and brings them', ['--keys']],
  ['without keys forgets which ones', []],
] as const)('a backup %s', async (_, options) => {
  const { database, node, person, enter } = await scene()
  const first = await node()
  const maya = await person(first)
  expect((await enter(first, maya)).status).toBe(200)
  const file = path.join(newFolder(), 'folio.tar')
  const env = { DATA_DIR: first.dataDir, ...signing }
  expect(await runCommand('backup', database, [file, ...options], env)).toMatchObject({ code: 0 })
  const [managed, to] = [await emptyDatabase(), newFolder()]
  expect(await runCommand('restore', managed, [file, ...trusted], { DATA_DIR: to })).toMatchObject({
    code: 0,
  })
  const { rows } = await managed.query('select name from shared_keys')
  expect(rows).toEqual(options.length > 0 ? [{ name: 'payouts' }] : [])
  expect(existsSync(keyIn(to))).toBe(options.length > 0)
})
