import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../tests/harness/app.ts'
import { type Person, proveAddress, setRole, signUp } from '../../../tests/harness/people.ts'
import { storePicture } from '../../media/service.ts'
import { discardReplaced } from './own-pictures.ts'

let app: TestApp
let picture: Buffer
beforeAll(async () => {
  app = await startTestApp({ jobs: true })
  picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
    .webp()
    .toBuffer()
})
afterAll(() => app.close())

const patch = (person: Person, body: unknown) =>
  app.request('PATCH', '/api/v1/me', { token: person.token, body })
const me = async (person: Person) => (await app.request('GET', '/api/v1/me', { token: person.token })).body

/** Stores a picture as its owner and returns its address. */
async function upload({ id: userId }: Person, path: string) {
  const actor = { userId, sessionId: userId, role: 'user' } as const
  const context = { db: app.database.db, clock: app.clock.now, actor }
  return storePicture(context, app.app.services.media, { path, bytes: picture })
}

async function waitingJobs() {
  const { rows } = await app.database.pool.query('select count(*) as n from graphile_worker.jobs')
  return rows[0].n
}

describe('GET me', () => {
  it('shows whether one is an admin, from the next call on (docs/product/admin.md#access)', async () => {
    const person = await signUp(app)
    expect(await me(person)).toMatchObject({ is_admin: false })
    await setRole(app, person, 'admin')
    expect(await me(person)).toMatchObject({ is_admin: true })
    await setRole(app, person, 'user')
    expect(await me(person)).toMatchObject({ is_admin: false })
    const { body } = await app.request('GET', `/api/v1/profiles/${person.username}`)
    expect(body).not.toHaveProperty('is_admin')
  })
})

describe('the first steps of an account (docs/product/sign-in.md#first-steps)', () => {
  it('begin with a handle made from the names, until one is chosen or the current one confirmed', async () => {
    const [ana, eva] = [await signUp(app), await signUp(app)]
    expect(await me(ana)).toMatchObject({ first_steps: { handle: 'names' } })
    // Names, a bio or a photo do not choose the handle.
    await patch(ana, { bio: 'Lamps', last_name: 'Obi' })
    expect(await me(ana)).toMatchObject({ first_steps: { handle: 'names' } })
    const kept = await patch(ana, { username: ana.username })
    expect(kept.body).toMatchObject({ username: ana.username, first_steps: { handle: 'chosen' } })
    const changed = await patch(eva, { username: 'eva-of-lamps' })
    expect(changed.body).toMatchObject({ username: 'eva-of-lamps', first_steps: { handle: 'chosen' } })
  })

  it('ask for a handle where the names gave none; the temporary one is in no product’s card', async () => {
    const people = await Promise.all(
      ['李', 'Ольга', 'ليلى'].map((name) => signUp(app, { first: name, last: '-' })),
    )
    for (const person of people) {
      expect(person.username).toMatch(/^creator-[0-9a-f]{8}$/)
      expect(await me(person)).toMatchObject({ first_steps: { handle: 'stand_in' } })
    }
    const zofia = await signUp(app, { first: 'Zofia', last: 'Łukasiewicz' })
    expect([zofia.username, await me(zofia)]).toMatchObject([
      'zofia-lukasiewicz',
      { first_steps: { handle: 'names' } },
    ])
  })

  it('end for the account on every device, and never begin again', async () => {
    const person = await signUp(app)
    expect((await patch(person, { first_steps: null })).body).toMatchObject({ first_steps: null })
    await patch(person, { username: 'named-much-later' })
    expect(await me(person)).toMatchObject({ username: 'named-much-later', first_steps: null })
    expect((await patch(person, { first_steps: { handle: 'names' } })).status).toBe(400)
    const { body } = await app.request('GET', `/api/v1/profiles/${person.username}`)
    expect(body).not.toHaveProperty('first_steps')
  })
})

describe('PATCH me (docs/product/profile.md#fields)', () => {
  it('changes only the fields sent', async () => {
    const person = await signUp(app)
    const first = await patch(person, { bio: '  Lamps, mostly. ', last_name: ' Obi ' })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ first_name: 'Maya', last_name: 'Obi', bio: 'Lamps, mostly.' })
    const second = await patch(person, { first_name: 'Ada' })
    expect(second.body).toMatchObject({ first_name: 'Ada', last_name: 'Obi', bio: 'Lamps, mostly.' })
    expect(await me(person)).toEqual(second.body)
  })

  it.each([null, '', '   '])('empties the bio with %j', async (bio) => {
    const person = await signUp(app)
    await patch(person, { bio: 'Something' })
    expect((await patch(person, { bio })).body.bio).toBe(null)
  })

  it('puts the new names into tokens from the next refresh on', async () => {
    const person = await signUp(app)
    await patch(person, { first_name: 'Ada' })
    const { body } = await app.request('POST', '/auth/v1/token?grant_type=refresh_token', {
      body: { refresh_token: person.session.refresh_token },
    })
    expect(body.user.user_metadata).toMatchObject({ first_name: 'Ada', last_name: 'Okafor' })
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    expect(claims.user_metadata).toMatchObject({ first_name: 'Ada', last_name: 'Okafor' })
  })

  it.each([
    ['first_name', ' ', 'First name is required'],
    ['last_name', '', 'Last name is required'],
    ['first_name', 'x'.repeat(101), 'Use at most 100 characters.'],
    ['bio', 'x'.repeat(1_001), 'Use at most 1,000 characters.'],
    ['username', 'no', '3–20 chars, lowercase letters, numbers, _ or -.'],
    ['username', 'with space', '3–20 chars, lowercase letters, numbers, _ or -.'],
    ['username', 'x'.repeat(21), '3–20 chars, lowercase letters, numbers, _ or -.'],
  ])('says beside %s what is wrong with “%.12s”: %s', async (path, value, message) => {
    const person = await signUp(app)
    const before = await me(person)
    const answer = await patch(person, { bio: 'Not to be saved', [path]: value })
    expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    expect(answer.body.details.problems).toEqual([{ path, message }])
    expect(await me(person)).toEqual(before)
  })

  it('cannot change anything else, such as address or id', async () => {
    const [person, other] = [await signUp(app), await signUp(app)]
    const { body } = await patch(person, { email: 'new@example.com', id: other.id, bio: 'Mine' })
    expect(body).toMatchObject({ email: person.email, id: person.id, bio: 'Mine' })
    expect((await me(other)).bio).toBe(null)
  })
})

describe('the password of an account', () => {
  it('is shown as set or not, only to its owner', async () => {
    const person = await signUp(app)
    expect((await me(person)).has_password).toBe(true)
    await app.database.pool.query('update users set password_hash = null where id = $1', [person.id])
    expect((await me(person)).has_password).toBe(false)
    const { body } = await app.request('GET', `/api/v1/profiles/${person.username}`)
    expect(body).not.toHaveProperty('has_password')
  })
})

describe('the avatar', () => {
  const refused = { path: 'avatar_url', message: 'Please upload this picture first.' }

  it('is an uploaded picture of one’s own, or none', async () => {
    const person = await signUp(app)
    const address = await upload(person, `${person.id}-1.webp`)
    expect((await patch(person, { avatar_url: address })).body.avatar_url).toBe(address)
    expect((await patch(person, { bio: 'Kept' })).body.avatar_url).toBe(address)
    expect((await patch(person, { avatar_url: null })).body.avatar_url).toBe(null)
  })

  it('may be named with the site’s origin, as the official client does, and is stored without', async () => {
    const person = await signUp(app)
    const address = await upload(person, `${person.id}-1.webp`)
    expect((await patch(person, { avatar_url: app.url + address })).body.avatar_url).toBe(address)
  })

  it('is never someone else’s picture, a missing one, a product’s, or from elsewhere', async () => {
    const [person, other] = [await signUp(app), await signUp(app)]
    const prefix = '/storage/v1/object/public/avatars'
    const addresses = [
      await upload(other, `${other.id}-1.webp`),
      await upload(person, `products/product-${person.id}-1.webp`),
      `${prefix}/${person.id}-2.webp`,
      `${prefix}/../../${person.id}-1.webp`,
      'https://example.com/cat.webp',
      'javascript:alert(1)',
    ]
    for (const avatar_url of addresses) {
      const { status, body } = await patch(person, { avatar_url })
      expect([avatar_url, status, body.details?.problems]).toEqual([avatar_url, 400, [refused]])
    }
  })

  it('is removed from the store when replaced, and the one in use is not', async () => {
    const person = await signUp(app)
    const [first, second] = [
      await upload(person, `${person.id}-1.webp`),
      await upload(person, `${person.id}-2.webp`),
    ]
    await patch(person, { avatar_url: first })
    await patch(person, { avatar_url: second })
    await expect.poll(async () => (await app.request('GET', first)).status).toBe(400)
    await patch(person, { bio: 'Still me' })
    expect((await app.request('GET', second)).status).toBe(200)
  })

  it('stays when someone goes back to it at once', async () => {
    const person = await signUp(app)
    const address = await upload(person, `${person.id}-1.webp`)
    await patch(person, { avatar_url: address })
    await app.database.db.transaction().execute(async (db) => {
      const change = { before: { avatar_url: address }, after: { avatar_url: null } }
      await discardReplaced({ db, clock: app.clock.now, actor: null }, person.id, change)
    })
    await expect.poll(waitingJobs).toBe(0)
    expect((await app.request('GET', address)).status).toBe(200)
  })
})

describe('the cover and links of a storefront (docs/product/storefront.md#cover)', () => {
  it('shows an own uploaded picture, which stays while it is shown and goes once replaced', async () => {
    const [person, other] = [await signUp(app), await signUp(app)]
    const [first, second] = [
      await upload(person, `${person.id}-1.webp`),
      await upload(person, `${person.id}-2.webp`),
    ]
    for (const address of [
      await upload(other, `${other.id}-1.webp`),
      `${first}x`,
      'https://maya.example/1.webp',
    ])
      expect((await patch(person, { cover_url: address })).body).toMatchObject({ code: 'validation_failed' })
    await patch(person, { avatar_url: first, cover_url: first })
    const seen = await app.request('GET', `/api/v1/profiles/${person.username}`)
    expect(seen.body).toMatchObject({ avatar_url: first, cover_url: first })
    await patch(person, { avatar_url: null })
    await expect.poll(waitingJobs).toBe(0)
    expect((await app.request('GET', first)).status).toBe(200)
    await patch(person, { cover_url: second })
    await expect.poll(async () => (await app.request('GET', first)).status).toBe(400)
    expect((await app.request('GET', second)).status).toBe(200)
    expect((await patch(person, { cover_url: null })).body).toMatchObject({ cover_url: null })
    await expect.poll(async () => (await app.request('GET', second)).status).toBe(400)
  })

  it('takes links once the address is proven, in one spelling, each once, eight at most', async () => {
    const person = await signUp(app)
    const links = ['instagram.com/maya', 'https://instagram.com/maya', 'https://mayafinds.example']
    expect(await patch(person, { links })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await patch(person, { links: [] })).status).toBe(200)
    await proveAddress(app, person)
    const urls = ['https://instagram.com/maya', 'https://mayafinds.example/']
    expect((await patch(person, { links })).body.links.map(({ url }: { url: string }) => url)).toEqual(urls)
    const { body } = await app.request('GET', `/api/v1/profiles/${person.username}`)
    expect(body.links).toEqual([
      { url: urls[0], name: 'Instagram', sign: 'camera' },
      { url: urls[1], name: 'mayafinds.example', sign: 'globe' },
    ])
    for (const refused of [['https://amzn.to/x'], ['http://maya.example'], Array(9).fill('maya.example')])
      expect((await patch(person, { links: refused })).status).toBe(400)
    expect((await me(person)).links).toHaveLength(2)
  })
})
