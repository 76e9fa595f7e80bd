import { useState } from 'react'
import { offlineMessage } from '../browser/connection.ts'
import { toast } from '../ui/feedback/toast.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import type { Cropped } from './cut.ts'
import { type ImageProblem, imageProblem, refusalOf, storePicture } from './store-picture.ts'

/** Drag a square over the opened picture. */
export const CropDialog = lazyPart(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

/** The state of a picture: idle, or being cropped or uploaded. */
export type PictureStep =
  | { name: 'idle' }
  | { name: 'opening' }
  | { name: 'cropping'; picture: ImageBitmap }
  /** `preview` is an object URL of this tab. */
  | { name: 'uploading'; preview: string }

const idle: PictureStep = { name: 'idle' }

type Options = {
  /** The new picture's path in the bucket. */
  pathOf: () => string
  refusals: Record<ImageProblem, { title: string; description?: string }>
  /** Called with the stored picture's address; may reject. */
  onStored: (address: string) => Promise<void> | void
  /** The message when it could not be stored, unless the server gives a reason. */
  failed: string
}

/** A person's own picture: choosing, cropping to a square, uploading (docs/product/pictures.md#pictures). */
export function usePicture({ pathOf, refusals, onStored, failed }: Options) {
  const [step, setStep] = useState<PictureStep>(idle)

  async function choose(file: File) {
    const problem = imageProblem(file)
    if (problem) return void toast.error(refusals[problem].title, refusals[problem])
    setStep({ name: 'opening' })
    try {
      setStep({ name: 'cropping', picture: await openForCropping(file) })
    } catch (error) {
      setStep(idle)
      void toast.error('Upload failed', { description: (error as Error).message })
    }
  }

  function cancel() {
    if (step.name === 'cropping') step.picture.close()
    setStep(idle)
  }

  async function upload({ cut, upload: picture, square }: Cropped) {
    if (step.name === 'cropping') step.picture.close()
    const preview = URL.createObjectURL(cut)
    setStep({ name: 'uploading', preview })
    try {
      await onStored(await storePicture(pathOf(), picture, square))
    } catch (error) {
      void toast.error('Upload failed', { description: refusalOf(error) ?? failed })
    } finally {
      setStep(idle)
      URL.revokeObjectURL(preview)
    }
  }

  return { step, choose, cancel, upload }
}

/** Opens a chosen file for cropping. Rejects with an error whose message can be shown. */
async function openForCropping(file: File): Promise<ImageBitmap> {
  // The dialog is loaded with what opens the picture, so that it is there at once; without a network both may fail.
  const [{ openPicture }] = await Promise.all([import('./open-picture.ts'), CropDialog.load()]).catch(() => {
    throw new Error(offlineMessage)
  })
  return openPicture(file).catch(() => {
    throw new Error('This picture could not be read. Please choose another one, such as a JPEG or PNG.')
  })
}
