import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, signUp } from '../../../tests/harness/people.ts'
import type { Context } from '../../platform/context.ts'
import { grantAdmin, listAdmins, type NoteRoleChange, revokeAdmin } from './roles.ts'

let app: TestApp
let context: Context
let maya: Person
beforeAll(async () => {
  app = await startTestApp()
  context = { db: app.database.db, clock: app.clock.now, actor: null }
  maya = await signUp(app)
})
afterAll(() => app.close())

const notes: unknown[] = []
const note: NoteRoleChange = async ({ db }, change) => {
  notes.push({ ...change, isWithTheChange: db.isTransaction })
}
const grant = (email: string, evenUnproven = false) => grantAdmin(context, { email, evenUnproven }, note)
const revoke = (email: string) => revokeAdmin(context, email, note)
const roleOf = async ({ token }: Person) =>
  (await app.app.services.identity.callers.authenticate(context, token)).actor?.role

describe('granting and revoking admin (docs/product/admin.md#access)', () => {
  it('an account whose address is unproven does not become an admin’s by accident', async () => {
    expect(await grant(maya.email)).toBe('unproven')
    expect(await roleOf(maya)).toBe('user')
    expect(notes).toEqual([])
  })

  it('counts at once, both ways, ends the sessions from before it, and is logged once', async () => {
    expect(await grant(` ${maya.email.toUpperCase()}`, true)).toBe('changed')
    expect(await grant(maya.email)).toBe('as_it_was')
    expect(await roleOf(maya)).toBeUndefined()
    const again = await app.request('POST', '/auth/v1/token?grant_type=password', {
      body: { email: maya.email, password: maya.password },
    })
    const signedIn = { ...maya, token: again.body.access_token }
    expect(await roleOf(signedIn)).toBe('admin')
    expect(await listAdmins(context)).toEqual([maya.email])
    expect(await revoke(maya.email)).toBe('changed')
    expect(await revoke(maya.email)).toBe('as_it_was')
    expect(await roleOf(signedIn)).toBe('user')
    expect(await listAdmins(context)).toEqual([])
    const change = { userId: maya.id, isAddressProven: false, isWithTheChange: true }
    expect(notes).toEqual([
      { ...change, role: 'admin' },
      { ...change, role: 'user' },
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

  it('does not happen when it cannot be logged', async () => {
    const ines = await signUp(app)
    const failing = grantAdmin(context, { email: ines.email, evenUnproven: true }, () =>
      Promise.reject(new Error('no log')),
    )
    await expect(failing).rejects.toThrow('no log')
    expect(await roleOf(ines)).toBe('user')
  })

  it('says that an address has no account', async () => {
    expect(await grant('nobody@example.com', true)).toBe('unknown')
    expect(await revoke('nobody@example.com')).toBe('unknown')
  })
})
