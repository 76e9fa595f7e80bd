import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type App, createApp } from '../../src/app.ts'
import { minCost } from '../../src/identity/testing/password-cost.ts'
import { loadBuiltRenderer, type Renderer } from '../../src/pages/renderer.ts'
import { ManualClock } from '../../src/platform/clock.ts'
import { listen, siteUrlOf } from '../../src/platform/http/listen.ts'
import { createLog } from '../../src/platform/log.ts'
import { readSettings } from '../../src/platform/settings/read.ts'
import type { AppOptions } from '../../src/services.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

const projectDir = path.resolve(import.meta.dirname, '../..')
const distDir = path.join(projectDir, 'dist')

export type TestApp = {
  url: string
  app: App
  database: TestDatabase
  clock: ManualClock
  /** A request from any client: JSON in, status and JSON out. */
  request(
    method: string,
    path: string,
    options?: { body?: unknown; token?: string | undefined; headers?: Record<string, string> },
  ): ReturnType<typeof send>
  close(): Promise<void>
}

type Options = {
  /** Environment variables added to the test's own. */
  env?: Record<string, string>
  /** With pages the built web app is served as in production; without, only calls are answered. */
  pages?: boolean
  /** With jobs they run as in production; without, they only queue up. */
  jobs?: boolean
  clock?: ManualClock
  identity?: AppOptions['identity']
  /** Its log, for a test to read. */
  log?: AppOptions['log']
  /** The database of another app, for a second node; whoever made it closes it. */
  database?: TestDatabase
  /** How long a table query may take; longer than usual, however busy the machine. */
  longestReadMs?: number
  /** How late its event loop is; never too late by default, however busy the machine. */
  overload?: AppOptions['overload']
}

const noPages: Renderer = async () => new Response('', { status: 404 })

/** The whole app on a free port and a database of its own, with a clock that the test moves. */
export async function startTestApp({
  env = {},
  pages = false,
  jobs = false,
  clock,
  identity,
  log,
  database: shared,
  longestReadMs = 30_000,
  overload = { meanDelayMs: () => 0 },
}: Options = {}): Promise<TestApp> {
  const database = shared ?? (await createTestDatabase())
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-app-'))
  const settings = readSettings(
    {
      NODE_ENV: 'test',
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DATA_DIR: dataDir,
      // Tests of acts that need a second admin set their own.
      ADJUSTMENT_ALONE: '1000000',
      ...env,
    },
    projectDir,
  )
  const siteUrl = await siteUrlOf(settings)
  // Requests come to this port, whatever the public address.
  const url = await siteUrlOf({ ...settings, siteUrl: undefined })
  const testClock = clock ?? new ManualClock(new Date())
  const app = await createApp({
    settings,
    siteUrl,
    database,
    address: database.address,
    clock: testClock.now,
    log: log ?? createLog(settings.logLevel),
    identity: { passwordCost: minCost, ...identity },
    // No requests come any more when a test closes its app.
    quietMs: 0,
    longestReadMs,
    overload,
    renderer: pages ? await loadBuiltRenderer(distDir) : noPages,
    ...(pages && { staticDir: path.join(distDir, 'client') }),
  })
  await listen(app.server, settings)
  if (jobs) {
    app.startJobs()
    app.keepCounts()
  }
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
