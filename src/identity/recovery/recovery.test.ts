import type { AuthChangeEvent } from '@supabase/auth-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { escapeHtml } from '../../shared/text.ts'
import { someone } from '../testing/auth-server.ts'
import { type RecoveryStage, startRecoveryStage } from '../testing/recovery-stage.ts'

let stage: RecoveryStage
beforeAll(async () => {
  stage = await startRecoveryStage({ env: { REDIRECT_URLS: 'https://app.example/back' } })
})
afterAll(() => stage.close())

type Client = ReturnType<RecoveryStage['client']>

async function newPerson() {
  const person = someone()
  const { body } = await stage.call('POST', '/signup', { body: person })
  return { ...person, id: (body.user as { id: string }).id }
}

/** Collects every event from now on. */
function eventsOf(client: Client): AuthChangeEvent[] {
  const events: AuthChangeEvent[] = []
  client.onAuthStateChange((event) => void events.push(event))
  return events
}

async function expectSignsIn(email: string, password: string) {
  const { error } = await stage.client().signInWithPassword({ email, password })
  expect(error).toBeNull()
}

describe('the official client recovers an account (docs/product/reset.md#new-password)', () => {
  it('by the link to the reset page: PASSWORD_RECOVERY, a new password, USER_UPDATED', async () => {
    const { email, password } = await newPerson()
    const client = stage.client()
    const events = eventsOf(client)
    const asked = await client.resetPasswordForEmail(` ${email.toUpperCase()} `, {
      redirectTo: 'http://folio.test/feed',
    })
    expect(asked).toEqual({ data: {}, error: null })

    const link = await stage.linkTo(email)
    expect(`${link.origin}${link.pathname}`).toBe('http://folio.test/auth/reset')
    expect([...link.searchParams.keys()]).toEqual(['token_hash', 'type'])
    expect(link.searchParams.get('type')).toBe('recovery')

    const token_hash = link.searchParams.get('token_hash') ?? ''
    const verified = await client.verifyOtp({ type: 'recovery', token_hash })
    expect(verified.error).toBeNull()
    expect(verified.data.user?.email).toBe(email)
    const { data: claims } = await client.getClaims()
    expect(claims?.claims.amr).toMatchObject([{ method: 'recovery' }])
    const updated = await client.updateUser({ password: 'a new password' })
    expect(updated.error).toBeNull()
    expect(updated.data.user?.id).toBe(verified.data.user?.id)
    expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED'])

    await expectSignsIn(email, 'a new password')
    const old = await stage.client().signInWithPassword({ email, password })
    expect(old.error?.code).toBe('invalid_credentials')
  })

  it('by token and address', async () => {
    const { email } = await newPerson()
    await stage.ask(email)
    const token = await stage.tokenTo(email)
    const verified = await stage.client().verifyOtp({ type: 'recovery', token, email: email.toUpperCase() })
    expect(verified.error).toBeNull()
  })

  it('by following GET verify: the session comes in the fragment, once', async () => {
    const { email } = await newPerson()
    await stage.ask(email)
    const token = await stage.tokenTo(email)
    const query = { token, type: 'recovery', redirect_to: 'https://app.example/back?from=mail' }
    const { status, headers, location } = await stage.follow(query)
    expect(status).toBe(303)
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    const [address, fragment] = location.split('#')
    expect(address).toBe('https://app.example/back?from=mail')
    const given = Object.fromEntries(new URLSearchParams(fragment))
    expect(given).toMatchObject({ token_type: 'bearer', type: 'recovery', expires_in: '3600' })

    const client = stage.client()
    const { access_token = '', refresh_token = '' } = given
    expect((await client.setSession({ access_token, refresh_token })).error).toBeNull()
    expect((await client.updateUser({ password: 'a new password' })).error).toBeNull()
    await expectSignsIn(email, 'a new password')

    const again = new URL((await stage.follow(query)).location)
    const failure = {
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    }
    expect(Object.fromEntries(new URLSearchParams(again.hash.slice(1)))).toEqual(failure)
    expect(again.hash).not.toContain('access_token')
  })

  it('with a challenge: GET verify gives a code, whose exchange is PASSWORD_RECOVERY', async () => {
    const { email } = await newPerson()
    const client = stage.client({ flowType: 'pkce' })
    const events = eventsOf(client)
    const redirectTo = 'https://app.example/back/here?a=1'
    expect((await client.resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
    const link = await stage.linkTo(email)
    expect(`${link.origin}${link.pathname}`).toBe('https://app.example/back/here')
    expect(link.searchParams.get('a')).toBe('1')
    const token = link.searchParams.get('token_hash') ?? ''

    const { location } = await stage.follow({ token, type: 'recovery', redirect_to: redirectTo })
    const landed = new URL(location)
    expect(landed.hash).toBe('')
    const code = landed.searchParams.get('code') ?? ''
    const stranger = await stage.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(56) },
    })
    expect(stranger).toMatchObject({ status: 400, body: { code: 'bad_code_verifier' } })

    const exchanged = await client.exchangeCodeForSession(code)
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.session?.user.email).toBe(email)
    expect((await client.updateUser({ password: 'a new password' })).error).toBeNull()
    expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED'])
    await expectSignsIn(email, 'a new password')
    expect((await client.exchangeCodeForSession(code)).error).not.toBeNull()
  })

  it('with a challenge too, the reset page needs no verifier: the link may be opened anywhere', async () => {
    const { email } = await newPerson()
    await stage.client({ flowType: 'pkce' }).resetPasswordForEmail(email)
    const token_hash = await stage.tokenTo(email)
    const elsewhere = stage.client()
    const events = eventsOf(elsewhere)
    expect((await elsewhere.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
  })

  it('and gets the error of a link that does not work', async () => {
    const { error } = await stage.client().verifyOtp({ type: 'recovery', token_hash: 'made-up' })
    expect(error).toMatchObject({
      status: 403,
      code: 'otp_expired',
      message: 'Email link is invalid or has expired',
    })
  })
})

describe('the mail', () => {
  it('goes to the account’s address alone, with a link that only a POST uses up', async () => {
    const { email } = await newPerson()
    await stage.ask(email)
    const mail = await stage.smtp.mailTo(email)
    expect(mail.recipients).toEqual([email])
    const [link = ''] = /https?:\S+token_hash\S+/.exec(mail.text ?? '') ?? []
    expect(mail.html).toContain(escapeHtml(link))
    const token = new URL(link).searchParams.get('token_hash') ?? ''
    // What programs that scan mails do with an address.
    for (const method of ['HEAD', 'OPTIONS']) {
      const looked = await stage.follow({ token, type: 'recovery' }, method)
      expect(looked.location).toBe('')
    }
    await stage.recover(token)
  })

  it('leads to the site’s reset page when a foreign address was asked for', async () => {
    const { email } = await newPerson()
    const redirectTo = 'https://app.example.evil.example/back'
    await stage.client().resetPasswordForEmail(email, { redirectTo })
    expect((await stage.linkTo(email)).href).toMatch(/^http:\/\/folio\.test\/auth\/reset\?/)
  })

  it('is the same mail with the same link when sending it failed first', async () => {
    const { email } = await newPerson()
    stage.smtp.troubles.push('dropped')
    await stage.ask(email)
    const first = await stage.smtp.mailTo(email)
    await stage.tryAgainNow()
    const second = await stage.smtp.mailTo(email)
    expect(second.messageId).toBe(first.messageId)
    expect(second.text).toBe(first.text)
    const tokens = await stage.db.selectFrom('one_time_tokens').select('token_hash').execute()
    expect(new Set(tokens.map(({ token_hash }) => token_hash.toString('hex'))).size).toBe(tokens.length)
  })

  it('is not sent again once its link has been used, and the link stays used', async () => {
    const { email } = await newPerson()
    stage.smtp.troubles.push('dropped')
    await stage.ask(email)
    const token = await stage.tokenTo(email)
    await stage.recover(token)
    await stage.tryAgainNow()
    await stage.untilDone()
    expect(stage.smtp.mails.filter(({ recipients }) => recipients.includes(email))).toHaveLength(1)
    expect((await stage.verify({ type: 'recovery', token_hash: token })).status).toBe(403)
  })
})
