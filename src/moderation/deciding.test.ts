import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../tests/fakes/smtp.ts'
import { type Person, setRole, signInAgain, signUpAdmin } from '../../tests/harness/people.ts'
import { type ModerationStage, startModerationStage } from './testing/stage.ts'

let stage: ModerationStage
let smtp: FakeSmtp
beforeAll(async () => {
  smtp = await startFakeSmtp()
  stage = await startModerationStage({ jobs: true, env: { SMTP_URL: smtp.url } })
})
afterAll(async () => {
  await stage.close()
  await smtp.close()
})

/** A call of the auth wire, answered as today's clients are. */
const auth = (method: string, path: string, { token, body }: { token?: string; body?: object }) =>
  stage.app.request(method, `/auth/v1/${path}`, {
    token,
    headers: { 'x-supabase-api-version': '2024-01-01' },
    ...(body && { body }),
  })

const auditOf = (subject: string) =>
  stage.run('select action, details from admin_audit where subject = $1 order by created_at, id', [subject])

const signIn = ({ email, password }: Person, given = password) =>
  auth('POST', 'token?grant_type=password', { body: { email, password: given } })

describe('acts of admins (decision 51)', () => {
  it('do not exist for anybody else, nor for a suspended admin', async () => {
    const maya = await stage.person()
    const kettle = await stage.post(maya, 'Kettle')
    const former = await signUpAdmin(stage.app)
    await setRole(stage.app, former, 'user')
    await stage.act(`accounts/${former.id}/suspend`)
    await setRole(stage.app, former, 'admin')
    const acts = [
      `products/${kettle.id}/hide`,
      `accounts/${maya.id}/suspend`,
      `accounts/${maya.id}/end-sessions`,
    ]
    for (const token of [undefined, 'nonsense', maya.token, former.token]) {
      for (const path of acts) {
        const answer = await stage.app.request('POST', `/api/v1/admin/${path}`, {
          token,
          body: { reason: 'x' },
        })
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
      }
      expect((await stage.app.request('GET', '/api/v1/admin/reports', { token })).status).toBe(404)
    }
    expect((await stage.app.request('GET', '/api/v1/me', { token: maya.token })).status).toBe(200)
  })

  it('need a reason, and something to decide on', async () => {
    const maya = await stage.person()
    expect(await stage.act(`accounts/${maya.id}/suspend`, ' ')).toMatchObject({
      status: 400,
      body: { details: { problems: [{ path: 'reason', message: 'Please give a reason' }] } },
    })
    const nobody = '01900000-0000-7000-8000-000000000000'
    for (const path of ['products/?/hide', 'products/?/restore', 'accounts/?/suspend', 'accounts/?/restore'])
      expect((await stage.act(path.replace('?', nobody))).status).toBe(404)
  })

  it('hide a product once, even when several admins do so at once; its owner gets a mail', async () => {
    const maya = await stage.person()
    const kettle = await stage.post(maya, 'Kettle “deluxe”')
    await stage.report({ product_id: kettle.id, reason: 'spam' })
    const other = await signUpAdmin(stage.app)
    const answers = await Promise.all(
      [stage.ada, other, stage.ada].map((by) => stage.act(`products/${kettle.id}/hide`, 'A fake.', by)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.outcome).toSorted()).toEqual(['as_it_was', 'as_it_was', 'changed'])
    expect(await auditOf(kettle.id)).toEqual([{ action: 'product.hide', details: { reason: 'A fake.' } }])
    const mail = await smtp.mailTo(maya.email)
    expect(mail.subject).toBe('Folio has hidden one of your items · Folio')
    expect(mail.text).toContain('Kettle “deluxe”')
    expect(mail.text).toContain('Reason: A fake.')
    expect((await stage.cases()).items.map((one: { id: string }) => one.id)).not.toContain(kettle.id)

    await stage.act(`products/${kettle.id}/restore`, 'It is genuine.')
    expect((await smtp.mailTo(maya.email)).text).toContain('Everyone can see “Kettle “deluxe”” again.')
    const [noted] = (await stage.cases('?state=all')).items.filter(
      ({ product }: { product: { id: string } | null }) => product?.id === kettle.id,
    )
    expect(noted.decisions).toMatchObject([
      { action: 'product_restored', reason: 'It is genuine.', by: stage.ada.username },
      { action: 'product_hidden', reason: 'A fake.' },
    ])
  })

  it('dismiss the reports that were seen, not one that came meanwhile', async () => {
    const maya = await stage.person()
    await stage.report({ profile_id: maya.id, reason: 'spam' })
    const caseOf = async () =>
      (await stage.cases()).items.find(
        ({ product, account }: { product: unknown; account: { id: string } }) =>
          !product && account.id === maya.id,
      )
    const seen = await caseOf()
    stage.app.clock.advance(1_000)
    await stage.report({ profile_id: maya.id, reason: 'offensive' }, (await stage.person('Ben')).token)
    const dismiss = (noted_at: string) =>
      stage.act(`reports/${seen.id}/dismiss`, 'Nothing wrong.', stage.ada, { noted_at })
    expect(await dismiss(seen.noted_at)).toMatchObject({ status: 412, body: { code: 'version_mismatch' } })
    const { noted_at } = await caseOf()
    expect((await dismiss(noted_at)).body).toEqual({ outcome: 'changed' })
    expect((await dismiss(noted_at)).body).toEqual({ outcome: 'as_it_was' })
    expect(await caseOf()).toBeUndefined()
    expect(await auditOf(maya.id)).toEqual([
      { action: 'report.dismiss', details: { reason: 'Nothing wrong.', reports: 2, of: 'profile' } },
    ])
  })

  it('end sessions; the person can sign in again', async () => {
    const maya = await stage.person()
    expect((await stage.act(`accounts/${maya.id}/end-sessions`, 'Stolen phone.')).body).toEqual({
      outcome: 'changed',
    })
    expect((await stage.app.request('GET', '/api/v1/me', { token: maya.token })).status).toBe(401)
    expect((await stage.act(`accounts/${maya.id}/end-sessions`)).body).toEqual({ outcome: 'as_it_was' })
    expect((await smtp.mailTo(maya.email)).text).toContain('Reason: Stolen phone.')
    await signInAgain(stage.app, maya)
  })

  it('neither suspend an admin, nor let one back in, nor end their sessions: that is the operator’s', async () => {
    const other = await signUpAdmin(stage.app)
    for (const [act, command] of [
      ['suspend', 'suspend'],
      ['restore', 'restore-account'],
      ['end-sessions', 'end-sessions'],
    ])
      expect(await stage.act(`accounts/${other.id}/${act}`)).toMatchObject({
        status: 403,
        body: { code: 'forbidden', message: expect.stringContaining(`npm run admin -- ${command} `) },
      })
    expect((await stage.app.request('GET', '/api/v1/me', { token: other.token })).status).toBe(200)
  })

  it('are not about the admin who makes them: neither their own product nor reports of it', async () => {
    const owner = await signUpAdmin(stage.app)
    const mug = await stage.post(owner, 'My own mug')
    await stage.act(`products/${mug.id}/hide`)
    const about = { status: 403, body: { code: 'forbidden', message: expect.stringContaining('about you') } }
    expect(await stage.act(`products/${mug.id}/restore`, 'It is fine', owner)).toMatchObject(about)
    for (const subject of [{ product_id: mug.id }, { profile_id: owner.id }]) {
      await stage.report({ ...subject, reason: 'spam' })
      const { items } = await stage.cases('?state=all')
      const [reported] = items.filter((one: { product: { id: string } | null; account: { id: string } }) =>
        'product_id' in subject ? one.product?.id === mug.id : !one.product && one.account.id === owner.id,
      )
      const dismiss = (by?: Person) =>
        stage.act(`reports/${reported.id}/dismiss`, 'Fine', by, { noted_at: reported.noted_at })
      expect(await dismiss(owner)).toMatchObject(about)
      expect(await dismiss()).toMatchObject({ status: 200 })
    }
    expect((await stage.act(`products/${mug.id}/restore`)).body).toEqual({ outcome: 'changed' })
  })
})

describe('a suspended account (decision 51)', () => {
  const refusal = expect.stringMatching(/^This account is suspended\. Reason: Fake shops\. .*operator/)

  it('is signed out at once and cannot sign in; only somebody who could sign in sees why', async () => {
    const maya = await stage.person()
    const second = await signInAgain(stage.app, maya)
    expect((await stage.act(`accounts/${maya.id}/suspend`, 'Fake shops.')).body).toEqual({
      outcome: 'changed',
    })
    expect((await stage.act(`accounts/${maya.id}/suspend`, 'Again.')).body).toEqual({ outcome: 'as_it_was' })
    for (const token of [maya.token, second.access_token]) {
      expect((await stage.app.request('GET', '/api/v1/me', { token })).status).toBe(401)
      expect(await auth('GET', 'user', { token })).toMatchObject({
        status: 403,
        body: { code: 'user_banned', message: refusal },
      })
    }
    expect(await signIn(maya)).toMatchObject({ status: 400, body: { code: 'user_banned', message: refusal } })
    expect(await signIn(maya, 'another')).toMatchObject({
      status: 400,
      body: { code: 'invalid_credentials' },
    })
    const refreshed = await auth('POST', 'token?grant_type=refresh_token', {
      body: { refresh_token: second.refresh_token },
    })
    expect(refreshed).toMatchObject({ status: 400, body: { code: 'user_banned', message: refusal } })
    expect((await smtp.mailTo(maya.email)).text).toContain('Reason: Fake shops.')

    await stage.act(`accounts/${maya.id}/restore`, 'A mistake.')
    expect((await smtp.mailTo(maya.email)).subject).toBe('Your Folio account is back · Folio')
    // Earlier sessions stay ended.
    expect((await stage.app.request('GET', '/api/v1/me', { token: maya.token })).status).toBe(401)
    await signInAgain(stage.app, maya)
  })

  it('sees why by a mailed link, also by one that was mailed before', async () => {
    const maya = await stage.person()
    const ask = () => auth('POST', 'recover', { body: { email: maya.email } })
    const tokenOf = async () =>
      new URL(
        /http\S+token_hash=\S+/.exec((await smtp.mailTo(maya.email)).text ?? '')?.[0] ?? '',
      ).searchParams.get('token_hash')
    const verify = (token_hash: string | null) =>
      auth('POST', 'verify', { body: { type: 'recovery', token_hash } })
    await ask()
    const before = await tokenOf()
    await stage.act(`accounts/${maya.id}/suspend`, 'Fake shops.')
    await smtp.mailTo(maya.email)
    expect((await verify(before)).body.code).toBe('otp_expired')
    await stage.run(`delete from rate_limits where key like 'recovery%'`)
    expect((await ask()).status).toBe(200)
    const after = await tokenOf()
    for (let n = 0; n < 2; n += 1)
      expect(await verify(after)).toMatchObject({
        status: 400,
        body: { code: 'user_banned', message: refusal },
      })
  })

  it('still has its ledger and its payee', async () => {
    const maya = await stage.person()
    await stage.post(maya, 'Kettle')
    const rows = () =>
      stage.run(
        `select (select count(*) from payees where user_id = $1) as payees,
           (select count(*) from products where user_id = $1 and deleted_at is null) as products,
           (select count(*) from short_links s join products p on p.id = s.product_id where p.user_id = $1) as links`,
        [maya.id],
      )
    const before = await rows()
    await stage.act(`accounts/${maya.id}/suspend`)
    expect(await rows()).toEqual(before)
  })
})

describe('what was decided of somebody (decision 51)', () => {
  it('is shown on their next visit, with the thing and the reason, until they have read it', async () => {
    const maya = await stage.person()
    const kettle = await stage.post(maya, 'Kettle')
    const asMaya = async (token: string) => ({
      hasNotices: (await stage.app.request('GET', '/api/v1/me', { token })).body.has_notices,
      items: (await stage.app.request('GET', '/api/v1/me/notices', { token })).body.items,
    })
    expect(await asMaya(maya.token)).toEqual({ hasNotices: undefined, items: [] })
    await stage.act(`products/${kettle.id}/hide`, 'A fake.')
    await stage.act(`accounts/${maya.id}/end-sessions`, 'Others were in.')
    const { access_token: token } = await signInAgain(stage.app, maya)
    const shown = await asMaya(token)
    expect(shown).toMatchObject({
      hasNotices: true,
      items: [
        { action: 'sessions_ended', reason: 'Others were in.', product: null },
        { action: 'product_hidden', reason: 'A fake.', product: { id: kettle.id, title: 'Kettle' } },
      ],
    })
    const ids = shown.items.map(({ id }: { id: string }) => id)
    const see = (by: string) =>
      stage.app.request('POST', '/api/v1/me/notices/seen', { token: by, body: { ids } })
    // Somebody else's are left alone.
    expect((await see(stage.ada.token)).status).toBe(204)
    expect((await asMaya(token)).items).toHaveLength(2)
    for (let time = 0; time < 2; time += 1) expect((await see(token)).status).toBe(204)
    expect(await asMaya(token)).toEqual({ hasNotices: undefined, items: [] })
    for (const path of ['notices', 'notices/seen'])
      expect(
        (await stage.app.request(path === 'notices' ? 'GET' : 'POST', `/api/v1/me/${path}`)).status,
      ).toBe(401)
  })

  it('is not shown on a visit where it is a suspension, which is shown where they sign in', async () => {
    const maya = await stage.person()
    await stage.act(`accounts/${maya.id}/suspend`, 'Fake shops.')
    await stage.act(`accounts/${maya.id}/restore`, 'A mistake.')
    const { access_token: token } = await signInAgain(stage.app, maya)
    const { body } = await stage.app.request('GET', '/api/v1/me/notices', { token })
    expect(body.items).toMatchObject([{ action: 'account_restored', reason: 'A mistake.' }])
  })
})
