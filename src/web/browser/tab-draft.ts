import { inTab, parsed } from './storage.ts'

/**
 * What a person has typed and not sent yet, stored for this tab, so that a reload or a lost session does not lose it.
 * `version` is raised when the shape of a draft changes; drafts of another version are dropped.
 */
export function tabDraft<Draft>(storageKey: string, version: number) {
  /** A draft as text, with its owner: a tab may be used by one person after another. */
  const write = (userId: string, draft: Draft): string => JSON.stringify({ version, userId, draft })

  /** The draft in a stored text, or null when it is another person's, of another version, or invalid. */
  function read(userId: string, stored: string | null): Draft | null {
    const found = parsed(stored) as { version?: unknown; userId?: unknown; draft: Draft } | null
    return found?.version === version && found.userId === userId ? found.draft : null
  }

  /** This person's unfinished draft in this tab. */
  const load = (userId: string): Draft | null => read(userId, inTab.read(storageKey))

  /** Stores a draft for this tab, or removes it (null). */
  function save(userId: string, draft: Draft | null): void {
    if (draft) inTab.write(storageKey, write(userId, draft))
    else inTab.forget(storageKey)
  }

  return { write, read, load, save }
}
