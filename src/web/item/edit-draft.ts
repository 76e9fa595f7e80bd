import { tabDraft } from '../browser/tab-draft.ts'
import { type EditDraft, isEdited } from './edit/edit-flow.ts'

const store = tabDraft<EditDraft>('folio.edit-draft', 1)

/** What this person typed about an item in this tab without saving it; null when there is nothing. */
export function loadEditDraft(userId: string, productId: string): EditDraft | null {
  const draft = store.load(userId)
  return draft?.item.id === productId ? draft : null
}

/** Keeps an edit for this tab, if anything was typed. */
export const saveEditDraft = (userId: string, { item, fields }: EditDraft): void =>
  store.save(userId, isEdited({ item, fields }) ? { item, fields } : null)

/** Forgets it: it was saved, or thrown away on purpose. */
export const forgetEditDraft = (userId: string): void => store.save(userId, null)
