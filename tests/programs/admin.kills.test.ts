import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { creatorOf } from '../../src/lists/testing/own-lists.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { type Person, signInAgain, signUp, signUpAdmin } from '../harness/people.ts'
import { runCommand } from '../harness/process.ts'

let app: TestApp
let maya: Person
beforeAll(async () => {
  app = await startTestApp()
  maya = await signUp(app)
})
afterAll(() => app.close())

/** Runs the command beside the running app, on its database. */
const admin = (args: string[], env: Record<string, string> = {}) =>
  runCommand('admin', app.database, args, env)

/** The log lines of a command. */
const linesOf = ({ err }: { err: string }) =>
  err
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const act = { security_event: 'admin_act', by: 'command line' }

describe('npm run admin', () => {
  it('grants with --yes to an unproven address, and otherwise says why not', async () => {
    const refused = await admin(['grant', maya.email])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Nobody has proven yet')
    expect(refused.err).toContain('--yes')
    const granted = await admin(['grant', maya.email, '--yes'])
    expect(granted).toMatchObject({
      code: 0,
      out: `${maya.email} is an admin now, and has to sign in again.\n`,
    })
    expect(linesOf(granted)).toMatchObject([{ ...act, call: 'npm run admin grant', subject: maya.id }])
    expect(await admin(['list'])).toMatchObject({ code: 0, out: `${maya.email}\n` })
    const ended = await app.request('GET', '/auth/v1/user', { token: maya.token })
    expect(ended.status).toBe(403)
    const { body } = await app.request('POST', '/auth/v1/token?grant_type=password', {
      body: { email: maya.email, password: maya.password },
    })
    expect(body.user.app_metadata.role).toBe('admin')
    maya = { ...maya, token: body.access_token }
    expect(await admin(['revoke', maya.email])).toMatchObject({ code: 0 })
    expect(await admin(['list'])).toMatchObject({ code: 0, out: 'Nobody is an admin.\n' })
    const { rows } = await app.database.pool.query(
      'select actor_id, action, subject, details from admin_audit order by id',
    )
    const note = {
      actor_id: null,
      subject: maya.id,
      details: { by: 'command line', address_proven: false },
    }
    expect(rows).toEqual([
      { ...note, action: 'admin.grant' },
      { ...note, action: 'admin.revoke' },
    ])
  })

  it('prints codes for the first second step of admins, who need one (ADMIN_TWO_STEP)', async () => {
    const ana = await signUp(app)
    const required = { ADMIN_TWO_STEP: 'required' }
    const says =
      'With this code they set up their first second step, in their profile, once and within a day: '
    const none = await admin(['enrolment-code', ana.email], required)
    expect(none).toEqual({ code: 1, out: '', err: `There is no admin with the address ${ana.email}.\n` })
    const granted = await admin(['grant', ana.email, '--yes'], required)
    expect(granted).toMatchObject({ code: 0 })
    const [first, second = '', ...more] = granted.out.split('\n')
    expect([first, more]).toEqual([`${ana.email} is an admin now, and has to sign in again.`, ['']])
    expect(second.startsWith(says)).toBe(true)
    const printed = await admin(['enrolment-code', ana.email], required)
    expect(printed).toMatchObject({ code: 0, out: expect.stringContaining(says) })
    expect(linesOf(printed)).toMatchObject([
      { ...act, call: 'npm run admin enrolment-code', subject: ana.id },
    ])
    // Neither log nor list of acts tells a code; the newest one alone is taken, and once.
    const codes = [second, printed.out].map((line) => line.trim().slice(says.length))
    const { rows } = await app.database.pool.query(
      'select action, details from admin_audit where subject = $1 order by id',
      [ana.id],
    )
    const noted = { action: 'factors.enrolment_code', details: { by: 'command line' } }
    expect(rows).toEqual([{ action: 'admin.grant', details: expect.anything() }, noted, noted])
    for (const code of codes) expect(granted.err + printed.err).not.toContain(code)
    expect(await admin(['grant', ana.email], required)).toMatchObject({
      ...{ code: 0, out: `${ana.email} was an admin already.\n` },
    })
    const { access_token: token } = await signInAgain(app, ana)
    const show = async (enrolment_code: string) =>
      (await app.request('POST', '/api/v1/me/confirm', { token, body: { enrolment_code } })).status
    expect([await show(codes[0] ?? ''), await show(codes[1] ?? ''), await show(codes[1] ?? '')]).toEqual([
      ...[400, 204, 400],
    ])
  })

  it('gives a username that speaks for the site, once, and notes it', async () => {
    const team = await signUp(app, { first: 'Tea', last: 'Team' })
    const given = await admin(['give-username', `@${team.username}`, '@Folio-Support'])
    expect(given).toMatchObject({ code: 0, out: `@${team.username} is @folio-support now.\n` })
    expect(linesOf(given)).toMatchObject([{ call: 'npm run admin give-username', subject: team.id }])
    const profile = await app.request('GET', `/api/v1/profiles/${team.username}`)
    expect(profile.body).toMatchObject({ id: team.id, username: 'folio-support' })
    expect((await admin(['give-username', team.email, 'folio-support'])).out).toContain('already')
    const { rows } = await app.database.pool.query(
      `select subject, details from admin_audit where action = 'username.give'`,
    )
    expect(rows).toEqual([{ subject: team.id, details: { username: 'folio-support', by: 'command line' } }])
    for (const name of ['support', 'no such', maya.username]) {
      const refused = await admin(['give-username', team.email, name])
      expect([name, refused.code]).toEqual([name, 1])
      expect(refused.err).toContain('cannot be given')
    }
    expect((await admin(['give-username', team.email])).code).toBe(2)
    expect((await admin(['give-username', 'nobody@example.com', 'folio-team'])).code).toBe(1)
  })

  it('agrees to what a lone admin proposed, or refuses it', async () => {
    const lone = await signUpAdmin(app)
    const propose = async (amount: number): Promise<string> => {
      const body = { username: lone.username, amount, reason: 'My own shop' }
      const asked = { token: lone.token, body: { call: 'POST /api/v1/admin/adjustments', body } }
      return (await app.request('POST', '/api/v1/admin/proposals', asked)).body.id
    }
    const [good, bad] = [await propose(12.5), await propose(99)]
    const listed = (await admin(['proposals'])).out
    expect(listed).toContain(`${good}  POST /api/v1/admin/adjustments  by @${lone.username}`)
    expect(listed).toContain(`@${lone.username} $12.50`)
    expect((await admin(['refuse', bad])).code).toBe(2)
    expect((await admin(['approve', 'x'])).err).toContain('There is no proposal x.')
    const done = await admin(['approve', good])
    expect(done).toMatchObject({ code: 0, out: `${good} is done.\n` })
    expect(linesOf(done)).toMatchObject([{ ...act, call: 'npm run admin approve', subject: good }])
    expect((await admin(['approve', good])).err).toContain('This has already been decided.')
    expect(await admin(['refuse', bad, '--reason', 'Too much'])).toMatchObject({
      ...{ code: 0, out: `${bad} is refused.\n` },
    })
    expect((await admin(['proposals'])).out).toBe('Nothing waits for a second admin.\n')
    const { rows } = await app.database.pool.query(
      `select a.action, a.actor_id is null as is_operator from admin_audit a
       where a.action like 'proposal.%' or a.action = 'adjustment.make' order by a.id`,
    )
    expect(rows.slice(2)).toEqual([
      { action: 'adjustment.make', is_operator: false },
      { action: 'proposal.approve', is_operator: true },
      { action: 'proposal.refuse', is_operator: true },
    ])
    const { body: balance } = await app.request('GET', `/api/v1/admin/balances/${lone.username}`, lone)
    expect(balance.posted).toBe(12.5)
  })

  it('lists reports, hides products and suspends accounts, each with a reason', async () => {
    const ben = await signUp(app, { first: 'Ben' })
    const { body: kettle } = await app.request('POST', '/api/v1/products', {
      token: ben.token,
      body: { amazon_url: 'https://www.amazon.com/dp/B0ADMIN001', title: 'Kettle', category_id: null },
    })
    expect((await admin(['reports'])).out).toBe('There are no open reports.\n')
    await app.request('POST', '/api/v1/reports', { body: { product_id: kettle.id, reason: 'spam' } })
    const open = (await admin(['reports'])).out
    expect(open).toContain(`1x  Kettle (${kettle.short_link_id}) by @${ben.username}: spam 1`)

    expect((await admin(['dismiss', kettle.id])).code).toBe(2)
    const dismissed = await admin(['dismiss', kettle.short_link_id, '--reason', 'No spam'])
    expect(dismissed).toMatchObject({
      code: 0,
      out: `${kettle.short_link_id} has no open reports any more.\n`,
    })
    expect((await admin(['reports'])).out).toBe('There are no open reports.\n')
    const ofPerson = await admin(['dismiss', `@${ben.username}`, '--reason', 'None'])
    expect(ofPerson).toMatchObject({ code: 0, out: `@${ben.username} had no open reports.\n`, err: '' })

    expect((await admin(['hide', kettle.id])).code).toBe(2)
    const link = `${app.url}/l/${kettle.short_link_id}?utm=1`
    const hidden = await admin(['hide', link, '--reason', 'A fake'])
    expect(hidden).toMatchObject({ code: 0, out: `${link} is hidden now.\n` })
    expect(linesOf(hidden)).toMatchObject([{ ...act, call: 'npm run admin hide', subject: kettle.id }])
    expect((await admin(['hide', link, '--reason', 'A fake'])).err).toBe('')
    expect((await app.request('GET', `/api/v1/products/${kettle.id}`)).status).toBe(404)
    expect((await admin(['restore', kettle.short_link_id, '--reason', 'None'])).code).toBe(0)
    expect((await app.request('GET', `/api/v1/products/${kettle.id}`)).status).toBe(200)

    const suspended = await admin(['suspend', ben.email, '--reason', 'Fake shops'])
    expect(suspended.out).toBe(`${ben.email} is suspended now.\n`)
    expect(linesOf(suspended)).toMatchObject([{ ...act, call: 'npm run admin suspend', subject: ben.id }])
    expect((await app.request('GET', '/api/v1/me', { token: ben.token })).status).toBe(401)
    const restored = await admin(['restore-account', `@${ben.username}`, '--reason', 'A mistake'])
    expect(restored.out).toBe(`@${ben.username} can sign in again.\n`)
    const again = await signInAgain(app, ben)
    const ended = await admin(['end-sessions', ben.email, '--reason', 'Somebody else’s'])
    expect(ended).toMatchObject({ code: 0, out: `${ben.email} is signed out.\n` })
    expect(linesOf(ended)).toMatchObject([{ ...act, call: 'npm run admin end-sessions', subject: ben.id }])
    expect((await app.request('GET', '/api/v1/me', { token: again.access_token })).status).toBe(401)
    const twice = await admin(['end-sessions', ben.email, '--reason', 'Somebody else’s'])
    expect(twice.out).toBe(`${ben.email} was signed in nowhere.\n`)
    expect((await admin(['end-sessions', '@nobody-at-all', '--reason', 'x'])).err).toContain('no account')
    const { rows } = await app.database.pool.query(
      `select action, actor_id, details ->> 'reason' as reason from admin_audit where subject in ($1, $2) order by id`,
      [ben.id, kettle.id],
    )
    expect(rows).toEqual(
      [
        ['report.dismiss', 'No spam'],
        ['product.hide', 'A fake'],
        ['product.restore', 'None'],
        ['account.suspend', 'Fake shops'],
        ['account.restore', 'A mistake'],
        ['account.end_sessions', 'Somebody else’s'],
      ].map(([action, reason]) => ({ action, actor_id: null, reason })),
    )
  })

  it('hides a list by its address, shows it again, and dismisses its reports', async () => {
    const { person, lists, products } = await creatorOf(app, { first: 'Lia', products: 3 })
    const { id, slug } = await lists.make({ title: 'My desk', product_ids: products })
    await lists.publish(id)
    await app.request('POST', '/api/v1/reports', { body: { list_id: id, reason: 'spam' } })
    const address = `${person.username}/${slug}`
    expect((await admin(['reports'])).out).toContain(
      `1x  list My desk (${address}) by @${person.username}: spam 1`,
    )
    const dismissed = await admin(['dismiss', address, '--reason', 'No spam'])
    expect(dismissed.out).toBe(`${address} has no open reports any more.\n`)
    const page = `${app.url}/${address}`
    expect((await admin(['hide', page, '--reason', 'Rude'])).out).toBe(`${page} is hidden now.\n`)
    expect((await lists.asVisitor(slug)).status).toBe(404)
    expect((await admin(['restore', address, '--reason', 'None'])).out).toBe(`${address} is shown again.\n`)
    expect((await lists.asVisitor(slug)).status).toBe(200)
    expect((await admin(['hide', `${person.username}/nothing`, '--reason', 'x'])).err).toContain('no list')
  })

  it('fails for an address without an account', async () => {
    const unknown = await admin(['grant', 'nobody@example.com'])
    expect(unknown).toEqual({
      code: 1,
      out: '',
      err: 'There is no account with the address nobody@example.com.\n',
    })
  })

  it('rotates the keys, while the old tokens stay valid', async () => {
    const keys = async () => (await app.request('GET', '/auth/v1/.well-known/jwks.json')).body.keys.length
    expect(await keys()).toBe(1)
    const rotated = await admin(['rotate-keys'])
    expect(rotated.code).toBe(0)
    const [line] = linesOf(rotated)
    expect(line).toMatchObject({ ...act, call: 'npm run admin rotate-keys', subject: expect.any(String) })
    const { rows } = await app.database.pool.query(
      `select subject, actor_id from admin_audit where action = 'keys.rotate'`,
    )
    expect(rows).toEqual([{ subject: line.subject, actor_id: null }])
    app.clock.advance(60_000)
    expect(await keys()).toBe(2)
    expect((await app.request('GET', '/auth/v1/user', { token: maya.token })).status).toBe(200)
  })

  it('changes no keys that a setting gives, and leaves a wrong setting to the operator', async () => {
    const given = await admin(['rotate-keys'], { SIGNING_KEYS: '{"keys":[]}' })
    expect(given).toMatchObject({ code: 1, err: expect.stringContaining('SIGNING_KEYS') })
    const wrong = await admin(['list'], { PORT: 'many' })
    expect(wrong).toMatchObject({ code: 1, err: expect.stringMatching(/^Cannot start.*PORT/s) })
  })

  it('prints its usage on request, and when misused', async () => {
    expect(await admin(['help'])).toMatchObject({ code: 0, out: expect.stringContaining('Usage:'), err: '' })
    const misused = [[], ['grant'], ['list', maya.email], ['list', '--yes'], ['grant', '--force', maya.email]]
    for (const args of misused)
      expect(await admin(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('Usage:') })
  })
})
