import { useEffect } from 'react'

let tell = () => {}
const told = new Promise<void>((resolve) => {
  tell = resolve
})

/** Resolves once the app has taken over the page that the server sent: changing it earlier would break that off. */
export const takenOver = (): Promise<void> => told

/** For what shows a page's main part: marks the document once the app has taken it over and its buttons do something. */
export function useTakenOver(): void {
  useEffect(() => {
    document.documentElement.dataset.app = ''
    tell()
  }, [])
}
