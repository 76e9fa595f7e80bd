import type { AnswerOf } from '../api/client.ts'
import { tabDraft } from '../browser/tab-draft.ts'
import { isEdited } from '../item/form/fields.ts'
import { changedFields, type FieldsChange, type ItemFields, type Problems } from '../item/form/item-fields.ts'
import {
  type BulkEvent,
  type BulkLine,
  type BulkStep,
  bulkStep,
  onBulk,
  unfinishedLines,
} from './bulk/bulk-flow.ts'
import type { FoundItem, Item } from './publishing/item.ts'

export type Product = AnswerOf<'POST /api/v1/products'>

/** An item in confirmation, as it is stored for the tab. */
export type Unfinished = {
  item: Item
  /** The fields' first values, to know whether anything was typed. */
  initial: ItemFields
  fields: ItemFields
  /** The idempotency key, one per confirmation: repeated requests publish one product. */
  key: string
}

export type Confirmation = Unfinished & {
  name: 'confirmation'
  publishing: boolean
  /** Why the last attempt was refused, and the fields it was made with. */
  refusal: { problems: Problems; fields: ItemFields } | null
  /** The last attempt published nothing: an earlier one with other details had already succeeded. */
  arrivedEarlier: boolean
}

export type Step =
  /** `isKept`: the link that was entered waits for a network (docs/product/offline.md#links-that-wait). */
  | { name: 'url-input'; problem: string | null; isKept?: true }
  | { name: 'fetching'; resolving: boolean }
  | Confirmation
  | BulkStep
  | { name: 'success'; product: Product }

/** Unfinished work that is offered in url-input: an item, or links that are not published yet. */
export type Offer = { item: Unfinished | null; lines: BulkLine[] | null }

/**
 * The add-item flow (docs/product/add-item.md#adding-an-item): url-input → fetching → confirmation → success. Several
 * links at once go from url-input to a step of their own, where the flow ends.
 */
export type AddState = { url: string; offer: Offer; step: Step }

export type AddEvent =
  | { type: 'url_typed'; url: string }
  | { type: 'url_refused'; problem: string }
  | { type: 'link_kept' }
  | { type: 'fetch_started'; resolving: boolean }
  | { type: 'link_resolved' }
  | { type: 'fetch_cancelled' }
  | { type: 'item_ready'; found: FoundItem; key: string }
  | { type: 'links_pasted'; lines: BulkLine[] }
  | { type: 'item_offer_taken' }
  | { type: 'item_offer_declined' }
  | { type: 'lines_offer_taken' }
  | { type: 'lines_offer_declined' }
  | { type: 'fields_changed'; change: FieldsChange }
  | { type: 'publish_started' }
  | { type: 'publish_refused'; problems: Problems }
  /** The key had published an earlier version of the item: its answer was lost, and the fields were edited since. */
  | { type: 'publish_arrived_earlier'; key: string }
  | { type: 'published'; product: Product }
  | BulkEvent

/** What is stored of the flow for a tab: the entered link, and unfinished work. */
export type Draft = { url: string; offer: Offer }

const urlInput = { name: 'url-input', problem: null } as const
const noOffer: Offer = { item: null, lines: null }

/** The flow as the dialog opens. Unfinished work is offered, not opened. */
export const startFrom = (draft: Draft | null): AddState => ({
  url: draft?.url ?? '',
  offer: draft?.offer ?? noOffer,
  step: urlInput,
})

/** The next state. An event that does not belong to the current step, such as a late answer, changes nothing. */
export function reduce(state: AddState, event: AddEvent): AddState {
  switch (state.step.name) {
    case 'url-input':
      return onUrlInput(state, event)
    case 'fetching':
      return onFetching(state, state.step, event)
    case 'confirmation':
      return { ...state, step: onConfirmation(state.step, event) }
    case 'bulk':
      return { ...state, step: onBulk(state.step, event) }
    case 'success':
      return state
  }
}

function onUrlInput(state: AddState, event: AddEvent): AddState {
  switch (event.type) {
    case 'url_typed':
      return { ...state, url: event.url, step: urlInput }
    case 'url_refused':
      return { ...state, step: { name: 'url-input', problem: event.problem } }
    case 'link_kept':
      return { ...state, url: '', step: { ...urlInput, isKept: true } }
    case 'fetch_started':
      return { ...state, step: { name: 'fetching', resolving: event.resolving } }
    case 'links_pasted':
      return { ...state, url: '', step: bulkStep(event.lines) }
    default:
      return onOffer(state, event)
  }
}

function onOffer(state: AddState, event: AddEvent): AddState {
  const { item, lines } = state.offer
  switch (event.type) {
    case 'item_offer_taken':
      return item ? { url: '', offer: { item: null, lines }, step: confirm(item) } : state
    case 'item_offer_declined':
      return { ...state, offer: { item: null, lines } }
    case 'lines_offer_taken':
      return lines ? { url: '', offer: { item, lines: null }, step: bulkStep(lines) } : state
    case 'lines_offer_declined':
      return { ...state, offer: { item, lines: null } }
    default:
      return state
  }
}

function onFetching(state: AddState, step: Step & { name: 'fetching' }, event: AddEvent): AddState {
  switch (event.type) {
    case 'link_resolved':
      return { ...state, step: { ...step, resolving: false } }
    case 'fetch_cancelled':
      return { ...state, step: urlInput }
    case 'url_refused':
      return { ...state, step: { name: 'url-input', problem: event.problem } }
    case 'item_ready': {
      const { item, fields } = event.found
      const step = confirm({ item, initial: fields, fields, key: event.key })
      // An offer that was not answered is made again next time.
      return { ...state, url: '', step }
    }
    default:
      return state
  }
}

const confirm = ({ item, initial, fields, key }: Unfinished): Confirmation => ({
  name: 'confirmation',
  item,
  initial,
  fields,
  key,
  publishing: false,
  refusal: null,
  arrivedEarlier: false,
})

function onConfirmation(step: Confirmation, event: AddEvent): Step {
  switch (event.type) {
    case 'fields_changed':
      return { ...step, fields: changedFields(step.fields, event.change) }
    case 'publish_started':
      return { ...step, publishing: true, refusal: null, arrivedEarlier: false }
    case 'publish_refused':
      return { ...step, publishing: false, refusal: { problems: event.problems, fields: step.fields } }
    case 'publish_arrived_earlier':
      return { ...step, publishing: false, arrivedEarlier: true, key: event.key }
    case 'published':
      return { name: 'success', product: event.product }
    default:
      return step
  }
}

/** True when closing would lose something that was typed. */
export const hasTypedWork = ({ step }: AddState): boolean =>
  step.name === 'confirmation' && isEdited(step.initial, step.fields)

/** What to store for the next opening; null when there is nothing. Present work replaces an older offer. */
export function draftOf({ url, offer, step }: AddState): Draft | null {
  switch (step.name) {
    case 'confirmation': {
      const { item, initial, fields, key } = step
      return draft('', { ...offer, item: { item, initial, fields, key } })
    }
    case 'bulk':
      return draft('', { ...offer, lines: unfinishedLines(step.lines) ?? offer.lines })
    case 'success':
      return draft('', offer)
    default:
      return draft(url, offer)
  }
}

/** What to store when the dialog is closed: unanswered offers, and links that are not published yet. */
export const draftAfterClosing = (state: AddState): Draft | null =>
  state.step.name === 'bulk' ? draftOf(state) : draft('', state.offer)

const draft = (url: string, offer: Offer): Draft | null =>
  url.trim() || offer.item || offer.lines ? { url, offer } : null

const store = tabDraft<Draft>('folio.add-draft', 3)

export const { write: writeDraft, read: readDraft, load: loadDraft, save: saveDraft } = store
