/**
 * Texts stored in the browser. Storage may be refused, as in some private modes, or full: then a text is kept for as
 * long as the page is open.
 */
function safely(open: () => Storage) {
  const memory = new Map<string, string>()
  function attempt<T>(use: (storage: Storage) => T): T | null {
    try {
      return use(open())
    } catch {
      return null
    }
  }
  const store = (key: string, text: string) =>
    attempt((storage) => {
      storage.setItem(key, text)
      return true
    }) ?? false
  const forget = (key: string) => {
    memory.delete(key)
    attempt((storage) => storage.removeItem(key))
  }
  return {
    read: (key: string) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    write(key: string, text: string): void {
      memory.delete(key)
      if (store(key, text)) return
      // What was stored before is out of date, and without it there may be room.
      forget(key)
      if (!store(key, text)) memory.set(key, text)
    },
    forget,
    /** False where nothing of a session's size lasts beyond this page. */
    lasts(): boolean {
      const isKept = store(probe, 'x'.repeat(sessionSize))
      forget(probe)
      return isKept
    },
  }
}

const probe = 'folio.probe'
/** Characters; more than a session takes. */
const sessionSize = 4096

/** Stored between visits, for all tabs. */
export const inBrowser = safely(() => window.localStorage)

/** Stored for this tab, across reloads. */
export const inTab = safely(() => window.sessionStorage)

/** The parsed value of a JSON text; null where it is invalid. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
