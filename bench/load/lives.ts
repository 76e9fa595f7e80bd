import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import sharp from 'sharp'
import { findReader, findSome, password, signInAs } from '../stage/sign-in.ts'
import { type Ask, askerOf } from './asker.ts'
import { preparePayouts } from './payouts.ts'

/** What was done of each kind, and what went wrong, in words. */
export type Done = { counts: Map<string, number>; wrong: string[] }

const pauseMs = 2_000
const reportPauseMs = 60_000
const payoutPauseMs = 90_000

/**
 * People who each sign up and in, follow somebody, upload a picture and publish with it, import a file, export
 * everything and leave; an admin who imports a report a minute; and two who pay people. Until `ending`.
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
  const people = await findSome(pool, 100)
  const { rows } = await pool.query<{ asin: string }>('select asin from products order by id limit 200')
  const asins = rows.map(({ asin }) => asin)
  const picture = await noise()
  const pay = await preparePayouts({ url, pool, admin, counts: done.counts }, people)
  await Promise.all([
    again(() => aLife(url, { picture, people }, done.counts), pauseMs),
    again(() => aReport(askerOf(url, admin, done.counts), asins), reportPauseMs),
    again(pay, payoutPauseMs),
  ])
  return done
}

type Shared = { picture: Blob; people: string[] }

async function aLife(url: string, { picture, people }: Shared, counts: Done['counts']): Promise<void> {
  const email = `${randomBytes(8).toString('hex')}@example.org`
  const nobody = askerOf(url, undefined, counts)
  const data = { first_name: 'Ida', last_name: 'Rest' }
  await nobody('sign-ups', '/auth/v1/signup', 'POST', { email, password, data })
  const signIn = '/auth/v1/token?grant_type=password'
  const session = JSON.parse(await nobody('sign-ins', signIn, 'POST', { email, password }))
  const ask = askerOf(url, { userId: session.user.id, token: session.access_token }, counts)
  const userId = people[randomInt(people.length)]
  await ask('follows', '/functions/v1/people-follow', 'POST', { userId, action: 'follow' })
  const name = `products/product-${session.user.id}-${randomInt(1e9)}.webp`
  await ask('uploads', `/storage/v1/object/avatars/${name}`, 'POST', picture)
  await ask('posts', '/api/v1/products', 'POST', {
    amazon_url: `https://www.amazon.com/dp/${newAsin()}`,
    title: 'A lamp',
    image_url: `/storage/v1/object/public/avatars/${name}`,
    category_id: null,
  })
  const lines = Array.from({ length: 50 }, () => `https://www.amazon.com/dp/${newAsin()},A mug\n`)
  await ask('imports', '/api/v1/me/collection', 'POST', `amazon_url,title\n${lines.join('')}`)
  await ask('exports', '/api/v1/me/export')
  const { username } = JSON.parse(await ask('profiles', '/api/v1/me'))
  await ask('deletions', '/api/v1/me', 'DELETE', { username, password })
}

/** Imports a report of 2,000 new orders, and waits until it is merged. */
async function aReport(ask: Ask, asins: string[]): Promise<void> {
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const digits = () => String(randomInt(1e7)).padStart(7, '0')
  const row = () =>
    `113-${digits()}-${digits()},${day},${asins[randomInt(asins.length)]},"A lamp",1,1.20,3%,shipped\n`
  const header =
    'order_item_id,order_date,asin,product_title,quantity,commission_amount,commission_rate,order_status\n'
  const report = header + Array.from({ length: 2_000 }, row).join('')
  const { id } = JSON.parse(await ask('reports', '/api/v1/admin/imports?apply=true', 'POST', report))
  for (;;) {
    const found = JSON.parse(await ask('looks at reports', `/api/v1/admin/imports/${id}`))
    if (found.error) throw new Error(`reports: ${found.error.message}`)
    if (found.state === 'merged') return
    await delay(1_000)
  }
}

const newAsin = () => `B0${randomBytes(4).toString('hex').toUpperCase()}`

/** A picture that cannot be packed: as much work as a photograph. */
async function noise(): Promise<Blob> {
  const raw = { width: 800, height: 800, channels: 3 as const }
  const png = await sharp(randomBytes(800 * 800 * 3), { raw })
    .png()
    .toBuffer()
  return new Blob([new Uint8Array(png)])
}
