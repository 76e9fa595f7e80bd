import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import sharp from 'sharp'
import type { FloodJob } from '../load/flood.ts'
import { atMost, type Finding, median, range, seconds, times, whole } from '../report.ts'
import { startApp } from '../stage/app.ts'
import { runFile } from '../stage/programs.ts'
import type { Setting } from '../stage/setting.ts'

const rounds = 5
const signIns = 30
const attackSeconds = 8
/** The attack's first burst is part of it: a sign-in a moment later waits behind that. */
const headStartMs = 100
const password = 'correct horse'

/** How long others take to sign in, one after the other, while one account attacks, beside the same in peace. */
export async function attacksFigure(setting: Setting): Promise<Finding[]> {
  const { url: database, pool } = await setting.database()
  const folder = mkdtempSync(path.join(tmpdir(), 'folio-attacks-'))
  const app = await startApp({ DATABASE_URL: database, DATA_DIR: folder, TRUST_PROXY: 'on' })
  try {
    const others = []
    for (let n = 0; n < 10; n++) others.push((await signUp(app.url)).user.email)
    const picture = (await largePicture()).toString('base64')
    return [
      await disturb('180 connections that change a password', app.url, others, async () =>
        passwordChanges(app.url, pool),
      ),
      await disturb('40 uploads of large AVIFs', app.url, others, async () => uploads(app.url, picture)),
    ]
  } finally {
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Round = { peace: number[]; attacked: number[]; answers: string }

/** Both take turns, and each is compared with its neighbour. Each attack is a new account's, from a new address. */
async function disturb(
  what: string,
  url: string,
  others: string[],
  attack: () => Promise<FloodJob>,
): Promise<Finding> {
  const done: Round[] = []
  for (let n = 0; n < rounds; n++) {
    const peace = await signInTimes(url, others)
    const job = await attack()
    const beside = delay(headStartMs).then(() => signInTimes(url, others))
    const [answers, attacked] = await Promise.all([runFile('load/flood.ts', JSON.stringify(job)), beside])
    done.push({ peace, attacked, answers: answers.trim() })
  }
  const ratios = done.map(({ peace, attacked }) => median(attacked) / median(peace))
  const slowest = (of: 'peace' | 'attacked') => done.map((round) => Math.max(...round[of]))
  return {
    what: `the slowest of ${signIns} sign-ins beside ${what}`,
    measured: seconds(Math.max(...slowest('attacked'))),
    ...atMost(1_000, Math.max(...slowest('attacked')), seconds),
    detail:
      `median ${times(median(ratios))} (${range(ratios, times)}) that in peace: ` +
      `${whole(median(done.map(({ attacked }) => median(attacked))))} and ` +
      `${whole(median(done.map(({ peace }) => median(peace))))} ms; slowest ${range(slowest('attacked'))} and ` +
      `${range(slowest('peace'))} ms; answered ${done.at(-1)?.answers}`,
  }
}

/** A session that may set passwords without the present one, as one begun by a mailed link may. */
async function passwordChanges(url: string, pool: pg.Pool): Promise<FloodJob> {
  const { access_token: token, user } = await signUp(url)
  await pool.query("update sessions set method = 'recovery', may_set_password = true where user_id = $1", [
    user.id,
  ])
  return {
    url,
    method: 'PUT',
    path: '/auth/v1/user',
    headers: headersOf(token, 'application/json'),
    body: '{"password":"flood {n} of words"}',
    connections: 180,
    seconds: attackSeconds,
  }
}

async function uploads(url: string, picture: string): Promise<FloodJob> {
  const { access_token: token, user } = await signUp(url)
  return {
    url,
    method: 'POST',
    path: `/storage/v1/object/avatars/products/product-${user.id}-{n}.png`,
    headers: headersOf(token, 'image/avif'),
    bytes: picture,
    connections: 40,
    seconds: attackSeconds,
  }
}

const headersOf = (token: string, type: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': type,
  'x-forwarded-for': newAddress(),
})

/** Of 48 megapixels, with something in them. */
async function largePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const create = { width: 400, height: 300, channels: 3, background: '#000', noise } as const
  const texture = await sharp({ create }).png().toBuffer()
  return sharp(texture).resize(8000, 6000).avif({ effort: 0, quality: 40 }).toBuffer()
}

async function signInTimes(url: string, emails: string[]): Promise<number[]> {
  const took: number[] = []
  for (let n = 0; n < signIns; n++) {
    const started = performance.now()
    await post(url, '/auth/v1/token?grant_type=password', { email: emails[n % emails.length], password })
    took.push(performance.now() - started)
  }
  return took
}

type Session = { access_token: string; user: { id: string; email: string } }

async function signUp(url: string): Promise<Session> {
  const data = { first_name: 'Ida', last_name: 'Rest' }
  return post(url, '/auth/v1/signup', { email: `attacks-${++count}@example.org`, password, data })
}

async function post(url: string, target: string, body: object): Promise<Session> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': newAddress() }
  const answer = await fetch(new URL(target, url), { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Session
}

let count = 0
const newAddress = () => `10.2.${Math.floor(++count / 250)}.${1 + (count % 250)}`
