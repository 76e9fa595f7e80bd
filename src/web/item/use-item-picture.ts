import { useEffect, useRef } from 'react'
import { toast } from '../ui/toast.ts'
import { usePicture } from '../upload/use-picture.ts'

const refusals = {
  not_an_image: { title: 'Please select an image file' },
  too_large: { title: 'Please select an image smaller than 5MB' },
}

/** An item's own picture on its way (spec sections 4 and 8); `onStored` gets its address, unless nobody waits any more. */
export function useItemPicture(userId: string, onStored: (address: string) => void) {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return usePicture({
    pathOf: () => `products/product-${userId}-${Date.now()}.jpg`,
    refusals,
    onStored: (address) => {
      if (!isOpen.current) return
      onStored(address)
      void toast.success('Image uploaded!', {
        description: 'Image has been cropped and uploaded successfully',
      })
    },
    failed: 'Failed to upload image',
  })
}
