import { useEffect, useRef } from 'react'
import { removePictures } from '../picture/store-picture.ts'
import { usePicture } from '../picture/use-picture.ts'
import { toast } from '../ui/feedback/toast.ts'

const refusals = {
  not_an_image: { title: 'Please select an image file' },
  too_large: { title: 'Please select an image smaller than 5MB' },
}

type Options = {
  userId: string
  /** The edit is being saved: from then on what was stored may be the item's, even if no answer comes. */
  isSaving: boolean
  /** Gets the address of what was stored, unless nobody waits any more. */
  onStored: (address: string) => void
}

/** An item's own picture on its way (spec sections 4 and 8); `drop` removes what was stored and never saved. */
export function useItemPicture({ userId, isSaving, onStored }: Options) {
  const isOpen = useRef(true)
  const unsaved = useRef<string[]>([])
  useEffect(() => {
    if (isSaving) unsaved.current = []
  }, [isSaving])
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const picture = usePicture({
    pathOf: () => `products/product-${userId}-${Date.now()}.jpg`,
    refusals,
    onStored: (address) => {
      if (!isOpen.current) return removePictures([address])
      unsaved.current.push(address)
      onStored(address)
      void toast.success('Image uploaded!', {
        description: 'Image has been cropped and uploaded successfully',
      })
    },
    failed: 'Failed to upload image',
  })
  return { ...picture, drop: () => void removePictures(unsaved.current) }
}
