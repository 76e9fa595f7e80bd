import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { shellAddress as workersAddress } from '../../web/worker/addresses.ts'
import { farewell, shellAddress } from './service-worker.ts'

let app: TestApp
let named: TestApp
let without: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: true })
  const { database } = app
  named = await startTestApp({ pages: true, database, env: { APP_NAME: 'Shelf' } })
  without = await startTestApp({ pages: true, database, env: { OFFLINE: 'off' } })
})
afterAll(() => Promise.all([named?.close(), without?.close()]).then(() => app?.close()))

const textAt = async ({ url }: TestApp, path: string) => (await fetch(new URL(path, url))).text()
const hashIn = (script: string) => /[0-9a-f]{64}/.exec(script)?.[0]

it('sends the worker so that browsers ask again, and it may ask this site alone', async () => {
  const answer = await fetch(new URL('/sw.js', app.url))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; connect-src 'self'",
  )
  expect((await fetch(new URL('/worker/sw.js', app.url))).status).toBe(404)
})

it('names in it the empty page of the same build and settings, by what it contains', async () => {
  expect(shellAddress).toBe(workersAddress)
  const page = await textAt(app, shellAddress)
  expect(hashIn(await textAt(app, '/sw.js'))).toBe(createHash('sha256').update(page).digest('hex'))
  expect(page).toContain('<meta name="shell"')
  expect(hashIn(await textAt(named, '/sw.js'))).not.toBe(hashIn(await textAt(app, '/sw.js')))
})

it('holds the files of this build that screens need without a network, and each is there', async () => {
  const script = await textAt(app, '/sw.js')
  const files = [...new Set(script.match(/\/(?:assets|fonts|icons)\/[\w.-]+\.\w+/g))]
  expect(files.length).toBeGreaterThan(100)
  const answers = await Promise.all(files.map(async (file) => (await fetch(new URL(file, app.url))).status))
  expect(answers.filter((status) => status !== 200)).toEqual([])
  // The families of admins, money and signing in are a file each.
  expect(files.filter((file) => /\/(admin|earnings|auth)-[0-9a-f]+\.js/.test(file))).toEqual([])
  const entry = /\/assets\/entry-client-[0-9a-f]+\.js/.exec(await textAt(app, shellAddress))?.[0]
  expect(files).toContain(entry)
})

it('sends a farewell where the app does not open offline, and pages say so', async () => {
  expect(await textAt(without, '/sw.js')).toBe(farewell)
  expect(await textAt(without, '/feed')).toContain('<meta name="offline" content="off"')
  expect(await textAt(app, '/feed')).not.toContain('name="offline"')
})
