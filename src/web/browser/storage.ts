/**
 * Texts stored in the browser. Storage may be refused, as in some private modes, or full: then nothing is stored or
 * found.
 */
function safely(open: () => Storage) {
  function attempt<T>(use: (storage: Storage) => T): T | null {
    try {
      return use(open())
    } catch {
      return null
    }
  }
  return {
    read: (key: string) => attempt((storage) => storage.getItem(key)),
    write: (key: string, text: string) => void attempt((storage) => storage.setItem(key, text)),
    forget: (key: string) => void attempt((storage) => storage.removeItem(key)),
  }
}

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
