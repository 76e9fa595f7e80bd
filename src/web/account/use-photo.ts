import { useState } from 'react'
import { type PictureStep, usePicture } from '../picture/use-picture.ts'
import { toast } from '../ui/feedback/toast.ts'
import { useApi } from '../use-api.ts'
import type { Me } from './profile/profile-draft.ts'
import { useKeepProfile } from './use-keep-profile.ts'

/** What is happening to the person's picture. */
type PhotoStep = PictureStep | { name: 'removing' }

const refusals = {
  not_an_image: { title: 'Invalid file type', description: 'Please select an image file' },
  too_large: { title: 'File too large', description: 'Please select an image smaller than 5MB' },
}

/** The person's picture: choosing, cropping, uploading, removing. A failure leaves the picture there was. */
export function usePhoto(me: Me) {
  const api = useApi()
  const keep = useKeepProfile()
  const [isRemoving, setRemoving] = useState(false)
  const picture = usePicture({
    pathOf: () => `${me.id}-${Date.now()}.jpg`,
    refusals,
    onStored: async (address) => {
      await replaceBy(address)
      void toast.success('Avatar updated!')
    },
    failed: 'Failed to upload avatar. Please try again.',
  })

  async function remove() {
    setRemoving(true)
    try {
      await replaceBy(null)
      void toast.success('Avatar removed')
    } catch {
      void toast.error('Error', { description: 'Failed to remove avatar. Please try again.' })
    } finally {
      setRemoving(false)
    }
  }

  /** Saved at once, apart from the form. */
  const replaceBy = async (address: string | null) =>
    keep(await api('PATCH /api/v1/me', { body: { avatar_url: address } }))

  const step: PhotoStep = isRemoving ? { name: 'removing' } : picture.step
  return { ...picture, step, remove }
}
