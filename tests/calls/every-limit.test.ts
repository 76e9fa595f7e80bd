import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { RateLimiter } from '../../src/platform/limits/rate-limit.ts'
import { type Limit, periodText } from '../../src/shared/limit.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { signUp } from '../harness/people.ts'

const productPages = path.resolve(import.meta.dirname, '../../docs/product')

type Made = Limit & { name: string; limiter: RateLimiter }

/** All limits that the app makes when it starts. */
const { made } = vi.hoisted(() => ({ made: [] as Made[] }))
vi.mock('../../src/platform/limits/rate-limit.ts', async (original) => {
  const real = await original<typeof import('../../src/platform/limits/rate-limit.ts')>()
  return {
    ...real,
    createRateLimiter(...[pool, limit]: Parameters<typeof real.createRateLimiter>) {
      const limiter = real.createRateLimiter(pool, limit)
      made.push({ ...limit, limiter })
      return limiter
    },
  }
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'on' } })
})
afterAll(() => app.close())

/** Makes everybody who has a count of a limit have used it up. */
const exhaust = (name: string) =>
  app.database.pool.query(`update rate_limits set points = points + 1000000 where key like $1 || ':%'`, [
    name,
  ])

describe('every limit (docs/product/limits.md#what-a-refusal-says)', () => {
  it('says when it is hit what it is and when one may go on, in words and in details', async () => {
    expect(made.length).toBeGreaterThan(40)
    for (const { name, points, seconds, of, limiter } of made) {
      await limiter.take('somebody')
      await exhaust(name)
      const refusal = await limiter.take('somebody').catch((error) => error)
      expect(refusal, name).toMatchObject({
        code: 'rate_limited',
        details: { limit: points, seconds, retry_after: expect.any(Number) },
      })
      const terms = `Too many ${of}: at most ${points.toLocaleString('en-US')} within ${periodText(seconds)}.`
      expect(refusal.message).toMatch(/ Please try again in (a minute|\d+ (minutes|hours|days))\.$/)
      expect(refusal.message.startsWith(terms), refusal.message).toBe(true)
    }
  })

  it('has a name of its own', () => {
    const names = made.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })

  it('is listed with its number', () => {
    const page = readFileSync(path.join(productPages, 'limits.md'), 'utf8')
    // Those of accounts are in a table of their own, in the words of what was done.
    const ofAccounts = /_(hour|day)_(proven|unproven)$/
    const missing = made
      // A whole /48 may ten times as much, of which the page says so once.
      .filter(({ name }) => !ofAccounts.test(name) && !name.endsWith('_wide'))
      .map(({ of, points, seconds }) => `| ${of} | ${points} within ${periodText(seconds)} |`)
      .filter((line) => !page.includes(line))
    expect(missing).toEqual([])
  })
})

describe('a limit that was hit, as each wire answers it', () => {
  it('calls: with the period, the wait and what a page needs to show the hour', async () => {
    const { token } = await signUp(app)
    const ask = () => app.request('GET', '/api/v1/me/clicks', { token })
    await ask()
    await exhaust('click_exports')
    const { status, headers, body } = await ask()
    expect([status, body.code]).toEqual([429, 'rate_limited'])
    expect(headers.get('retry-after')).toBe(String(body.details.retry_after))
    expect(body.message).toBe(
      'Too many files of your clicks: at most 20 within 10 minutes. Please try again in 10 minutes.',
    )
    expect(body.details).toMatchObject({
      limit: 20,
      seconds: 600,
      reason: 'Too many files of your clicks: at most 20 within 10 minutes.',
      again: 'Please try again',
    })
  })

  it('an account’s own limit: what was done, and when one may go on', async () => {
    const { token } = await signUp(app)
    const { id } = await signUp(app)
    const follow = () =>
      app.request('POST', '/rest/v1/rpc/follow_user', { token, body: { target_user_id: id } })
    const unfollow = () =>
      app.request('POST', '/rest/v1/rpc/unfollow_user', { token, body: { target_user_id: id } })
    await follow()
    await unfollow()
    await exhaust('follows_hour_unproven')
    const { status, body, headers } = await follow()
    expect(status).toBe(429)
    expect(body.message).toMatch(
      /^You have followed 100 people within an hour\. You can follow others again in \d+ minutes\.$/,
    )
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
  })

  it('the auth wire: a message that names wrong passwords', async () => {
    const { email } = await signUp(app)
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    const signIn = () =>
      app.request('POST', '/auth/v1/token?grant_type=password', {
        headers,
        body: { email, password: 'wrong one' },
      })
    await signIn()
    await exhaust('sign_in_failure_here')
    const { status, body } = await signIn()
    expect(status).toBe(429)
    expect(body.msg).toBe(
      'Too many wrong passwords: at most 10 within 15 minutes. Please try again in 15 minutes.',
    )
  })

  it('the storage wire: a message that names uploads', async () => {
    const { id, token } = await signUp(app)
    const upload = () =>
      app.request('POST', `/storage/v1/object/avatars/${id}-1.webp`, {
        token,
        headers: { 'content-type': 'image/webp' },
        body: 'no picture',
      })
    await upload()
    await exhaust('picture_uploads')
    const { status, body } = await upload()
    expect(status).toBe(429)
    expect(body.message).toMatch(/^Too many uploads of pictures: at most 60 within 10 minutes\. /)
  })
})
