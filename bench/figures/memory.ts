import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atMost, type Finding, megabytes } from '../report.ts'
import { residentBytes, startApp } from '../stage/app.ts'

const restMs = 10_000
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

/** The memory of Folio's own process, PostgreSQL apart, ten seconds after it has answered some requests. */
export async function memoryFigure(): Promise<Finding[]> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'folio-rest-'))
  try {
    const shortLink = await withApp(dataDir, ({ url }) => post(url))
    return [await withApp(dataDir, ({ url, pid }) => rest(url, pid, shortLink))]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
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

async function rest(url: string, pid: number, shortLink: string): Promise<Finding> {
  for (const page of ['/feed', `/l/${shortLink}`, `/api/v1/products/${shortLink}`, '/api/v1/feed'])
    await text(url, page)
  await json(url, '/auth/v1/token?grant_type=password', { body: account })
  await delay(restMs)
  const bytes = residentBytes(pid)
  return {
    what: 'memory at rest, without PostgreSQL',
    measured: megabytes(bytes),
    ...atMost(150e6, bytes, megabytes),
  }
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
