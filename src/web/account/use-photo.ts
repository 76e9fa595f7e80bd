import { type ComponentProps, type ComponentType, useState } from 'react'
import type { CropDialog } from '../crop/crop-dialog.tsx'
import { useApi } from '../product/use-api.ts'
import { offlineMessage } from '../session/offline.ts'
import { toast } from '../ui/toast.ts'
import { type ImageProblem, imageProblem } from '../upload/image-file.ts'
import { refusalOf, storePicture } from '../upload/store-picture.ts'
import type { Me } from './profile-draft.ts'
import { useKeepProfile } from './use-keep-profile.ts'

/** What is happening to the picture. */
type PhotoStep =
  | { name: 'idle' }
  | { name: 'opening' }
  | { name: 'cropping'; picture: ImageBitmap; Dialog: ComponentType<ComponentProps<typeof CropDialog>> }
  | { name: 'uploading'; preview: string }
  | { name: 'removing' }

const idle: PhotoStep = { name: 'idle' }

const refusals: Record<ImageProblem, { title: string; description: string }> = {
  not_an_image: { title: 'Invalid file type', description: 'Please select an image file' },
  too_large: { title: 'File too large', description: 'Please select an image smaller than 5MB' },
}

/** The person's picture: choosing, cropping, uploading, removing. A failure leaves the picture there was. */
export function usePhoto(me: Me) {
  const api = useApi()
  const keep = useKeepProfile()
  const [step, setStep] = useState<PhotoStep>(idle)

  async function choose(file: File) {
    const problem = imageProblem(file)
    if (problem) return void toast.error(refusals[problem].title, refusals[problem])
    setStep({ name: 'opening' })
    setStep(await croppingOf(file))
  }

  function cancel() {
    if (step.name === 'cropping') step.picture.close()
    setStep(idle)
  }

  async function upload(cropped: Blob) {
    if (step.name === 'cropping') step.picture.close()
    const preview = URL.createObjectURL(cropped)
    setStep({ name: 'uploading', preview })
    try {
      const address = await storePicture(`${me.id}-${Date.now()}.jpg`, cropped)
      await replaceBy(address)
      void toast.success('Avatar updated!')
    } catch (error) {
      const description = refusalOf(error) ?? 'Failed to upload avatar. Please try again.'
      void toast.error('Upload failed', { description })
    } finally {
      setStep(idle)
      URL.revokeObjectURL(preview)
    }
  }

  async function remove() {
    setStep({ name: 'removing' })
    try {
      await replaceBy(null)
      void toast.success('Avatar removed')
    } catch {
      void toast.error('Error', { description: 'Failed to remove avatar. Please try again.' })
    } finally {
      setStep(idle)
    }
  }

  /** Saved at once, apart from the form. */
  const replaceBy = async (address: string | null) =>
    keep(await api('PATCH /api/v1/me', { body: { avatar_url: address } }))

  return { step, choose, cancel, upload, remove }
}

/** Cropping with a file, or back to the beginning, having said why. */
async function croppingOf(file: File): Promise<PhotoStep> {
  try {
    // Both are loaded when the first picture is chosen, which may be without a network.
    const [{ openPicture }, { CropDialog }] = await Promise.all([
      import('../crop/open-picture.ts'),
      import('../crop/crop-dialog.tsx'),
    ]).catch(() => {
      throw new Error(offlineMessage)
    })
    const picture = await openPicture(file).catch(() => {
      throw new Error('This picture could not be read. Please choose another one, such as a JPEG or PNG.')
    })
    return { name: 'cropping', picture, Dialog: CropDialog }
  } catch (error) {
    void toast.error('Upload failed', { description: (error as Error).message })
    return idle
  }
}
