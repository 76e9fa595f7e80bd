import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../tests/harness/app.ts'
import { type Person, signUp } from '../../tests/harness/people.ts'
import type { Context } from '../platform/context.ts'
import { grantAdmin, listAdmins, revokeAdmin } from './service.ts'

let app: TestApp
let context: Context
let maya: Person
beforeAll(async () => {
  app = await startTestApp()
  context = { db: app.database.db, clock: app.clock.now, actor: null }
  maya = await signUp(app)
})
afterAll(() => app.close())

const grant = (email: string, evenUnproven = false) => grantAdmin(context, { email, evenUnproven })
const roleOf = async ({ token }: Person) =>
  (await app.app.services.identity.authenticate(context, token))?.role
const audit = () =>
  app.database.db
    .selectFrom('admin_audit')
    .select(['actor_id', 'action', 'subject', 'details', 'created_at'])
    .orderBy('id')
    .execute()

describe('granting and revoking admin (decision: admin is a role)', () => {
  it('an account whose address is unproven becomes none by accident', async () => {
    expect(await grant(maya.email)).toBe('unproven')
    expect(await roleOf(maya)).toBe('user')
    expect(await audit()).toEqual([])
  })

  it('counts at once for sessions there are, both ways, and is noted once', async () => {
    expect(await grant(` ${maya.email.toUpperCase()}`, true)).toBe('changed')
    expect(await grant(maya.email)).toBe('as_it_was')
    expect(await roleOf(maya)).toBe('admin')
    expect(await listAdmins(context)).toEqual([maya.email])
    expect(await revokeAdmin(context, maya.email)).toBe('changed')
    expect(await revokeAdmin(context, maya.email)).toBe('as_it_was')
    expect(await roleOf(maya)).toBe('user')
    expect(await listAdmins(context)).toEqual([])
    const note = {
      actor_id: null,
      subject: maya.id,
      details: { by: 'command line', address_proven: false },
      created_at: app.clock.now(),
    }
    expect(await audit()).toEqual([
      { ...note, action: 'admin_granted' },
      { ...note, action: 'admin_revoked' },
    ])
  })

  it('needs no more for a proven address', async () => {
    const theo = await signUp(app)
    await app.database.db
      .updateTable('users')
      .set({ email_verified_at: app.clock.now() })
      .where('id', '=', theo.id)
      .execute()
    expect(await grant(theo.email)).toBe('changed')
  })

  it('tells of an address without an account', async () => {
    expect(await grant('nobody@example.com', true)).toBe('unknown')
    expect(await revokeAdmin(context, 'nobody@example.com')).toBe('unknown')
  })
})
