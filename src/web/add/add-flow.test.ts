import { describe, expect, it } from 'vitest'
import { emptyFields, shownProblems } from '../item/form/fields.ts'
import {
  type AddEvent,
  type AddState,
  draftAfterClosing,
  draftOf,
  hasTypedWork,
  type Product,
  reduce,
  startFrom,
} from './add-flow.ts'
import { linesOf } from './bulk/bulk-flow.ts'
import { severalLinks } from './link/pasted-links.ts'
import type { FoundItem } from './publishing/item.ts'

const found: FoundItem = {
  item: {
    amazon_url: 'https://www.amazon.com/dp/B0KETTLE01',
    asin: 'B0KETTLE01',
    host: 'amazon.com',
    image_url: null,
    price_usd: 68,
    price_as_of: '2026-11-21T09:40:00.000Z',
    details: 'amazon',
    has_own_asin: true,
  },
  fields: { ...emptyFields, title: 'Kettle', image_url: null },
}

const product = { short_link_id: 'kettle-ab12', is_categorized: true } as Product

/** The state after these events, from a fresh start. */
const stateAfter = (...events: AddEvent[]): AddState => events.reduce(reduce, startFrom(null))

const typed: AddEvent = { type: 'url_typed', url: 'a.co/d/kettle' }
const started: AddEvent = { type: 'fetch_started', resolving: true }
const ready: AddEvent = { type: 'item_ready', found, key: 'key-one' }

function confirmationAfter(...events: AddEvent[]) {
  const { step } = stateAfter(typed, started, ready, ...events)
  if (step.name !== 'confirmation') throw new Error(`in ${step.name}`)
  return step
}

describe('the add-item flow (docs/product/add-item.md#adding-an-item)', () => {
  it('goes from url-input through fetching and confirmation to success', () => {
    expect(stateAfter().step.name).toBe('url-input')
    expect(stateAfter(typed, started).step).toEqual({ name: 'fetching', resolving: true })
    expect(stateAfter(typed, started, { type: 'link_resolved' }).step).toEqual({
      name: 'fetching',
      resolving: false,
    })
    expect(stateAfter(typed, started, ready).step).toMatchObject({
      name: 'confirmation',
      fields: found.fields,
    })
    const published: AddEvent[] = [{ type: 'publish_started' }, { type: 'published', product }]
    expect(stateAfter(typed, started, ready, ...published).step).toEqual({ name: 'success', product })
  })

  it('stays in url-input with the message of a refused link, until the link is changed', () => {
    const refused: AddEvent = { type: 'url_refused', problem: 'Please enter an Amazon URL' }
    expect(stateAfter(refused).step).toEqual({ name: 'url-input', problem: 'Please enter an Amazon URL' })
    expect(stateAfter(typed, started, refused)).toMatchObject({
      url: 'a.co/d/kettle',
      step: { name: 'url-input' },
    })
    expect(stateAfter(refused, typed).step).toEqual({ name: 'url-input', problem: null })
  })

  it('keeps the link when fetching is cancelled, and then ignores its answer', () => {
    const cancelled = stateAfter(typed, started, { type: 'fetch_cancelled' })
    expect(cancelled).toMatchObject({ url: 'a.co/d/kettle', step: { name: 'url-input', problem: null } })
    expect(reduce(cancelled, ready)).toEqual(cancelled)
    expect(reduce(cancelled, { type: 'link_resolved' })).toEqual(cancelled)
  })

  it('ignores every event after success', () => {
    const end = stateAfter(typed, started, ready, { type: 'published', product })
    const laterEvents: AddEvent[] = [typed, started, ready, { type: 'publish_refused', problems: {} }]
    expect(laterEvents.reduce(reduce, end)).toEqual(end)
  })

  it('keeps one key for all attempts, until it has published a product', () => {
    const again: AddEvent[] = [{ type: 'publish_started' }, { type: 'publish_refused', problems: {} }]
    expect(confirmationAfter(...again, ...again)).toMatchObject({ key: 'key-one', publishing: false })
    const earlier = confirmationAfter(...again, { type: 'publish_arrived_earlier', key: 'key-two' })
    expect(earlier).toMatchObject({ key: 'key-two', arrivedEarlier: true, publishing: false })
  })

  it('keeps everything typed when publishing fails', () => {
    const change = { user_comment: 'Slow pour', tags: ['coffee'], organization: 'inbox' as const }
    const step = confirmationAfter(
      { type: 'fields_changed', change },
      { type: 'publish_started' },
      { type: 'publish_refused', problems: {} },
    )
    expect(step.fields).toEqual({ ...found.fields, ...change })
  })
})

describe('messages beside the fields (docs/product/add-item.md#confirmation)', () => {
  const refused: AddEvent = {
    type: 'publish_refused',
    problems: { title: 'Not so', category_id: 'Please select a category or send to inbox' },
  }

  it('stay until their own field is changed', () => {
    const step = confirmationAfter(refused, { type: 'fields_changed', change: { organization: 'category' } })
    expect(shownProblems(step)).toEqual({ title: 'Not so' })
    const both = confirmationAfter(refused, { type: 'fields_changed', change: { tags: ['new'] } })
    expect(shownProblems(both)).toEqual(refused.problems)
  })

  it('appear at once when a limit is exceeded', () => {
    const step = confirmationAfter({ type: 'fields_changed', change: { title: 'x'.repeat(501) } })
    expect(shownProblems(step)).toEqual({ title: 'Use at most 500 characters.' })
  })
})

describe('drafts of the add-item flow', () => {
  const edited: AddEvent = { type: 'fields_changed', change: { title: 'Own words' } }
  const lines = linesOf(severalLinks('https://a.co/d/one https://a.co/d/two') ?? [])

  it('restores an unfinished item unchanged, with its key', () => {
    const draft = draftOf(stateAfter(typed, started, ready, edited))
    const offered = startFrom(draft)
    expect(offered).toMatchObject({ url: '', step: { name: 'url-input' } })
    const { step } = reduce(offered, { type: 'item_offer_taken' })
    expect(step).toMatchObject({ name: 'confirmation', key: 'key-one', fields: { title: 'Own words' } })
  })

  it('stores a typed link and an offer that was not answered', () => {
    const offered = startFrom(draftOf(stateAfter(typed, started, ready)))
    const draft = draftOf(reduce(offered, typed))
    expect(draft).toMatchObject({ url: 'a.co/d/kettle', offer: { item: { key: 'key-one' } } })
    expect(draftAfterClosing(reduce(offered, typed))).toMatchObject({
      url: '',
      offer: { item: { key: 'key-one' } },
    })
    expect(draftOf(reduce(offered, { type: 'item_offer_declined' }))).toBeNull()
  })

  it('offers an item again after another one was published instead', () => {
    const offered = startFrom(draftOf(stateAfter(typed, started, ready)))
    const other: AddEvent = { type: 'item_ready', found, key: 'key-two' }
    const published = [typed, started, other, { type: 'published', product } as const].reduce(reduce, offered)
    expect(draftOf(published)?.offer.item?.key).toBe('key-one')
  })

  it('stores links that are not published yet, also when the dialog is closed', () => {
    const begun = stateAfter({ type: 'links_pasted', lines }, { type: 'bulk_started' })
    const [first] = lines
    const change = { state: { name: 'published', shortLinkId: 'one-1', title: 'One' } } as const
    const midway = reduce(begun, { type: 'line_changed', key: first?.key ?? '', change })
    const draft = draftAfterClosing(midway)
    expect(draft?.offer.lines?.map(({ text }) => text)).toEqual(['a.co/d/two'])
    const resumed = reduce(startFrom(draft), { type: 'lines_offer_taken' })
    expect(resumed.step).toMatchObject({ name: 'bulk', running: false })
    expect(draftOf(reduce(startFrom(draft), { type: 'lines_offer_declined' }))).toBeNull()
  })

  it('stores nothing of a blank start, a published item or a closed dialog', () => {
    expect(draftOf(stateAfter())).toBeNull()
    expect(draftOf(stateAfter(typed, started, ready, { type: 'published', product }))).toBeNull()
    expect(draftAfterClosing(stateAfter(typed, started, ready, edited))).toBeNull()
  })

  it('counts as typed work once a field differs from its first value', () => {
    expect(hasTypedWork(stateAfter(typed))).toBe(false)
    expect(hasTypedWork(stateAfter(typed, started, ready))).toBe(false)
    expect(hasTypedWork(stateAfter(typed, started, ready, edited))).toBe(true)
  })
})
