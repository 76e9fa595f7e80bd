import { newKey } from '../../api/idempotency-key.ts'
import type { ItemLink, PastedLink } from '../link/pasted-links.ts'
import type { PublishBody } from '../publishing/item.ts'

/** The most links at once: two minutes' work at the server's pace. */
export const maxLinks = 100
/** How many links are worked on at a time. */
const maxAtWork = 2

export type LineState =
  | { name: 'waiting' }
  | { name: 'working' }
  | { name: 'published'; shortLinkId: string; title: string }
  /** Already in the person's folio: published again only on request. */
  | { name: 'owned'; shortLinkId: string; title: string }
  /** The link itself is wrong. */
  | { name: 'refused'; problem: string }
  | { name: 'failed'; problem: string }

/** One of several links that are published together. */
export type BulkLine = {
  /** Its idempotency key: however often it is tried, it publishes one product. */
  key: string
  text: string
  /** Null where the link names no item. */
  link: ItemLink | null
  /** The request that was or will be sent: every retry sends the same. */
  body: PublishBody | null
  /** The person wants it although it is already in their folio. */
  again: boolean
  state: LineState
}

/** Several links on their way to the Inbox. */
export type BulkStep = {
  name: 'bulk'
  lines: BulkLine[]
  /** False before the person has confirmed, after the end, and after the session has ended. */
  running: boolean
  /** Waiting: the server limits look-ups per minute. */
  waiting: boolean
}

export type BulkEvent =
  | { type: 'bulk_started' }
  | { type: 'bulk_stopped' }
  | { type: 'bulk_waiting'; waiting: boolean }
  | { type: 'line_changed'; key: string; change: Partial<Pick<BulkLine, 'body' | 'state'>> }
  | { type: 'lines_retried' }
  | { type: 'line_wanted_again'; key: string }

/** The lines of freshly pasted links. */
export const linesOf = (links: readonly PastedLink[]): BulkLine[] =>
  links.map((pasted) => ({
    key: newKey(),
    text: pasted.text.replace(/^https?:\/\//i, ''),
    link: 'link' in pasted ? pasted.link : null,
    body: null,
    again: false,
    state: 'link' in pasted ? { name: 'waiting' } : { name: 'refused', problem: pasted.problem },
  }))

/** The step as it begins: nothing is published before the person confirms. */
export const bulkStep = (lines: BulkLine[]): BulkStep => ({
  name: 'bulk',
  lines,
  running: false,
  waiting: false,
})

/** The step after an event of the bulk; other events change nothing. */
export function onBulk(step: BulkStep, event: BulkEvent | { type: string }): BulkStep {
  const next = changed(step, event as BulkEvent)
  return next.running && isOver(next.lines) ? { ...next, running: false, waiting: false } : next
}

function changed(step: BulkStep, event: BulkEvent): BulkStep {
  switch (event.type) {
    case 'bulk_started':
      return { ...step, running: true }
    case 'bulk_stopped':
      return { ...step, running: false, waiting: false, lines: step.lines.map(asUnfinished) }
    case 'bulk_waiting':
      return { ...step, waiting: event.waiting }
    case 'line_changed':
      return { ...step, lines: withLine(step.lines, event.key, (line) => ({ ...line, ...event.change })) }
    case 'lines_retried':
      return { ...step, running: true, lines: step.lines.map(asUnfinished) }
    case 'line_wanted_again':
      return { ...step, running: true, lines: withLine(step.lines, event.key, wantedAgain) }
    default:
      return step
  }
}

const withLine = (lines: BulkLine[], key: string, change: (line: BulkLine) => BulkLine): BulkLine[] =>
  lines.map((line) => (line.key === key ? change(line) : line))

const wantedAgain = (line: BulkLine): BulkLine => ({ ...line, again: true, state: { name: 'waiting' } })

const isOpen = ({ state }: BulkLine) =>
  state.name === 'waiting' || state.name === 'working' || state.name === 'failed'

const asUnfinished = (line: BulkLine): BulkLine =>
  isOpen(line) ? { ...line, state: { name: 'waiting' } } : line

const isOver = (lines: BulkLine[]) =>
  lines.every(({ state }) => state.name !== 'waiting' && state.name !== 'working')

/** The lines to start now: in their order, never more than two at a time. */
export function linesToStart({ lines, running }: BulkStep): BulkLine[] {
  if (!running) return []
  const atWork = lines.filter(({ state }) => state.name === 'working').length
  return lines.filter(({ state }) => state.name === 'waiting').slice(0, Math.max(0, maxAtWork - atWork))
}

/** The lines that can still be published, as they are stored for later; null when there is nothing. */
export function unfinishedLines(lines: BulkLine[]): BulkLine[] | null {
  const open = lines.filter(isOpen).map(asUnfinished)
  return open.length > 0 ? open : null
}

/** How many lines are in each state; and, of those that name an item, how many there are and how many are done. */
export function countLines(lines: BulkLine[]) {
  const count = (name: LineState['name']) => lines.filter(({ state }) => state.name === name).length
  const items = lines.filter(({ link }) => link !== null)
  return {
    total: items.length,
    over: items.filter(({ state }) => state.name !== 'waiting' && state.name !== 'working').length,
    waiting: count('waiting'),
    published: count('published'),
    owned: count('owned'),
    refused: count('refused'),
    failed: count('failed'),
  }
}
