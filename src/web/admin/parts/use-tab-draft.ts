import { useEffect, useState } from 'react'
import { tabDraft } from '../../browser/tab-draft.ts'
import { useSession } from '../../session/session.ts'

/** State of a form that outlives a reload, for this tab and this person; and how to forget it. */
export function useTabDraft<Draft>(name: string, start: Draft) {
  const session = useSession()
  const userId = session.status === 'signed_in' ? session.userId : ''
  const [store] = useState(() => tabDraft<Draft>(`folio.admin ${name}`, 1))
  const [draft, setDraft] = useState<Draft>(() => store.load(userId) ?? start)
  useEffect(() => store.save(userId, draft), [store, userId, draft])
  return [draft, setDraft, () => store.save(userId, null)] as const
}
