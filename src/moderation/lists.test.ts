import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeSmtp, startFakeSmtp } from '../../tests/fakes/smtp.ts'
import { type Person, proveAddress, signUpAdmin } from '../../tests/harness/people.ts'
import { listsOf } from '../lists/testing/own-lists.ts'
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

/** A person with a public list. */
async function withList(title = 'My desk setup', owner?: Person) {
  const person = owner ?? (await stage.person())
  await proveAddress(stage.app, person)
  const product_ids: string[] = []
  for (const name of ['Lamp', 'Desk', 'Chair']) product_ids.push((await stage.post(person, name)).id)
  const lists = listsOf(stage.app, person)
  const { id, slug } = await lists.make({ title, words: 'All I use.', product_ids })
  const [item] = (await lists.read(id)).items.items
  await lists.change(id, item.id, { line: 'Warm light.' })
  expect((await lists.publish(id)).status).toBe(200)
  return { person, lists, id, slug, product_ids }
}

const caseOf = async (id: string, query = '') =>
  (await stage.cases(query)).items.find(({ list }: { list: { id: string } | null }) => list?.id === id)

describe('lists (docs/product/moderation.md#hidden-lists)', () => {
  it('are reported by anyone but their owner, as long as others see them', async () => {
    const { id, lists, person } = await withList()
    expect((await stage.report({ list_id: id, reason: 'spam' })).status).toBe(204)
    expect((await stage.report({ list_id: id, reason: 'spam' }, person.token)).status).toBe(400)
    expect((await stage.report({ list_id: id, profile_id: person.id, reason: 'spam' })).status).toBe(400)
    expect(await caseOf(id)).toMatchObject({
      product: null,
      list: { title: 'My desk setup', words: 'All I use.', lines: ['Warm light.'], is_public: true },
      account: { id: person.id },
      open_reports: 1,
    })
    await lists.edit(id, { is_public: false })
    const { token } = await stage.person('Ben')
    expect((await stage.report({ list_id: id, reason: 'spam' }, token)).status).toBe(404)
    expect((await lists.remove(id)).status).toBe(204)
    expect(await caseOf(id, '?state=all')).toBeUndefined()
  })

  it('are hidden from everyone but their owner, who is told why, and shown again', async () => {
    const { id, slug, lists, person } = await withList()
    await stage.report({ list_id: id, reason: 'offensive' })
    expect((await stage.act(`lists/${id}/hide`, 'Rude words.')).body).toEqual({ outcome: 'changed' })
    expect((await stage.act(`lists/${id}/hide`)).body).toEqual({ outcome: 'as_it_was' })
    expect((await lists.asVisitor(slug)).status).toBe(404)
    expect(await lists.overview()).toEqual([])
    expect(await lists.read(id)).toMatchObject({ is_public: true, hidden: { reason: 'Rude words.' } })
    expect(await caseOf(id)).toBeUndefined()
    const mail = await smtp.mailTo(person.email)
    expect(mail.subject).toBe('Folio has hidden one of your lists · Folio')
    expect(mail.text).toContain('My desk setup')
    const notices = await stage.app.request('GET', '/api/v1/me/notices', { token: person.token })
    expect(notices.body.items).toMatchObject([
      { action: 'list_hidden', reason: 'Rude words.', product: null, list: { id, title: 'My desk setup' } },
    ])
    const { body: audit } = await stage.app.request('GET', '/api/v1/admin/audit', { token: stage.ada.token })
    expect(audit.items[0]).toMatchObject({ action: 'list.hide', about: { title: 'My desk setup' } })

    expect((await stage.act(`lists/${id}/restore`, 'It is fine.')).body).toEqual({ outcome: 'changed' })
    expect((await lists.asVisitor(slug)).status).toBe(200)
    expect((await smtp.mailTo(person.email)).text).toContain('Everyone can see “My desk setup” again')
    const [decision] = (await caseOf(id, '?state=all')).decisions
    expect(decision).toMatchObject({ action: 'list_restored', list_id: id, product_id: null })
  })

  it('of an admin are shown again by another one', async () => {
    const owner = await signUpAdmin(stage.app)
    const { id } = await withList('Mine', owner)
    await stage.act(`lists/${id}/hide`)
    expect((await stage.act(`lists/${id}/restore`, 'Fine.', owner)).status).toBe(403)
    expect((await stage.act(`lists/${id}/restore`, 'Fine.')).status).toBe(200)
  })

  it('disappear with their suspended owner, and with hidden products', async () => {
    const { id, slug, lists, person, product_ids } = await withList()
    await stage.act(`products/${product_ids[0]}/hide`)
    expect((await lists.asVisitor(slug)).status).toBe(404)
    expect(await lists.read(id)).toMatchObject({ shown_count: 2, items_count: 3 })
    await stage.act(`products/${product_ids[0]}/restore`)
    expect((await lists.asVisitor(slug)).body.items_count).toBe(3)
    await stage.act(`accounts/${person.id}/suspend`)
    expect((await lists.asVisitor(slug)).status).toBe(404)
    await stage.act(`accounts/${person.id}/restore`)
    expect((await lists.asVisitor(slug)).status).toBe(200)
  })
})
