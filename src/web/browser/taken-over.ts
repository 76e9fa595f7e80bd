import { useEffect } from 'react'

let resolveHydrated = () => {}
const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve
})

/** Resolves once React has hydrated the server's page: changing the page earlier would break the hydration. */
export const takenOver = (): Promise<void> => hydrated

/** False on the server and while React hydrates its page: what is rendered then must be as the server rendered it. */
export const isTakenOver = (): boolean =>
  typeof document !== 'undefined' && 'app' in document.documentElement.dataset

/** For components with a page's main part: marks the document as hydrated, so that its buttons work. */
export function useTakenOver(): void {
  useEffect(() => {
    document.documentElement.dataset.app = ''
    resolveHydrated()
  }, [])
}

/**
 * Whether the browser still takes what goes on for a press, within which alone it copies and shares: not where the press
 * waited long for the app (early-presses.ts). Older browsers do not tell.
 */
export const isPressFresh = (): boolean => navigator.userActivation?.isActive !== false
