import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nodeOptions } from '../../src/platform/build/memory-options.ts'
import { atMost, type Finding, megabytes } from '../report.ts'
import { residentBytes, startApp } from '../stage/app.ts'
import { projectDir, startProgram } from '../stage/programs.ts'

const restMs = 10_000
/**
 * What was last measured above the bare server, on a quiet machine; more than that and five megabytes is found. Who
 * means a change of it writes the new figure here, and in README.md.
 */
const lastAbove = 11.5e6
const mayGrow = 5e6
const account = {
  email: 'rest@example.org',
  password: 'correct horse',
  data: { first_name: 'Ida', last_name: 'Rest' },
}
const product = {
  amazon_url: 'https://www.amazon.com/dp/B08N5WRWNW',
  title: 'A quiet lamp',
  category_id: null,
}

/**
 * The memory of Folio's own process, PostgreSQL apart, ten seconds after it has answered some requests, beside that of
 * a bare server with the same packages.
 */
export async function memoryFigure(): Promise<Finding[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-rest-'))
  try {
    const shortLink = await withApp(dataDir, ({ url }) => post(url))
    const app = await withApp(dataDir, ({ url, pid }) => rest(url, pid, shortLink))
    const bare = await restOfBareServer()
    return [
      {
        what: 'memory at rest above a bare server’s',
        measured: megabytes(app - bare),
        ...atMost(20e6, app - bare, megabytes),
        detail: `Folio ${megabytes(app)}, bare ${megabytes(bare)}, both without PostgreSQL; last ${megabytes(lastAbove)}`,
        hasGrown: app - bare > lastAbove + mayGrow,
      },
    ]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function restOfBareServer(): Promise<number> {
  const file = path.join(projectDir, 'bench/reference/bare-memory.ts')
  const bare = await startProgram(['node', ...nodeOptions, file], { ready: /listening at/ })
  try {
    await text(bare.line.split(' ').at(-1) ?? '', '/')
    await delay(restMs)
    return residentBytes(bare.pid)
  } finally {
    await bare.stop()
  }
}

async function withApp<T>(
  dataDir: string,
  use: (app: { url: string; pid: number }) => Promise<T>,
): Promise<T> {
  const app = await startApp({ DATA_DIR: dataDir })
  try {
    return await use(app)
  } finally {
    await app.stop()
  }
}

/** Signs somebody up who posts a product. Returns its short link. */
async function post(url: string): Promise<string> {
  const session = await json(url, '/auth/v1/signup', { body: account })
  const made = await json(url, '/api/v1/products', { body: product, token: session.access_token })
  return made.short_link_id
}

/** Bytes. */
async function rest(url: string, pid: number, shortLink: string): Promise<number> {
  for (const page of ['/feed', `/l/${shortLink}`, `/api/v1/products/${shortLink}`, '/api/v1/feed'])
    await text(url, page)
  await json(url, '/auth/v1/token?grant_type=password', { body: account })
  await delay(restMs)
  return residentBytes(pid)
}

async function text(url: string, page: string): Promise<string> {
  const answer = await fetch(new URL(page, url))
  if (!answer.ok) throw new Error(`${page} answered ${answer.status}: ${await answer.text()}`)
  return answer.text()
}

async function json(url: string, call: string, { body, token }: { body: unknown; token?: string }) {
  const answer = await fetch(new URL(call, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${call} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
