import { type Dispatch, useCallback, useEffect, useReducer } from 'react'
import { hasCode } from '../../../shared/errors.ts'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/use-api.ts'
import { recheckSession } from '../../session/session.ts'
import { sessionEnded } from '../../session/session-end.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { type Item, saveProblems } from '../form/item-fields.ts'
import { ownItem, type SaveOutcome, saveItem } from '../item-calls.ts'
import { useCacheItem } from '../use-own-lists.ts'
import {
  draftOf,
  type EditDraft,
  type EditEvent,
  type EditState,
  forgetEditDraft,
  loadEditDraft,
  reduce,
  saveEditDraft,
  settled,
} from './edit-flow.ts'

type Options = { productId: string; userId: string; onSaved: (item: Item) => void }

/** The edit of one item, with its calls. Its draft is stored for the tab's next opening. */
export function useEditItem({ productId, userId, onSaved }: Options) {
  const api = useApi()
  const keep = useCacheItem(userId)
  const [state, dispatch] = useReducer(reduce, { name: 'loading' })
  const load = useLoad({ productId, userId, dispatch })
  useStoredDraft(userId, state)

  /** Saves the form, unless something is missing, and shows the result (docs/product/edit-item.md#edit-dialog). */
  async function save() {
    if (state.name !== 'editing' || state.saving) return
    const problems = saveProblems(state.fields)
    if (Object.keys(problems).length === 0) return send(state)
    dispatch({ type: 'save_refused', problems })
  }

  /** Continues from the present item with the chosen parts; with `andSave` saves at once. */
  async function settle({ andSave }: { andSave: boolean }) {
    if (state.name !== 'conflict') return
    dispatch({ type: 'conflict_settled' })
    if (andSave) await send(settled(state))
  }

  async function send(draft: EditDraft) {
    dispatch({ type: 'save_started' })
    const outcome = await saveItem(api, draft)
    announce(outcome)
    if (outcome.kind !== 'saved') return dispatch(eventOf(outcome))
    forgetEditDraft(userId)
    keep(outcome.item)
    onSaved(outcome.item)
  }

  const forget = () => forgetEditDraft(userId)

  /** Discards the draft of an earlier opening and starts with the present item. */
  function startOver() {
    forget()
    void load()
  }

  return { state, dispatch, load, save, settle, startOver, forget }
}

export type EditItem = ReturnType<typeof useEditItem>

type LoadOptions = { productId: string; userId: string; dispatch: Dispatch<EditEvent> }

/** Loads the present item, so that editing starts from the latest version. */
function useLoad({ productId, userId, dispatch }: LoadOptions) {
  const api = useApi()
  const load = useCallback(
    (signal?: AbortSignal) => loadItem(api, { productId, userId, dispatch }, signal),
    [api, productId, userId, dispatch],
  )
  useEffect(() => {
    const opening = new AbortController()
    void load(opening.signal)
    return () => opening.abort()
  }, [load])
  return load
}

async function loadItem(api: Api, { productId, userId, dispatch }: LoadOptions, signal?: AbortSignal) {
  dispatch({ type: 'load_started' })
  const draft = loadEditDraft(userId, productId)
  try {
    dispatch({ type: 'loaded', item: await ownItem(api, productId, signal), draft })
  } catch (error) {
    if (signal?.aborted) return
    if (hasCode(error, 'not_found')) dispatch({ type: 'found_gone', draft })
    else dispatch({ type: 'load_failed' })
    if (hasCode(error, 'not_authenticated')) void recheckSession().catch(() => {})
  }
}

function useStoredDraft(userId: string, state: EditState) {
  const draft = draftOf(state)
  const [item, fields] = [draft?.item, draft?.fields]
  useEffect(() => {
    if (item && fields) saveEditDraft(userId, { item, fields })
  }, [userId, item, fields])
}

type Failure = Exclude<SaveOutcome, { kind: 'saved' }>

function eventOf(outcome: Failure): EditEvent {
  switch (outcome.kind) {
    case 'changed':
      return { type: 'found_changed', now: outcome.now }
    case 'gone':
      return { type: 'found_gone', draft: null }
    case 'signed_out':
      return { type: 'save_refused', problems: {} }
    case 'refused':
      return { type: 'save_refused', problems: outcome.problems }
  }
}

const failedToSave = 'Failed to update item. Please try again.'

function announce(outcome: SaveOutcome) {
  switch (outcome.kind) {
    case 'saved':
      return void toast.success('Success!', { description: 'Item updated successfully.' })
    case 'signed_out':
      return void toast.error('Error', { description: sessionEnded })
    case 'refused':
      return void toast.error('Error', { description: outcome.message ?? failedToSave })
  }
}
