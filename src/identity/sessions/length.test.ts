import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ManualClock } from '../../platform/clock.ts'
import { dayMs, hourMs, minuteMs } from '../../shared/time.ts'
import { maintainIdentity } from '../maintenance.ts'
import { type AuthServer, startAuthServer } from '../testing/auth-server.ts'

const clock = new ManualClock(new Date('2026-03-01T12:00:00Z'))
let server: AuthServer
beforeAll(async () => {
  server = await startAuthServer({ clock: clock.now })
})
afterAll(() => server.close())

const refresh = (token: unknown) =>
  server.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })
const claimsOf = (token: unknown) => JSON.parse(atob(String(token).split('.')[1] ?? ''))
const endOf = async (id: string) =>
  (
    await server.db
      .selectFrom('sessions')
      .select('ended_reason')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).ended_reason

const expired = {
  status: 400,
  body: { code: 'session_expired', message: 'Invalid Refresh Token: Session Expired' },
}
const idle = { ...expired, body: { ...expired.body, message: `${expired.body.message} (Inactivity)` } }

describe('a session', () => {
  it('ends 90 days after it began, however often it is refreshed, and no token outlives it', async () => {
    const { refresh_token, access_token } = await server.newSession()
    const end = clock.now().getTime() + 90 * dayMs
    let token: unknown = refresh_token
    for (let days = 0; days < 89; days += 30) {
      clock.advance(Math.min(30, 89 - days) * dayMs)
      token = (await refresh(token)).body.refresh_token
    }
    clock.advance(dayMs - 10 * minuteMs)
    const last = await refresh(token)
    expect(last.body).toMatchObject({ expires_in: 600, expires_at: Math.floor(end / 1000) })
    expect(claimsOf(last.body.access_token).exp).toBe(Math.floor(end / 1000))
    clock.advance(9 * minuteMs)
    expect(await refresh(last.body.refresh_token)).toMatchObject(expired)
    expect(await refresh(last.body.refresh_token)).toMatchObject(expired)
    expect(await endOf(claimsOf(access_token).session_id)).toBe('expired')
  })

  it('of an admin ends after 12 hours without use; others do not', async () => {
    const [admin, person] = [await server.newSession(), await server.newSession()]
    await server.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user.id).execute()
    clock.advance(12 * hourMs)
    const used = await refresh(admin.refresh_token)
    expect(used.status).toBe(200)
    clock.advance(12 * hourMs + 1)
    expect(await refresh(used.body.refresh_token)).toMatchObject(idle)
    expect((await refresh(person.refresh_token)).status).toBe(200)
  })

  it('is ended by maintenance too, when it is not used any more', async () => {
    const [admin, old, young] = [
      await server.newSession(),
      await server.newSession(),
      await server.newSession(),
    ]
    await server.db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.user.id).execute()
    const ends = () =>
      Promise.all([admin, old, young].map((one) => endOf(claimsOf(one.access_token).session_id)))
    const maintenance = () => maintainIdentity(server.context, { days: 90, adminIdleHours: 12 })
    clock.advance(12 * hourMs + 1)
    await maintenance()
    expect(await ends()).toEqual(['idle', null, null])
    await server.db
      .updateTable('sessions')
      .set({ created_at: new Date(clock.now().getTime() - 90 * dayMs - 1) })
      .where('user_id', '=', old.user.id)
      .execute()
    await maintenance()
    expect(await ends()).toEqual(['idle', 'expired', null])
    expect(await refresh(old.refresh_token)).toMatchObject(expired)
  })
})
