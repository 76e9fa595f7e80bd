import { useEffect, useReducer } from 'react'
import { draftAfterClosing, draftOf, reduce, startFrom } from './add-flow.ts'
import { loadDraft, saveDraft } from './draft.ts'
import { useFetchItem } from './use-fetch-item.ts'
import { usePostItem } from './use-post-item.ts'

export type Flow = ReturnType<typeof useAddFlow>

/** The add-item flow of one person, with its calls. Where it stands is kept for the tab's next opening. */
export function useAddFlow(userId: string) {
  const [state, dispatch] = useReducer(reduce, userId, (id) => startFrom(loadDraft(id)))
  useEffect(() => saveDraft(userId, draftOf(state)), [userId, state])
  const { fetchItem, cancelFetch } = useFetchItem({ url: state.url, userId, dispatch })
  const post = usePostItem(state.step, dispatch)
  /** Before closing: what was not kept on purpose is thrown away. */
  const forget = () => saveDraft(userId, draftAfterClosing(state))
  return { state, dispatch, fetchItem, cancelFetch, post, forget }
}
