import { describe, expect, it } from 'vitest'
import { severalLinks } from '../link/pasted-links.ts'
import {
  type BulkEvent,
  type BulkStep,
  bulkStep,
  countLines,
  type LineState,
  linesOf,
  linesToStart,
  onBulk,
  unfinishedLines,
} from './bulk-flow.ts'
import { announcementOf, headingOf, summaryOf } from './bulk-texts.ts'

/** A bulk of five good links and one that is not Amazon's. */
const fresh = (): BulkStep => {
  const good = ['a', 'b', 'c', 'd', 'e'].map((name) => `https://a.co/d/${name}`)
  return bulkStep(linesOf(severalLinks([...good, 'https://example.com/mug'].join('\n')) ?? []))
}
const follow = (step: BulkStep, ...events: BulkEvent[]) => events.reduce<BulkStep>(onBulk, step)
const keyAt = ({ lines }: BulkStep, index: number) => lines[index]?.key ?? ''
const becomes = (step: BulkStep, index: number, state: LineState): BulkEvent => ({
  type: 'line_changed',
  key: keyAt(step, index),
  change: { state },
})
const published: LineState = { name: 'published', shortLinkId: 'mug-1234', title: 'Mug' }
const owned: LineState = { name: 'owned', shortLinkId: 'mug-0000', title: 'Mug' }
const failed: LineState = { name: 'failed', problem: 'Failed to create product. Please try again.' }
const namesOf = ({ lines }: BulkStep) => lines.map(({ state }) => state.name)

/** The bulk after its lines have reached these states. */
function run(...states: LineState[]): BulkStep {
  const step = follow(fresh(), { type: 'bulk_started' })
  return follow(step, ...states.map((state, index) => becomes(step, index, state)))
}

describe('several links on their way to the Inbox', () => {
  it('start when the person confirms, each with a key of its own', () => {
    const step = fresh()
    expect(linesToStart(step)).toEqual([])
    expect(summaryOf(step)).toBe('5 items to post, 1 that cannot be')
    expect(new Set(step.lines.map(({ key }) => key)).size).toBe(6)
  })

  it('are worked on two at a time, in their order', () => {
    const step = follow(fresh(), { type: 'bulk_started' })
    expect(linesToStart(step)).toEqual(step.lines.slice(0, 2))
    expect(linesToStart(run({ name: 'working' }))).toEqual([expect.objectContaining({ text: 'a.co/d/b' })])
    expect(linesToStart(run({ name: 'working' }, { name: 'working' }))).toEqual([])
    expect(linesToStart(run(published, { name: 'working' }))).toEqual([
      expect.objectContaining({ text: 'a.co/d/c' }),
    ])
  })

  it('end with the last line, and sum up the results', () => {
    const midway = run(published, published, published, owned)
    expect(midway.running).toBe(true)
    expect(summaryOf(midway)).toBe('4 of 5')
    const end = follow(midway, { type: 'bulk_waiting', waiting: true }, becomes(midway, 4, failed))
    expect(end).toMatchObject({ running: false, waiting: false })
    expect(summaryOf(end)).toBe('3 posted, 1 already in your folio, 2 not posted')
    expect(announcementOf(end)).toBe(summaryOf(end))
  })

  it('are counted as those that are left to add, not as all that were pasted', () => {
    const headings = [
      fresh(),
      run(published),
      run(published, owned, published, failed),
      run(published, owned, published, failed, published),
    ].map(({ lines }) => headingOf(countLines(lines)))
    expect(headings).toEqual([
      'Add 5 items to your Inbox',
      'Add 4 items to your Inbox',
      'Add 1 item to your Inbox',
      '3 items added to your Inbox',
    ])
  })

  it('are announced to a screen reader in a few steps, not line by line', () => {
    const announced = [
      run(),
      run(published),
      run(published, published),
      run(published, published, published),
    ].map(announcementOf)
    expect(announced).toEqual(['0 of 5', '1 of 5', '2 of 5', '3 of 5'])
    expect(announcementOf(follow(run(), { type: 'bulk_waiting', waiting: true }))).toBe(
      'Waiting for a moment',
    )
  })

  it('try again what failed and nothing else', () => {
    const end = run(published, failed, owned, failed, published)
    const again = follow(end, { type: 'lines_retried' })
    expect(again.running).toBe(true)
    expect(namesOf(again)).toEqual(['published', 'waiting', 'owned', 'waiting', 'published', 'refused'])
    expect(again.lines.map(({ key }) => key)).toEqual(end.lines.map(({ key }) => key))
  })

  it('publish an item that exists already only on request', () => {
    const end = run(published, owned, published, published, published)
    const again = follow(end, { type: 'line_wanted_again', key: keyAt(end, 1) })
    expect(linesToStart(again)).toEqual([expect.objectContaining({ text: 'a.co/d/b', again: true })])
  })

  it('stop where the session ends, and store the unpublished lines with what may have been sent', () => {
    const body = { asin: 'B0KETTLE01' } as never
    const midway = run(published, { name: 'working' }, failed)
    const sent = follow(midway, { type: 'line_changed', key: keyAt(midway, 1), change: { body } })
    const stopped = follow(sent, { type: 'bulk_stopped' })
    expect(stopped.running).toBe(false)
    const stored = unfinishedLines(stopped.lines)
    expect(stored).toMatchObject([
      { key: keyAt(midway, 1), body, state: { name: 'waiting' } },
      { text: 'a.co/d/c', state: { name: 'waiting' } },
      { text: 'a.co/d/d' },
      { text: 'a.co/d/e' },
    ])
    expect(unfinishedLines(run(published, owned, published, published, published).lines)).toBeNull()
    expect(countLines(stopped.lines)).toMatchObject({ total: 5, over: 1, waiting: 4 })
  })
})
