import { type AuthChangeEvent, createClient, FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeAmazon, fakeCredentials, startFakeAmazon } from '../fakes/amazon.ts'
import { type FakeSmtp, startFakeSmtp } from '../fakes/smtp.ts'
import { startTestApp, type TestApp } from '../harness/app.ts'
import { signUp } from '../harness/people.ts'

// A GIF of one pixel, the smallest picture there is.
const pixel = Buffer.from('R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=', 'base64')

let app: TestApp
let amazon: FakeAmazon
let smtp: FakeSmtp
beforeAll(async () => {
  amazon = await startFakeAmazon()
  smtp = await startFakeSmtp()
  const env = {
    SMTP_URL: smtp.url,
    AMAZON_TEST_ORIGIN: amazon.origin,
    AMAZON_CREATORS_ID: fakeCredentials.id,
    AMAZON_CREATORS_SECRET: fakeCredentials.secret,
    AMAZON_TAGS: 'us=folio-20',
  }
  app = await startTestApp({ jobs: true, env })
})
afterAll(async () => {
  await app.close()
  await smtp.close()
  await amazon.close()
})

/** The whole official client, as any app would make it. Each has its own storage, as a browser has. */
const newClient = () =>
  createClient(app.url, 'public-anon-key', {
    auth: { storageKey: crypto.randomUUID(), autoRefreshToken: false },
  })

type Client = ReturnType<typeof newClient>

let people = 0

async function signedUp(client: Client) {
  people += 1
  const email = `ana${people}@example.com`
  const data = { first_name: 'Ana', last_name: 'Lopez' }
  const { data: answer, error } = await client.auth.signUp({
    email,
    password: 'correct horse',
    options: { data },
  })
  if (error || !answer.user) throw error ?? new Error('nobody was signed up')
  return { id: answer.user.id, email }
}

describe('the official client, unmodified (docs/product/calls.md#where-they-are)', () => {
  it('auth: sends every change of a session as an event (docs/product/sign-in.md#sessions)', async () => {
    const client = newClient()
    const events: AuthChangeEvent[] = []
    client.auth.onAuthStateChange((event) => void events.push(event))
    const { email } = await signedUp(client)
    await client.auth.refreshSession()
    await client.auth.updateUser({ data: { colour: 'red' } })
    expect((await client.auth.getUser()).data.user?.user_metadata.colour).toBe('red')
    await client.auth.signOut()

    await client.auth.resetPasswordForEmail(email, { redirectTo: `${app.url}/auth/reset` })
    const link = /token_hash=([\w-]+)/.exec((await smtp.mailTo(email)).text ?? '')?.[1] ?? ''
    const { error } = await client.auth.verifyOtp({ type: 'recovery', token_hash: link })
    expect(error).toBeNull()
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    expect(new Set(events)).toEqual(
      new Set([
        'INITIAL_SESSION',
        'SIGNED_IN',
        'TOKEN_REFRESHED',
        'USER_UPDATED',
        'SIGNED_OUT',
        'PASSWORD_RECOVERY',
      ]),
    )
    const signIn = { email, password: 'battery staple' }
    expect((await newClient().auth.signInWithPassword(signIn)).error).toBeNull()
  })

  it('storage: uploads, shows and removes a picture', async () => {
    const client = newClient()
    const { id } = await signedUp(client)
    const bucket = client.storage.from('avatars')
    const path = `${id}-1.png`
    const { data, error } = await bucket.upload(path, pixel, { contentType: 'image/gif' })
    expect([data?.path, error]).toEqual([path, null])
    const shown = await fetch(bucket.getPublicUrl(path).data.publicUrl)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect((await bucket.upload(path, pixel)).error).toMatchObject({ statusCode: '409' })
    expect((await bucket.remove([path])).data).toMatchObject([{ name: path }])
  })

  it('functions: resolves a short link and looks a product up', async () => {
    const client = newClient()
    await signedUp(client)
    const resolved = await client.functions.invoke('resolve-short-link', {
      body: { url: 'https://a.co/d/kettle' },
    })
    expect(resolved.data).toMatchObject({ success: true, resolvedUrl: expect.stringContaining('amazon') })
    const body = { amazonUrl: resolved.data.resolvedUrl, asin: 'B0KETTLE01' }
    expect((await client.functions.invoke('amazon-paapi', { body })).data).toMatchObject({
      success: true,
      product: { asin: 'B0KETTLE01' },
    })
    const anonymous = await newClient().functions.invoke('amazon-paapi', { body })
    expect(anonymous.error).toBeInstanceOf(FunctionsHttpError)
  })

  it('rpc: follows and unfollows', async () => {
    const client = newClient()
    await signedUp(client)
    const other = await signUp(app)
    const target = { target_user_id: other.id }
    expect((await client.rpc('follow_user', target)).error).toBeNull()
    const profile = () => app.request('GET', `/api/v1/profiles/${other.username}`)
    expect((await profile()).body.followers_count).toBe(1)
    expect((await client.rpc('unfollow_user', target)).error).toBeNull()
    expect((await profile()).body.followers_count).toBe(0)
    expect((await newClient().rpc('follow_user', target)).error?.code).toBe('42501')
    const found = await newClient().rpc('get_public_profile_by_username', { p_username: other.username })
    expect(found.data).toMatchObject([{ id: other.id, followers_count: 0 }])
  })

  it('functions: finds, follows and counts people', async () => {
    const client = newClient()
    await signedUp(client)
    const { id, username } = await signUp(app)
    const get = (name: string) => client.functions.invoke(name, { method: 'GET' })
    expect((await get(`people-search?q=${username}&limit=1`)).data).toMatchObject({
      users: [{ id, is_following: false }],
      count: 1,
    })
    const body = { userId: id, action: 'follow' }
    const followed = await client.functions.invoke('people-follow', { body })
    expect(followed.data).toEqual({
      success: true,
      ...body,
      following_count: 1,
      followers_count: 1,
    })
    expect((await get('people-stats')).data).toEqual({ following_count: 1, followers_count: 0 })
    const top = await newClient().functions.invoke('people-top?exclude_following=true&limit=5', {
      method: 'GET',
    })
    expect(top.data).toEqual({ creators: [], count: 0 })
  })

  it('rpc: lists pinned and unpinned categories and the Inbox', async () => {
    const client = newClient()
    const { id } = await signedUp(client)
    const token = (await client.auth.getSession()).data.session?.access_token
    const lamp = { amazon_url: 'https://amazon.com/dp/B0LAMP0001', title: 'Lamp', category_id: null }
    await app.request('POST', '/api/v1/products', { body: lamp, token })
    const pinned = await client.rpc('get_user_pinned_categories', { user_id_param: null })
    expect([pinned.error, pinned.data.length]).toEqual([null, 8])
    const others = await client.rpc('get_user_unpinned_categories')
    expect(others.data[0]).toMatchObject({ slug: 'pets', sort_order: 9, product_count: 0 })
    const inbox = await client.rpc('get_inbox_products', { user_id_param: id })
    expect(inbox.data).toMatchObject([{ user_id: id, title: 'Lamp', is_categorized: false }])
    const foreign = await client.rpc('get_inbox_products', { user_id_param: crypto.randomUUID() })
    expect(foreign.error?.code).toBe('42501')
  })
})
