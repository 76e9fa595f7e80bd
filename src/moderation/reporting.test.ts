import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../tests/harness/people.ts'
import { type ModerationStage, type Posted, startModerationStage } from './testing/stage.ts'

let stage: ModerationStage
let maya: Person
let kettle: Posted
beforeAll(async () => {
  stage = await startModerationStage({ env: { TRUST_PROXY: 'true' } })
  maya = await stage.person()
  kettle = await stage.post(maya, 'Kettle')
})
afterAll(() => stage.close())

const from = (address: string) => ({ 'x-forwarded-for': address })
const openOf = async (id: string) =>
  (await stage.cases()).items.find(
    ({ product, account }: { product: Posted | null; account: { id: string } }) =>
      (product?.id ?? account.id) === id,
  )

describe('reports (decision 51)', () => {
  it('are taken from visitors and creators, and shown to admins alone', async () => {
    const ben = await stage.person('Ben')
    const words = { product_id: kettle.id, reason: 'other', text: 'It is my photograph' }
    expect((await stage.report(words, undefined, from('198.51.100.1'))).status).toBe(204)
    expect((await stage.report({ product_id: kettle.id, reason: 'spam' }, ben.token)).status).toBe(204)
    expect(await openOf(kettle.id)).toMatchObject({
      open_reports: 2,
      reasons: { other: 1, spam: 1 },
      reports: expect.arrayContaining([
        expect.objectContaining({ reason: 'spam', reporter: ben.username, is_open: true }),
        expect.objectContaining({ reason: 'other', text: 'It is my photograph', reporter: null }),
      ]),
      product: { title: 'Kettle', hidden: null },
      account: { username: maya.username, is_admin: false, suspended: null },
      decisions: [],
    })
    const seen = await stage.app.request('GET', `/api/v1/products/${kettle.id}`, { token: maya.token })
    expect(JSON.stringify(seen.body)).not.toContain('photograph')
    const mine = await stage.app.request('GET', '/api/v1/me/export', { token: maya.token })
    expect(JSON.stringify(mine.body)).not.toContain('photograph')
  })

  it('count once a day for a person, or an address prefix, and a thing; the answer is the same', async () => {
    const lamp = await stage.post(maya, 'Lamp')
    const ben = await stage.person('Ben')
    const again = { product_id: lamp.id, reason: 'offensive' }
    const answers = await Promise.all([
      stage.report(again, ben.token),
      stage.report(again, ben.token),
      ...['2001:db8:1:2::1', '2001:db8:1:2::99', '2001:db8:1:3::1'].map((address) =>
        stage.report(again, undefined, from(address)),
      ),
    ])
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
    expect((await openOf(lamp.id)).open_reports).toBe(3)
    stage.app.clock.advance(24 * 3600_000)
    // A session lasts an hour without being refreshed.
    await stage.report(again, undefined, from('2001:db8:1:3::1'))
    expect(
      await stage.run('select open_reports as n from moderation_cases where product_id = $1', [lamp.id]),
    ).toEqual([{ n: 4 }])
    stage.app.clock.advance(-24 * 3600_000)
  })

  it('of a profile are separate from those of its products', async () => {
    await stage.report({ profile_id: maya.id, reason: 'impersonation' }, undefined, from('198.51.100.9'))
    expect(await openOf(maya.id)).toMatchObject({ product: null, open_reports: 1 })
  })

  it.each([
    ['nothing', {}, 'reason'],
    ['both things', { product_id: '', profile_id: '', reason: 'spam' }, 'product_id'],
    ['another reason', { reason: 'ugly' }, 'reason'],
    ['"other" without a word', { reason: 'other', text: '  ' }, 'text'],
    ['a long text', { reason: 'other', text: 'x'.repeat(1001) }, 'text'],
  ])('refuse %s beside the field', async (_what, body, field) => {
    const { status, body: answer } = await stage.report(
      'product_id' in body ? body : { product_id: kettle.id, ...body },
      undefined,
      from('198.51.100.77'),
    )
    expect([status, answer.code]).toEqual([400, 'validation_failed'])
    expect(answer.details.problems.map(({ path }: { path: string }) => path)).toContain(field)
  })

  it('are refused for one’s own things and for hidden ones', async () => {
    expect(await stage.report({ product_id: kettle.id, reason: 'spam' }, maya.token)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    })
    const gone = { product_id: '01900000-0000-7000-8000-000000000000', reason: 'spam' }
    expect(await stage.report(gone, undefined, from('198.51.100.8'))).toMatchObject({ status: 404 })
    const hidden = await stage.post(maya, 'Hidden')
    await stage.act(`products/${hidden.id}/hide`)
    expect(
      await stage.report({ product_id: hidden.id, reason: 'spam' }, undefined, from('198.51.100.8')),
    ).toMatchObject({ status: 404, body: { message: 'Product not found' } })
  })

  it('are limited to twenty an hour from an address, which does not limit others', async () => {
    const body = { profile_id: maya.id, reason: 'spam' }
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1)
      statuses.push((await stage.report(body, undefined, from('203.0.113.5'))).status)
    expect(statuses).toEqual([...Array(20).fill(204), 429])
    expect((await stage.report(body, undefined, from('203.0.113.6'))).status).toBe(204)
  })

  it('hide nothing, however many there are', async () => {
    const mug = await stage.post(maya, 'Mug')
    for (let n = 1; n <= 12; n += 1)
      await stage.report({ product_id: mug.id, reason: 'spam' }, undefined, from(`192.0.2.${n}`))
    expect((await openOf(mug.id)).open_reports).toBe(12)
    expect((await stage.app.request('GET', `/api/v1/products/${mug.id}`)).status).toBe(200)
  })

  it('store no address', async () => {
    const rows = await stage.run('select reporter_key::text, text from reports')
    expect(JSON.stringify(rows)).not.toContain('198.51.100')
  })
})
