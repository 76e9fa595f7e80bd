import { useEffect, useState } from 'react'

/**
 * The address of a picture as the viewer's own token opens it; null until then, and where it opens nothing. What is withheld
 * from everyone else (decision 53) answers no `<img>`, which sends no token, so it is read while `isWanted`.
 */
export function useWithheldPicture(src: string | null | undefined, isWanted: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!isWanted || !src?.startsWith('/storage/')) return
    const opened = import('./withheld-picture.ts').then(
      ({ openAsViewer }) => openAsViewer(src, setUrl),
      () => () => {},
    )
    return () => {
      setUrl(null)
      void opened.then((close) => close())
    }
  }, [src, isWanted])
  return url
}
