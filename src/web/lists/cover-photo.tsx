import { useState } from 'react'
import { coverSizes } from '../../shared/pictures/cover-sizes.ts'

type CoverPhotoProps = {
  src: string
  /** What it shows, where nothing beside it says so. */
  alt?: string
  /** Its width as a part of its longer side: a look's photo is 4:5. */
  width?: number
  /** How wide it is shown. */
  sizes: string
  /** It is the largest in view. */
  isFirst?: boolean
}

/** A cover: the owner's own photo, which fills its frame. Nothing where it does not load. */
export function CoverPhoto({ src, alt = '', width = 1, sizes, isFirst = false }: CoverPhotoProps) {
  const [failed, setFailed] = useState<'sizes' | 'photo' | null>(null)
  const srcSet = failed ? undefined : coverSizes(src, width)
  /** A size that cannot be had is no reason to show no picture. */
  const noteFailure = () => setFailed(srcSet ? 'sizes' : 'photo')
  /** An image in the server's HTML may have failed before React could listen for the error. */
  function checkEarlyFailure(image: HTMLImageElement | null) {
    if (image?.complete && image.naturalWidth === 0) noteFailure()
  }
  if (failed === 'photo') return null
  return (
    <img
      // Without sizes it is another image: the one that failed would still count as failed.
      key={srcSet ? 1 : 0}
      ref={checkEarlyFailure}
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onError={noteFailure}
      className="absolute inset-0 size-full object-cover"
    />
  )
}
