import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, setRole, signUpAdmin } from '../../../tests/harness/people.ts'
import { ManualClock } from '../../platform/clock.ts'
import { readSettings } from '../../platform/settings/read.ts'
import { hourMs } from '../../shared/time.ts'
import { post, signUpPayee } from '../testing/ledger.ts'
import { checkCheckpoints } from './doctor.ts'
import { mailCheckpoints, sendCheckpointMail } from './mails.ts'
import { signCheckpoint } from './service.ts'
import { tellWitnesses } from './witnesses.ts'

const signer = { key: { make: async () => Buffer.alloc(32, 7) }, origin: 'folio.example/ledger' }
let app: TestApp
let ana: Person & { payeeId: string }

beforeEach(async () => {
  app = await startTestApp({ clock: new ManualClock(new Date()) })
  ana = await signUpPayee(app)
})
afterEach(() => app.close())

const context = () => ({ db: app.database.db, clock: app.clock.now, actor: null })
/** Posts rows, and signs a checkpoint. */
async function earn(count: number) {
  const at = app.clock.now()
  await post(
    app,
    ana,
    Array.from({ length: count }, () => ({ gross: 100, at })),
  )
  await signCheckpoint(context(), signer)
}

/** A witness that answers as it is told to, and what it was sent. */
async function startWitness() {
  const sent: string[] = []
  const answers: { status: number; body?: string; headers?: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    sent.push(await text(request))
    const { status, body = '', headers = {} } = answers.shift() ?? { status: 200 }
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { sent, answers, address: `http://127.0.0.1:${port}/add?token=secret` }
}

/** What admins see of the witnesses. */
async function health(witness: string) {
  const settings = readSettings({ NODE_ENV: 'test', LEDGER_WITNESSES: witness }, '/nowhere')
  const look = checkCheckpoints(settings, app.database.db).find(({ name }) => name === 'witnesses')
  return look?.check(AbortSignal.timeout(5_000))
}

it('a witness gets the newest checkpoint once, with the proof from the one it knows (docs/product/ledger.md#witnesses)', async () => {
  const { sent, address } = await startWitness()
  const tell = () => tellWitnesses(context(), [address])
  await tell()
  expect(sent).toEqual([])
  await earn(3)
  await tell()
  await tell()
  await earn(2)
  await tell()
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatch(/^old 0\n\nfolio\.example\/ledger\n3\n/)
  expect(sent[1]).toMatch(
    /^old 3\n([\w+/]{43}=\n){4}\nfolio\.example\/ledger\n5\n[\s\S]*\n\n— folio\.example\/ledger \S+\n$/,
  )
  expect(await health(address)).toEqual({ state: 'ok', says: '1 of 1 have the newest checkpoint.' })
})

it('a witness that fails is told again, and admins see since when, without the address (docs/product/ledger.md#witnesses)', async () => {
  const { sent, answers, address } = await startWitness()
  await earn(3)
  answers.push(
    { status: 500, body: 'x'.repeat(5_000) },
    { status: 302, headers: { location: 'http://127.0.0.1/' } },
  )
  await tellWitnesses(context(), [address])
  const since = app.clock.now().toISOString()
  app.clock.advance(hourMs)
  expect(await health(address)).toMatchObject({
    state: 'warn',
    says: `${new URL(address).host} since ${since}: It answered 500.`,
  })
  await tellWitnesses(context(), [address])
  expect(await health(address)).toMatchObject({
    says: expect.stringContaining(`since ${since}: It cannot be reached`),
  })
  await tellWitnesses(context(), [address, 'http://127.0.0.1:1/'])
  expect(sent).toHaveLength(3)
  expect(await health(address)).toMatchObject({ state: 'ok' })
  expect(await health('http://127.0.0.1:1/')).toMatchObject({ state: 'warn' })
})

it('a witness that knows another size is told from there; a larger one than there is, is said (docs/product/ledger.md#witnesses)', async () => {
  const { sent, answers, address } = await startWitness()
  await earn(3)
  await earn(2)
  answers.push({ status: 409, body: '3\n' })
  await tellWitnesses(context(), [address])
  expect(sent.map((body) => body.split('\n')[0])).toEqual(['old 0', 'old 3'])
  await earn(1)
  answers.push({ status: 409, body: '99' })
  await tellWitnesses(context(), [address])
  expect(await health(address)).toMatchObject({
    state: 'warn',
    says: expect.stringContaining('It knows a log of 99 rows, which is larger than ours.'),
  })
})

it('admins who wish are mailed the newest checkpoint, once a day at most (docs/product/admin.md#health)', async () => {
  const [ada, other] = [await signUpAdmin(app), await signUpAdmin(app)]
  await proveAddress(app, ada)
  const call = (method: string, { token }: { token?: string | undefined }, body?: unknown) =>
    app.request(method, '/api/v1/admin/checkpoint-mails', { token, body })
  expect((await call('PUT', ana, { wanted: true })).status).toBe(404)
  expect((await call('GET', {})).status).toBe(404)
  expect((await call('GET', ada)).body).toEqual({ wanted: false })
  expect((await call('PUT', ada, { wanted: true })).body).toEqual({ wanted: true })
  expect((await call('PUT', ada, { wanted: true })).body).toEqual({ wanted: true })
  expect((await call('GET', other)).body).toEqual({ wanted: false })
  await call('PUT', other, { wanted: true })
  expect((await call('PUT', other, { wanted: false })).body).toEqual({ wanted: false })
  expect((await call('GET', other)).body).toEqual({ wanted: false })

  const queued = async () => {
    const { rows } = await app.database.pool.query(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'send_checkpoint_mail' order by j.id`,
    )
    return rows.map(({ payload }) => payload)
  }
  await mailCheckpoints(context())
  await earn(3)
  await mailCheckpoints(context())
  await earn(2)
  await mailCheckpoints(context())
  expect(await queued()).toMatchObject([{ user_id: ada.id, size: 3 }])
  app.clock.advance(25 * hourMs)
  await mailCheckpoints(context())
  await mailCheckpoints(context())
  expect(await queued()).toMatchObject([{ size: 3 }, { user_id: ada.id, size: 5 }])

  const mails: { to: string; text: string }[] = []
  const mailer = { send: async (mail: { to: string; text: string }) => void mails.push(mail) }
  const site = { appName: 'Folio', siteUrl: 'https://folio.example' }
  await sendCheckpointMail(context(), mailer, site, { user_id: ada.id, size: 5 })
  await sendCheckpointMail(context(), mailer, site, { user_id: ana.id, size: 5 })
  expect(mails).toMatchObject([{ to: ada.email }])
  expect(mails[0]?.text).toMatch(/\n\nfolio\.example\/ledger\n5\n[\s\S]*\n\n— folio\.example\/ledger \S+\n/)
  await setRole(app, ada, 'user')
  await sendCheckpointMail(context(), mailer, site, { user_id: ada.id, size: 5 })
  expect(mails).toHaveLength(1)
})
