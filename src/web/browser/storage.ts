/** Texts that the browser keeps. It may refuse, as in some private modes, or be full: nothing is kept or found then. */
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

/** Kept between visits, for all tabs. */
export const inBrowser = safely(() => window.localStorage)

/** Kept for this tab, through reloads. */
export const inTab = safely(() => window.sessionStorage)

/** The value of a text in JSON; null where there is none. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
