import { useState } from 'react'
import { toast } from '../ui/feedback/toast.ts'
import { type ImageProblem, imageProblem } from '../upload/image-file.ts'
import { type Cropping, openForCropping } from '../upload/open-for-cropping.ts'
import { refusalOf, storePicture } from './store-picture.ts'

/** What is happening to a picture. */
export type PictureStep =
  | { name: 'idle' }
  | { name: 'opening' }
  | ({ name: 'cropping' } & Cropping)
  /** `preview` is an address of this tab. */
  | { name: 'uploading'; preview: string }

const idle: PictureStep = { name: 'idle' }

type Options = {
  /** The new picture's path in the bucket. */
  pathOf: () => string
  refusals: Record<ImageProblem, { title: string; description?: string }>
  /** Takes the stored picture's address, and may reject. */
  onStored: (address: string) => Promise<void> | void
  /** What is said when it could not be stored, unless the server says why. */
  failed: string
}

/** A person's own picture: choosing, cropping to a square, uploading (spec sections 2 and 4). */
export function usePicture({ pathOf, refusals, onStored, failed }: Options) {
  const [step, setStep] = useState<PictureStep>(idle)

  async function choose(file: File) {
    const problem = imageProblem(file)
    if (problem) return void toast.error(refusals[problem].title, refusals[problem])
    setStep({ name: 'opening' })
    try {
      setStep({ name: 'cropping', ...(await openForCropping(file)) })
    } catch (error) {
      setStep(idle)
      void toast.error('Upload failed', { description: (error as Error).message })
    }
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
      await onStored(await storePicture(pathOf(), cropped))
    } catch (error) {
      void toast.error('Upload failed', { description: refusalOf(error) ?? failed })
    } finally {
      setStep(idle)
      URL.revokeObjectURL(preview)
    }
  }

  return { step, choose, cancel, upload }
}
