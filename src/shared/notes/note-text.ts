import { moneyText } from '../amazon/currencies.ts'
import { dayText } from '../dates/date-text.ts'
import { knownSite } from '../site-names.ts'
import type { NoteFacts, ToDo, ToDoKind } from './facts.ts'

export const figureKinds = ['followers', 'saved', 'posted', 'taken_back'] as const
export type NoteFigure = { kind: (typeof figureKinds)[number]; name: string; value: string }

/** A note in words: for page, mail and API alike. */
export type NoteText = {
  headline: string
  /** '$3.20 is on its way.' */
  on_its_way: string | null
  /** Without those that are zero. */
  figures: NoteFigure[]
  /** `path` leads to where it can be done. */
  to_do: { text: string; button: string; path: string } | null
}

const usd = (cents: number) => moneyText(cents / 100, 'USD')
const numberText = (count: number) => count.toLocaleString('en-US')

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
/** 'one person', 'two people', '12 people'. */
const people = (count: number) => `${words[count] ?? numberText(count)} ${count === 1 ? 'person' : 'people'}`
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

/** As much of a title as a headline can take. */
const longestName = 40

/**
 * A title as a name within a sentence: up to its first comma, bracket or dash, else its first words. Amazon's titles
 * go on with all that the thing can do.
 */
export function nameOf(title: string): string {
  const whole = title.replace(/\s+/g, ' ').trim()
  const begin = whole.split(/,\s|\s[-–—|/]\s|\s?[([;:]/)[0]?.trim() ?? ''
  const name = begin.length < 3 ? whole : begin
  const letters = [...name]
  if (letters.length <= longestName) return name
  const cut = letters.slice(0, longestName).join('')
  const atWord = cut.slice(0, Math.max(cut.lastIndexOf(' '), 0))
  return `${(atWord || cut).trim()}…`
}

/** The same after 'your', without its article: 'your Long Way Home'. */
const yours = (title: string) => `your ${nameOf(title).replace(/^(the|an?)\s+(?=\S)/i, '')}`

/** The days of a note: 'Nov 16 to 22', 'Nov 30 to Dec 6'. */
export function weekText(from: string, to: string, now = new Date()): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${dayText(from, now)} to ${isOneMonth ? Number(to.slice(8)) : dayText(to, now)}`
}

export const noteText = (facts: NoteFacts): NoteText => ({
  headline: headlineOf(facts),
  on_its_way: facts.on_its_way > 0 ? `${usd(facts.on_its_way)} is on its way.` : null,
  figures: figuresOf(facts),
  to_do: facts.to_do && toDoText(facts.to_do),
})

/** The first that is true. */
function headlineOf(facts: NoteFacts): string {
  const { visits, bought, followers, saved, posted, taken_back } = facts
  const all = visits.reduce((sum, count) => sum + count, 0)
  if (all > 0)
    return sentence(
      [visitsText(facts, all), bought > 0 && `${people(bought)} bought`].filter(Boolean).join('; '),
    )
  if (bought > 0) return sentence(`${people(bought)} bought through your links`)
  if (posted > 0) return sentence(`${usd(posted)} was posted`)
  if (taken_back.cents < 0) return sentence(`${usd(-taken_back.cents)} was taken back`)
  if (followers > 0) return sentence(`${people(followers)} began to follow you`)
  if (saved.people > 0)
    return sentence(`${people(saved.people)} saved ${saved.title ? yours(saved.title) : 'things of yours'}`)
  return sentence('what is posted of yours has changed')
}

function visitsText({ product, source }: NoteFacts, all: number): string {
  const visits = `${numberText(all)} ${all === 1 ? 'visit' : 'visits'}`
  const named = product?.title ? yours(product.title) : null
  const isAll = product?.visits === all
  const most = [
    product &&
      named &&
      !isAll &&
      `${product.visits * 2 > all ? 'most' : `${numberText(product.visits)} of them`} on ${named}`,
    source && `most from ${knownSite(source) ?? source}`,
  ].filter(Boolean)
  const whose = isAll ? (named ?? 'a product of yours') : 'your products'
  return [`${whose} had ${visits}`, most.join(' and ')].filter(Boolean).join(', ')
}

function figuresOf({ followers, saved, posted, taken_back: back }: NoteFacts): NoteFigure[] {
  const figures: NoteFigure[] = []
  if (followers > 0)
    figures.push({
      kind: 'followers',
      name: followers === 1 ? 'New follower' : 'New followers',
      value: numberText(followers),
    })
  if (saved.people > 0)
    figures.push({
      kind: 'saved',
      name: saved.title ? `Saved “${nameOf(saved.title)}”` : 'Saved things of yours',
      value: numberText(saved.people),
    })
  if (posted !== 0) figures.push({ kind: 'posted', name: 'Posted', value: usd(posted) })
  if (back.cents < 0) figures.push({ kind: 'taken_back', name: backText(back), value: usd(back.cents) })
  return figures
}

function backText({ orders, title, is_returned: isReturned }: NoteFacts['taken_back']): string {
  if (orders > 1) return `Taken back of ${numberText(orders)} orders`
  if (!title) return 'Taken back'
  return `Taken back: ${nameOf(title)}${isReturned ? ', returned' : ''}`
}

const money = '/earnings/details'
const ofMoney: Record<Exclude<ToDoKind, 'sample_picture' | 'long_title'>, NonNullable<NoteText['to_do']>> = {
  held: { text: 'Your money is held. Nothing is lost.', button: 'See why', path: '/earnings/payouts' },
  unproven: { text: 'We pay nobody whose address is not proven.', button: 'Prove it', path: money },
  no_details: { text: 'We do not know where to send your money.', button: 'Tell us', path: money },
  details_lost: { text: 'Your payout details cannot be read any more.', button: 'Enter them', path: money },
}

function toDoText({ kind, product_id: id, length }: ToDo): NonNullable<NoteText['to_do']> {
  if (kind === 'sample_picture')
    return { text: 'A product of yours has a sample picture.', button: 'Change it', path: `/product/${id}` }
  if (kind === 'long_title')
    return {
      text: `A title of yours is ${length} characters long.`,
      button: 'Shorten it',
      path: `/product/${id}`,
    }
  return ofMoney[kind]
}
