import { tabDraft } from '../browser/tab-draft.ts'
import type { Draft } from './add-flow.ts'

const store = tabDraft<Draft>('folio.add-draft', 1)

export const { write: writeDraft, read: readDraft, load: loadDraft, save: saveDraft } = store
