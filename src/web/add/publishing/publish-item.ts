import type { Dispatch } from 'react'
import { type Api, ApiError, patienceMs } from '../../api/client.ts'
import { newKey } from '../../api/idempotency-key.ts'
import { useApi } from '../../api/use-api.ts'
import { limitText } from '../../format/limit-text.ts'
import { problemsAt, publishProblems } from '../../item/form/fields.ts'
import { type Problems, parts } from '../../item/form/item-fields.ts'
import { useRefreshLists } from '../../item/use-own-lists.ts'
import { comeBackToDialog, sessionEnded } from '../../session/session-end.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { AddEvent, Product, Step, Unfinished } from '../add-flow.ts'
import { publishBody } from './item.ts'
import { storeOrganization } from './last-organization.ts'

type Options = {
  userId: string
  dispatch: Dispatch<AddEvent>
  /** The present step, read when the button is pressed. */
  currentStep: () => Step
}

/**
 * Publishes the item in confirmation, unless something is missing, and shows the result
 * (docs/product/add-item.md#publishing).
 */
export function usePublishItem({ userId, dispatch, currentStep }: Options): () => Promise<void> {
  const api = useApi()
  const refreshLists = useRefreshLists()

  return async function publish() {
    // The press that submits also adds the tag that was being typed; the fields have it in the next tick.
    await null
    const step = currentStep()
    if (step.name !== 'confirmation' || step.publishing) return
    const problems = publishProblems(step.fields)
    if (Object.keys(problems).length > 0) return dispatch({ type: 'publish_refused', problems })
    dispatch({ type: 'publish_started' })
    const outcome = await publishItem(api, step)
    dispatch(eventOf(outcome))
    announce(outcome)
    if (outcome.kind === 'published') storeOrganization(userId, step.fields)
    if (outcome.kind === 'published' || outcome.kind === 'arrived_earlier') void refreshLists()
    if (outcome.kind === 'signed_out') void comeBackToDialog()
  }
}

function announce(outcome: PublishOutcome) {
  switch (outcome.kind) {
    case 'throttled':
      void toast.error('Error', { description: outcome.message })
      break
    case 'signed_out':
      void toast.error('Error', { description: sessionEnded })
      break
    case 'refused':
    case 'failed':
      void toast.error('Error', { description: failedText })
      break
  }
}

/**
 * A refusal keeps the key: nothing was published under it, but an earlier request whose answer was lost may have been.
 * Only a key that has published a product is replaced.
 */
function eventOf(outcome: PublishOutcome): AddEvent {
  switch (outcome.kind) {
    case 'published':
      return { type: 'published', product: outcome.product }
    case 'arrived_earlier':
      return { type: 'publish_arrived_earlier', key: newKey() }
    case 'refused':
      return { type: 'publish_refused', problems: outcome.problems }
    default:
      return { type: 'publish_refused', problems: {} }
  }
}

type PublishOutcome =
  | { kind: 'published'; product: Product }
  /** The server named the fields. */
  | { kind: 'refused'; problems: Problems }
  /** An earlier request with this key published another version of the item; its answer was lost. */
  | { kind: 'arrived_earlier' }
  | { kind: 'throttled'; message: string }
  | { kind: 'signed_out' }
  /** It is unknown whether it arrived: the next try must carry the same key. */
  | { kind: 'failed' }

/**
 * Publishes the item once, however often it is called with the same key (docs/product/add-item.md#publishing). Never
 * rejects.
 */
async function publishItem(api: Api, { item, fields, key }: Unfinished): Promise<PublishOutcome> {
  try {
    const extras = { idempotencyKey: key, signal: AbortSignal.timeout(patienceMs) }
    const product = await api('POST /api/v1/products', { body: publishBody(item, fields) }, extras)
    return { kind: 'published', product }
  } catch (error) {
    return outcomeOf(error)
  }
}

/** A failed request by what the person can do about it. */
export function outcomeOf(error: unknown): PublishOutcome {
  if (!(error instanceof ApiError)) return { kind: 'failed' }
  if (error.code === 'idempotency_key_reused') return { kind: 'arrived_earlier' }
  if (error.status === 401) return { kind: 'signed_out' }
  if (error.status === 429) return { kind: 'throttled', message: limitText(error) }
  const problems = problemsAt(parts, error.problems)
  return Object.keys(problems).length > 0 ? { kind: 'refused', problems } : { kind: 'failed' }
}

/** Where a published item went (docs/product/add-item.md#publishing). */
export const publishedText = ({ is_categorized }: { is_categorized: boolean }): string =>
  is_categorized ? 'Item added to your folio' : 'Item added to Inbox'

/** Shown when an item could not be published (docs/product/add-item.md#publishing). */
export const failedText = 'Failed to create product. Please try again.'
