import { useEffect, useState } from 'react'

/**
 * The object URL of a withheld picture, read with the viewer's own token; null until it is there, and where it is
 * refused. An `<img>` sends no token and gets nothing (decision 51), so it is fetched while `isWanted`.
 */
export function useWithheldPicture(src: string | null | undefined, isWanted: boolean): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!isWanted || !src?.startsWith('/storage/')) return
    let isLeft = false
    const opened = import('./withheld-picture.ts').then(
      ({ openAsViewer }) => (isLeft ? () => {} : openAsViewer(src, setUrl)),
      () => () => {},
    )
    return () => {
      isLeft = true
      setUrl(null)
      void opened.then((close) => close())
    }
  }, [src, isWanted])
  return url
}
