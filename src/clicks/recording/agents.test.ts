import { describe, expect, it } from 'vitest'
import { addressOf, clicksCount } from '../testing/clicks.ts'
import { type SampleRequest, sampleRequests } from '../testing/requests.ts'
import { send } from '../testing/send.ts'
import { setPages } from '../testing/stage.ts'

const stage = setPages()

/** Sends each request from an address of its own. */
const eachAsks = (path: string, requests: SampleRequest[], how: { method: string; body?: unknown }) =>
  Promise.all(
    requests.map(({ headers, method = how.method }, n) =>
      send(stage.app.url + path, { ...how, method, headers, address: addressOf(n) }),
    ),
  )

/** How often each outcome and kind of program is stored for the product. */
async function stored(): Promise<Record<string, number>> {
  await stage.app.app.services.clicks.flush()
  const rows = await stage.app.database.db
    .selectFrom('clicks')
    .where('product_id', '=', stage.product.id)
    .select(['outcome', 'automation'])
    .execute()
  return tally(rows.map(({ outcome, automation }) => `${outcome} ${automation ?? 'person'}`))
}

const tally = (list: string[]) =>
  Object.fromEntries([...Map.groupBy(list, (one) => one)].map(([one, all]) => [one, all.length]))

const outcomeOf = ({ is }: SampleRequest) => `${is ? 'bot' : 'counted'} ${is ?? 'person'}`

describe('POST /api/v1/products/:id/clicks, as more than a hundred programs and browsers send it', () => {
  it('counts people only, and stores what kind of program the others were', async () => {
    // A browser that opens a page sends its click afterwards, by the page's script.
    const senders = sampleRequests.filter(
      ({ method, headers }) => method !== 'HEAD' && headers['sec-fetch-site'] !== 'cross-site',
    )
    const answers = await eachAsks(`/api/v1/products/${stage.product.id}/clicks`, senders, {
      method: 'POST',
      body: { kind: 'view' },
    })
    expect(answers.map(({ text }, n) => [senders[n]?.who, text])).toEqual(
      senders.map(({ who, is }) => [who, JSON.stringify({ outcome: is ? 'bot' : 'counted' })]),
    )
    expect(await stored()).toEqual(tally(senders.map(outcomeOf)))
    expect(await clicksCount(stage.app.database.db, stage.product.id)).toBe(
      senders.filter(({ is }) => !is).length,
    )
  })
})

describe('A product’s page, fetched by programs and browsers (docs/product/clicks.md#programs)', () => {
  it('records previews, crawlers, prefetching and HEAD as bots, and does not record people', async () => {
    const answers = await eachAsks(`/l/${stage.product.shortLinkId}`, sampleRequests, { method: 'GET' })
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const recorded = sampleRequests.filter(({ is }) => is !== null && is !== 'headless')
    await expect.poll(stored).toEqual(tally(recorded.map(outcomeOf)))
    expect(await clicksCount(stage.app.database.db, stage.product.id)).toBe(0)
  })
})
