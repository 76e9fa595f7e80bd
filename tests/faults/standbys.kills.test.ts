import { expect, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { checkStandbys } from '../../src/platform/doctor/standbys.ts'
import { type Replica, type Replicas, startReplicas } from '../../src/platform/postgres/testing/replicas.ts'
import { type Line, startLine } from '../fakes/line.ts'
import { startTestApp } from '../harness/app.ts'
import { signUp } from '../harness/people.ts'

vi.setConfig({ testTimeout: 240_000 })

const token = 'what-prometheus-sends'

/** `readUrl` is what somebody has set by mistake; the standby's address otherwise. */
async function setScene(
  readUrlOf: (replicas: Replicas, standby: Replica) => string | Promise<string> = (replicas, standby) =>
    replicas.urlOf([standby]),
) {
  const replicas = await startReplicas({ standbys: 1, synchronous: false })
  onTestFinished(() => replicas.stop())
  const [primary, standby] = replicas.all as [Replica, Replica]
  const readUrl = await readUrlOf(replicas, standby)
  const address = { host: '127.0.0.1', port: primary.port, user: 'folio', database: 'folio' }
  await migrate(address)
  await replicas.ask(primary, 'create database shop')
  const opened = openDatabase(address)
  const database = { ...opened, address, owner: { ...opened, address } }
  onTestFinished(() => database.close())
  const app = await startTestApp({
    pages: true,
    database,
    env: { DATABASE_READ_URL: readUrl, METRICS_TOKEN: token },
  })
  onTestFinished(() => app.close())
  const person = await signUp(app)
  let count = 0
  const publish = async () => {
    count += 1
    const { body } = await app.request('POST', '/api/v1/products', {
      token: person.token,
      body: { amazon_url: 'https://amazon.com/dp/B0KILL0001', title: `Mug ${count}`, category_id: null },
    })
    return { link: body.short_link_id as string, title: `Mug ${count}` }
  }
  const read = async (link: string) => (await app.request('GET', `/api/v1/products/${link}`)).body.title
  const page = async (link: string) => await (await fetch(`${app.url}/l/${link}`)).text()
  const reads = async () => {
    const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
    const lines = (await answer.text()).split('\n').filter((line) => line.startsWith('folio_standby_reads'))
    return Object.fromEntries(
      lines.map((line) => [/by="(\w+)"/.exec(line)?.[1] ?? '', Number(line.split(' ').at(-1))]),
    )
  }
  const doctorSays = async () => {
    const [look] = checkStandbys(database.pool, readUrl)
    return look?.check(AbortSignal.timeout(10_000))
  }
  return { app, doctorSays, person, replicas, standby, publish, read, page, reads }
}

it('a standby answers pages and what is asked without sign-in, and never shows less than was acknowledged (decision 91)', async () => {
  const { app, doctorSays, person, replicas, standby, publish, read, page, reads } = await setScene()
  for (let n = 0; n < 20; n += 1) {
    const { link, title } = await publish()
    expect(await read(link)).toBe(title)
    expect(await page(link)).toContain(title)
  }
  // Every call that a standby may answer, which none of them refuses as a write.
  for (const target of [
    'feed',
    'feed/new',
    'products/search?q=mug',
    'search?q=mug',
    'categories',
    `profiles/${person.username}`,
    `profiles/${person.username}/products`,
  ])
    expect([target, (await app.request('GET', `/api/v1/${target}`)).status]).toEqual([target, 200])
  const { standby: calls = 0 } = await reads()
  expect(calls).toBeGreaterThan(0)
  for (const target of [`${person.username}/feed.atom`, 'sitemap.xml'])
    expect([target, (await fetch(`${app.url}/${target}`)).status]).toEqual([target, 200])
  const { standby: answered = 0, retried = 0 } = await reads()
  expect(answered).toBeGreaterThan(calls)
  expect(retried).toBe(0)

  expect(await doctorSays()).toEqual({ state: 'ok', says: '1 of 1 servers are standbys, up to date.' })

  // One that falls behind: the primary answers.
  await replicas.ask(standby, 'select pg_wal_replay_pause()')
  const { link, title } = await publish()
  expect(await read(link)).toBe(title)
  expect(await page(link)).toContain(title)
  await replicas.ask(standby, 'select pg_wal_replay_resume()')
  const answeredThere = async () => {
    await read(link)
    return (await reads()).standby
  }
  await expect.poll(answeredThere).toBeGreaterThan(answered)

  // One that is gone.
  await replicas.kill(standby)
  expect(await doctorSays()).toMatchObject({
    state: 'warn',
    says: expect.stringContaining('does not answer'),
  })
  expect(await read(link)).toBe(title)
  const next = await publish()
  expect(await page(next.link)).toContain(next.title)
})

it('a standby that has gone silent holds up no page: the primary answers (decision 139)', async () => {
  let line: Line | undefined
  const { app, publish, read, reads } = await setScene(async (_, standby) => {
    line = await startLine({ host: '127.0.0.1', port: standby.port })
    return `postgresql://folio@127.0.0.1:${line.port}/folio`
  })
  if (!line) throw new Error('There is no line.')
  onTestFinished(() => line?.close())
  const { link } = await publish()
  const answeredThere = async () => {
    await read(link)
    return (await reads()).standby
  }
  await expect.poll(answeredThere).toBeGreaterThan(0)
  const { title, link: next } = await publish()
  line.state = 'silent'
  // Its connection is given up after 40 seconds.
  const signal = AbortSignal.timeout(20_000)
  for (let n = 0; n < 3; n += 1) {
    const answer = await fetch(`${app.url}/api/v1/products/${next}`, { signal })
    expect(((await answer.json()) as { title: string }).title).toBe(title)
  }
  line.state = 'open'
})

it.each([
  ['another database of the same servers', (all: Replicas, standby: Replica) => all.urlOf([standby], 'shop')],
  ['the primary alone', (all: Replicas) => all.urlOf([all.primary])],
])(
  'what DATABASE_READ_URL names by mistake answers nothing, and the doctor says so: %s',
  async (_, readUrl) => {
    const { doctorSays, publish, read, page, reads } = await setScene(readUrl)
    const { standby = 0, retried = 0 } = await reads()
    for (let n = 0; n < 3; n += 1) {
      const { link, title } = await publish()
      expect(await read(link)).toBe(title)
      expect(await page(link)).toContain(title)
    }
    expect({ standby: 0, retried: 0, ...(await reads()) }).toMatchObject({ standby, retried })
    expect((await doctorSays())?.state).toBe('warn')
  },
)
