import type { Dispatch } from 'react'
import { organizationMissing, postProblems } from '../../item/form/fields.ts'
import { comeBackToDialog, sessionEnded } from '../../session/session-end.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useApi } from '../../use-api.ts'
import type { AddEvent, Step } from '../add-flow.ts'
import { newKey } from '../new-key.ts'
import { type PostOutcome, postItem } from '../post-item.ts'
import { failedText, postedText } from '../posted-text.ts'
import { useRefreshLists } from '../use-refresh-lists.ts'
import { keepOrganization } from './last-organization.ts'

type Options = {
  userId: string
  dispatch: Dispatch<AddEvent>
  /** The step as it is now, not as it was drawn. */
  currentStep: () => Step
}

/** Posts the item in confirmation, unless something is missing, and says how it went (spec section 8). */
export function usePostItem({ userId, dispatch, currentStep }: Options): () => Promise<void> {
  const api = useApi()
  const refreshLists = useRefreshLists()

  return async function post() {
    // The press that posts also takes the tag that was being typed: by the next turn it is among the fields.
    await null
    const step = currentStep()
    if (step.name !== 'confirmation' || step.posting) return
    const problems = postProblems(step.fields)
    if (Object.keys(problems).length > 0) {
      if (problems.category_id) void toast.error('Required', { description: organizationMissing })
      return dispatch({ type: 'post_refused', problems })
    }
    dispatch({ type: 'post_started' })
    const outcome = await postItem(api, step)
    dispatch(eventOf(outcome))
    announce(outcome)
    if (outcome.kind === 'posted') keepOrganization(userId, step.fields)
    if (outcome.kind === 'posted' || outcome.kind === 'arrived_earlier') void refreshLists()
    if (outcome.kind === 'signed_out') void comeBackToDialog()
  }
}

function announce(outcome: PostOutcome) {
  switch (outcome.kind) {
    case 'posted':
      void toast.success('Success!', { description: postedText(outcome.product) })
      break
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
 * A refusal leaves the key as it is: nothing was made under it, and an earlier try whose answer was lost may still
 * turn out to have been. Only a key that did make a product is replaced.
 */
function eventOf(outcome: PostOutcome): AddEvent {
  switch (outcome.kind) {
    case 'posted':
      return { type: 'posted', product: outcome.product }
    case 'arrived_earlier':
      return { type: 'post_arrived_earlier', key: newKey() }
    case 'refused':
      return { type: 'post_refused', problems: outcome.problems }
    default:
      return { type: 'post_refused', problems: {} }
  }
}
