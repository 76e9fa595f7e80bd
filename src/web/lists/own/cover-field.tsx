import { useRef } from 'react'
import { CameraIcon } from '../../picture/camera-icon.tsx'
import { PictureInput } from '../../picture/picture-input.tsx'
import { CropDialog, usePicture } from '../../picture/use-picture.ts'
import { Button } from '../../ui/button/button.tsx'

/** The height of a cover by its width: a list's, and a look's photo. */
const ratios = { list: 2 / 3, look: 5 / 4 }

const refusals = {
  not_an_image: { title: 'Please select an image file' },
  too_large: { title: 'Please select an image smaller than 5MB' },
}

type CoverFieldProps = {
  userId: string
  kind: keyof typeof ratios
  label: string
  isPrimary?: boolean
  /** Saves the stored photo's address. */
  onStored: (address: string) => Promise<unknown>
}

/** A button that takes a photo of one's own, cropped to a cover (docs/product/pictures.md#crop-image). */
export function CoverField({ userId, kind, label, isPrimary = false, onStored }: CoverFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const picture = usePicture({
    pathOf: () => `products/product-${userId}-${Date.now()}.jpg`,
    refusals,
    onStored: async (address) => {
      await onStored(address)
    },
    failed: 'Failed to upload image',
  })
  const { step } = picture
  return (
    <>
      <Button
        variant={isPrimary ? 'primary' : 'quiet'}
        size={isPrimary ? 'md' : 'sm'}
        busy={step.name === 'opening' || step.name === 'uploading'}
        onClick={() => step.name === 'idle' && input.current?.click()}
      >
        <CameraIcon size={isPrimary ? 20 : 16} />
        {label}
      </Button>
      <PictureInput input={input} onChoose={(file) => void picture.choose(file)} />
      {step.name === 'cropping' && (
        <CropDialog
          picture={step.picture}
          ratio={ratios[kind]}
          onCancel={picture.cancel}
          onApply={(cropped) => void picture.upload(cropped)}
        />
      )}
    </>
  )
}
