import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type App, type AppOptions, createApp } from '../../src/app.ts'
import { leastCost } from '../../src/identity/testing/password-cost.ts'
import { loadBuiltRenderer, type Renderer } from '../../src/pages/renderer.ts'
import { ManualClock } from '../../src/platform/clock.ts'
import { readSettings } from '../../src/platform/config.ts'
import { listen, siteUrlOf } from '../../src/platform/http/listen.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')
const distDir = path.join(projectDir, 'dist')

export type TestApp = {
  url: string
  app: App
  database: TestDatabase
  clock: ManualClock
  /** A request as anyone may send it: JSON in, status and JSON out. */
  request(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string | undefined; headers?: Record<string, string> },
  ): ReturnType<typeof send>
  close(): Promise<void>
}

type Options = {
  /** Environment variables on top of the test's own. */
  env?: Record<string, string>
  /** With pages: the built web is served as in production. Without, only calls are answered. */
  pages?: boolean
  /** With jobs: they are run as in production. Without, they only pile up. */
  jobs?: boolean
  clock?: ManualClock
  identity?: AppOptions['identity']
  /** Where it writes, where a test reads it. */
  log?: AppOptions['log']
  /** That of another app, for a second node beside it; whoever made it closes it. */
  database?: TestDatabase
}

const noPages: Renderer = async () => new Response('', { status: 404 })

/** The whole app on a free port and a database of its own, with a clock the test moves. */
export async function startTestApp({
  env = {},
  pages = false,
  jobs = false,
  clock,
  identity,
  log,
  database: shared,
}: Options = {}): Promise<TestApp> {
  const database = shared ?? (await createTestDatabase())
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-app-'))
  const settings = readSettings(
    {
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DATA_DIR: dataDir,
      ...env,
    },
    projectDir,
  )
  const siteUrl = await siteUrlOf(settings)
  // Requests come here, whatever the public address.
  const url = await siteUrlOf({ ...settings, siteUrl: undefined })
  const testClock = clock ?? new ManualClock(new Date())
  const app = await createApp({
    settings,
    siteUrl,
    database,
    address: database.address,
    clock: testClock.now,
    log: log ?? createLog(settings.logLevel),
    identity: { passwordCost: leastCost, ...identity },
    // Nobody comes any more when a test closes its app.
    quietMs: 0,
    renderer: pages ? await loadBuiltRenderer(distDir) : noPages,
    ...(pages && { staticDir: path.join(distDir, 'client') }),
  })
  await listen(app.server, settings)
  if (jobs) app.startJobs()
  return {
    url,
    app,
    database,
    clock: testClock,
    request: (method, target, options = {}) => send(new URL(target, url), method, options),
    close: async () => {
      await app.close()
      rmSync(dataDir, { recursive: true, force: true })
      if (!shared) await database.close()
    },
  }
}

async function send(
  url: URL,
  method: string,
  {
    body,
    token,
    headers = {},
  }: { body?: unknown; token?: string | undefined; headers?: Record<string, string> },
) {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return {
    status: response.status,
    body: isJson && text ? JSON.parse(text) : text,
    headers: response.headers,
  }
}
