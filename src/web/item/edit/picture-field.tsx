import { useEffect, useId, useRef } from 'react'
import { ProductImage } from '../../look/image.tsx'
import { PictureInput, UploadingVeil } from '../../picture/picture-input.tsx'
import { removePictures } from '../../picture/store-picture.ts'
import { CropDialog, usePicture } from '../../picture/use-picture.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { FieldMessages } from '../../ui/form/field.tsx'
import type { Item } from '../form/item-fields.ts'

type PictureFieldProps = {
  /** The item without the changes made here. */
  item: Pick<Item, 'image_url' | 'image_source'>
  /** The slug of its category. */
  category?: string | undefined
  /** The picture to be saved. */
  imageUrl: string | null
  picture: ReturnType<typeof useItemPicture>
  problem: string | undefined
  onRemove: () => void
}

/**
 * The item's picture, and the owner's own photo to replace it, cropped to a square. Amazon's picture is never cropped
 * (Amazon's terms), and only an own photo can be removed.
 */
export function PictureField({ item, category, imageUrl, picture, problem, onRemove }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const uploadButton = useRef<HTMLButtonElement>(null)
  const { step } = picture
  const isUploading = step.name === 'uploading'
  const source = imageUrl === item.image_url ? item.image_source : 'owner'

  function remove() {
    onRemove()
    // The pressed button no longer exists.
    uploadButton.current?.focus()
  }

  return (
    <div data-field="image_url" className="flex items-center gap-4">
      <div className="relative shrink-0">
        <ProductImage
          src={isUploading ? step.preview : imageUrl}
          category={category}
          source={!isUploading && source === 'amazon' ? 'amazon' : 'own'}
          shape="thumb88"
          eager
        />
        {isUploading && <UploadingVeil shape="square" />}
      </div>
      <div className="stack gap-2">
        <div className="flex flex-wrap gap-x-1 gap-y-2">
          <Button
            ref={uploadButton}
            size="sm"
            aria-describedby={id}
            busy={step.name === 'opening'}
            blocked={step.name !== 'idle'}
            onClick={() => step.name === 'idle' && input.current?.click()}
          >
            <Icon name="camera" size={16} />
            Upload image
          </Button>
          {imageUrl && source === 'owner' && (
            <Button
              size="sm"
              variant="ghost"
              className="-me-3"
              blocked={step.name !== 'idle'}
              onClick={remove}
            >
              Remove<span className="sr-only"> image</span>
            </Button>
          )}
        </div>
        <FieldMessages error={problem} errorId={`${id}-error`} hint="Your own photo, under 5MB" hintId={id} />
      </div>
      <PictureInput input={input} onChoose={(file) => void picture.choose(file)} />
      {step.name === 'cropping' && (
        <CropDialog
          keepsWhole
          picture={step.picture}
          onCancel={picture.cancel}
          onApply={(cropped) => void picture.upload(cropped)}
        />
      )}
    </div>
  )
}

const refusals = {
  not_an_image: { title: 'Please select an image file' },
  too_large: { title: 'Please select an image smaller than 5MB' },
}

type Options = {
  userId: string
  /** The edit is being saved: from then on a stored picture may be the item's, even if no answer arrives. */
  isSaving: boolean
  /** Called with the stored picture's address, unless the dialog was closed. */
  onStored: (address: string) => void
}

/**
 * The upload of an item's own picture (docs/product/pictures.md#uploading); `drop` removes what was stored but never
 * saved.
 */
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
