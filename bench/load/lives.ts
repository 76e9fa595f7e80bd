import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import sharp from 'sharp'
import { as, findReader, type Person, signInAs } from '../stage/sign-in.ts'

/** What was done of each kind, and what went wrong, in words. */
export type Done = { counts: Map<string, number>; wrong: string[] }

const pauseMs = 2_000
const reportPauseMs = 60_000
const password = 'correct horse'
const linesOfImport = 50
const ordersOfReport = 2_000

type Ask = (
  what: string,
  target: string,
  init?: { method?: string; body?: BodyInit; type?: string; status?: number },
) => Promise<Buffer>

/**
 * People who do what a mixed load of single requests cannot: each signs up and in, uploads a picture and publishes with
 * it, imports a file, exports everything and leaves; and an admin imports a report a minute. Until `ending`.
 */
export async function liveLives(url: string, pool: pg.Pool, ending: AbortSignal): Promise<Done> {
  const done: Done = { counts: new Map(), wrong: [] }
  const again = async (life: () => Promise<void>, pause: number) => {
    while (!ending.aborted) {
      await life().catch((error: Error) => done.wrong.push(error.message))
      await delay(pause, undefined, { signal: ending }).catch(() => {})
    }
  }
  const admin = await signInAs({ url, pool }, await findReader(pool))
  await pool.query(`update users set role = 'admin' where id = $1`, [admin.userId])
  const { rows } = await pool.query<{ asin: string }>(`select asin from products order by id limit 200`)
  const asins = rows.map(({ asin }) => asin)
  const picture = await noise()
  await Promise.all([
    again(() => aLife(url, picture, done), pauseMs),
    again(() => aReport(askerOf(url, admin, done), asins), reportPauseMs),
  ])
  return done
}

/** Asks as somebody, at an address of their own, and counts; throws where the answer has another status than it must. */
const askerOf = (url: string, { token }: Pick<Person, 'token'>, { counts }: Done): Ask => {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  return async (what, target, { method = 'GET', body, type = 'application/json', status = 200 } = {}) => {
    const answer = await fetch(new URL(target, url), {
      method,
      headers: {
        'x-forwarded-for': address,
        ...(token && as({ userId: '', token })),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.status !== status) throw new Error(`${what}: ${answer.status} ${bytes.subarray(0, 200)}`)
    counts.set(what, (counts.get(what) ?? 0) + 1)
    return bytes
  }
}

const send = (body: object, status = 200) => ({ method: 'POST', body: JSON.stringify(body), status })

async function aLife(url: string, picture: Blob, done: Done): Promise<void> {
  const email = `${randomBytes(8).toString('hex')}@example.org`
  const data = { first_name: 'Ida', last_name: 'Rest' }
  const nobody = askerOf(url, { token: '' }, done)
  await nobody('sign-ups', '/auth/v1/signup', send({ email, password, data }))
  const session = await nobody('sign-ins', '/auth/v1/token?grant_type=password', send({ email, password }))
  const { access_token: token, user } = JSON.parse(session.toString())
  const ask = askerOf(url, { token }, done)
  const name = `products/product-${user.id}-${randomInt(1e9)}.webp`
  await ask('uploads', `/storage/v1/object/avatars/${name}`, {
    method: 'POST',
    body: picture,
    type: 'image/png',
  })
  const image_url = `/storage/v1/object/public/avatars/${name}`
  const amazon_url = `https://www.amazon.com/dp/B0${randomBytes(4).toString('hex').toUpperCase()}`
  await ask(
    'posts with a picture',
    '/api/v1/products',
    send({ amazon_url, title: 'A lamp', image_url, category_id: null }, 201),
  )
  await ask('imports', '/api/v1/me/collection', { method: 'POST', body: collectionFile(), type: 'text/csv' })
  await ask('files of a collection', '/api/v1/me/collection?format=csv')
  await ask('files of clicks', '/api/v1/me/clicks?format=json')
  await ask('downloads of all data', '/api/v1/me/export')
  const { username } = JSON.parse((await ask('profiles', '/api/v1/me')).toString())
  const body = JSON.stringify({ username, password })
  await ask('deletions', '/api/v1/me', { method: 'DELETE', body, status: 204 })
}

/** Imports a report, merges it, and waits until it is merged. */
async function aReport(ask: Ask, asins: string[]): Promise<void> {
  const report = { method: 'POST', body: reportFile(asins), type: 'text/csv', status: 201 }
  const begun = JSON.parse((await ask('reports', '/api/v1/admin/imports?apply=true', report)).toString())
  for (;;) {
    const found = JSON.parse((await ask('looks at reports', `/api/v1/admin/imports/${begun.id}`)).toString())
    if (found.error) throw new Error(`reports: ${found.error.message}`)
    if (found.state === 'merged') return
    await delay(1_000)
  }
}

function collectionFile(): string {
  const line = () => `https://www.amazon.com/dp/B1${randomBytes(4).toString('hex').toUpperCase()},A mug\n`
  return `amazon_url,title\n${Array.from({ length: linesOfImport }, line).join('')}`
}

/** A report of new orders, of yesterday. */
function reportFile(asins: string[]): string {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const row = () => {
    const id = `113-${String(randomInt(1e7)).padStart(7, '0')}-${String(randomInt(1e7)).padStart(7, '0')}`
    return `${id},${day},${asins[randomInt(asins.length)]},"A lamp",1,1.20,3%,shipped\n`
  }
  const header =
    'order_item_id,order_date,asin,product_title,quantity,commission_amount,commission_rate,order_status\n'
  return header + Array.from({ length: ordersOfReport }, row).join('')
}

/** A picture that cannot be packed: as much work as a photograph. */
async function noise(): Promise<Blob> {
  const side = 800
  const raw = { width: side, height: side, channels: 3 as const }
  return new Blob([
    new Uint8Array(
      await sharp(randomBytes(side * side * 3), { raw })
        .png()
        .toBuffer(),
    ),
  ])
}
