import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ModerationStage, startModerationStage } from '../moderation/testing/stage.ts'

let stage: ModerationStage
beforeAll(async () => {
  stage = await startModerationStage()
})
afterAll(() => stage.close())

const ask = (ids: string, token?: string) =>
  stage.app.request('GET', `/api/v1/products?ids=${ids}`, { token })

const shown = async (ids: string[], token?: string) =>
  (await ask(ids.join(), token)).body.items.map(({ id }: { id: string }) => id)

const unknown = '0193a000-0000-7000-8000-000000000001'

describe('products by their ids (docs/product/lists-screens.md#saved)', () => {
  it('are in the order of the ids, each once, without what nobody knows', async () => {
    const maya = await stage.person()
    const [one, two] = [await stage.post(maya, 'One'), await stage.post(maya, 'Two')]
    expect(await shown([one.id, unknown, two.id, one.id])).toEqual([one.id, two.id])
    expect(await shown([two.id, one.id])).toEqual([two.id, one.id])
  })

  it('are those that public lists show, whoever asks: not deleted, hidden, untitled or of suspended people', async () => {
    const maya = await stage.person()
    const theo = await stage.person()
    const kept = await stage.post(maya, 'Kept')
    const hidden = await stage.post(maya, 'Hidden')
    const deleted = await stage.post(maya, 'Deleted')
    const untitled = await stage.post(maya, 'Untitled')
    const ofTheo = await stage.post(theo, 'Of somebody suspended')
    const all = [kept, hidden, deleted, untitled, ofTheo].map(({ id }) => id)
    expect(await shown(all)).toEqual(all)
    await stage.act(`products/${hidden.id}/hide`)
    await stage.app.request('DELETE', `/api/v1/products/${deleted.id}`, { token: maya.token })
    await stage.run(`update products set metadata_source = 'sample' where id = $1`, [untitled.id])
    await stage.act(`accounts/${theo.id}/suspend`)
    for (const token of [undefined, maya.token]) expect(await shown(all, token)).toEqual([kept.id])
  })

  it.each([
    ['no ids', ''],
    ['what is no id', 'x'],
    ['more than forty', Array.from({ length: 41 }, () => unknown).join()],
  ])('are refused for %s', async (_, ids) => {
    const { status, body } = await ask(ids)
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })
})
