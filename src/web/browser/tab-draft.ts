/**
 * What a person has typed and not sent yet, kept for this tab: a reload or a lost session does not lose it. `version`
 * is raised when the shape of a draft changes; drafts of another version are dropped.
 */
export function tabDraft<Draft>(storageKey: string, version: number) {
  /** A draft as text, with its owner: a tab may be used by one person after another. */
  const write = (userId: string, draft: Draft): string => JSON.stringify({ version, userId, draft })

  /** The draft in a stored text, or null when it is another person's, another version's or no draft at all. */
  function read(userId: string, stored: string | null): Draft | null {
    if (!stored) return null
    try {
      const found = JSON.parse(stored)
      return found.version === version && found.userId === userId ? found.draft : null
    } catch {
      return null
    }
  }

  /** What this person left unfinished in this tab. */
  function load(userId: string): Draft | null {
    try {
      return read(userId, window.sessionStorage.getItem(storageKey))
    } catch {
      // Storage is refused in some private modes: there is nothing to offer then.
      return null
    }
  }

  /** Keeps a draft for this tab, or forgets it (null). */
  function save(userId: string, draft: Draft | null): void {
    try {
      if (draft) window.sessionStorage.setItem(storageKey, write(userId, draft))
      else window.sessionStorage.removeItem(storageKey)
    } catch {
      // Refused or full: the dialog works without it.
    }
  }

  return { write, read, load, save }
}
