import { useRouter } from '@tanstack/react-router'
import type { Dispatch } from 'react'
import { useApi } from '../product/use-api.ts'
import { queryClient } from '../query.tsx'
import { toast } from '../ui/toast.ts'
import type { AddEvent, Step } from './add-flow.ts'
import { organizationMissing, postProblems } from './fields.ts'
import { newKey } from './new-key.ts'
import { type PostOutcome, postItem } from './post-item.ts'
import { postedText } from './posted-text.ts'
import { comeBackToDialog, sessionEnded } from './session-end.ts'

/** Posts the item in confirmation, unless something is missing, and says how it went (spec section 8). */
export function usePostItem(step: Step, dispatch: Dispatch<AddEvent>): () => Promise<void> {
  const api = useApi()
  const refreshLists = useRefreshLists()

  return async function post() {
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
    if (outcome.kind === 'posted' || outcome.kind === 'arrived_earlier') void refreshLists()
    if (outcome.kind === 'signed_out') void comeBackToDialog()
  }
}

/** Own lists, the feed and the own public page hold one more after a post. */
function useRefreshLists() {
  const router = useRouter()
  return async () => {
    const client = queryClient()
    const keys = [['own'], ['feed'], ['profile']]
    await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
    await router.invalidate()
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
      void toast.error('Error', { description: 'Failed to create product. Please try again.' })
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
