import type { Draft } from './add-flow.ts'

const storageKey = 'folio.add-draft'
/** Raised when the shape of a draft changes; drafts of another version are dropped. */
const version = 1

/** A draft as text, with its owner: a tab may be used by one person after another. */
export const writeDraft = (userId: string, draft: Draft): string => JSON.stringify({ version, userId, draft })

/** The draft in a stored text, or null when it is another person's, another version's or no draft at all. */
export function readDraft(userId: string, stored: string | null): Draft | null {
  if (!stored) return null
  try {
    const found = JSON.parse(stored)
    return found.version === version && found.userId === userId ? found.draft : null
  } catch {
    return null
  }
}

/** What this person left unfinished in this tab. */
export function loadDraft(userId: string): Draft | null {
  try {
    return readDraft(userId, window.sessionStorage.getItem(storageKey))
  } catch {
    // Storage is refused in some private modes: there is nothing to offer then.
    return null
  }
}

/** Keeps a draft for this tab, or forgets it (null). */
export function saveDraft(userId: string, draft: Draft | null): void {
  try {
    if (draft) window.sessionStorage.setItem(storageKey, writeDraft(userId, draft))
    else window.sessionStorage.removeItem(storageKey)
  } catch {
    // Refused or full: the dialog works without it.
  }
}
