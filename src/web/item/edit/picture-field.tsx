import { useId, useRef } from 'react'
import { PictureInput } from '../../picture/picture-input.tsx'
import { ProductImage } from '../../product/look/image.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldMessages } from '../../ui/form/field.tsx'
import { UploadingVeil } from '../../upload/uploading-veil.tsx'
import type { Item } from '../form/item-fields.ts'
import type { useItemPicture } from '../use-item-picture.ts'

type PictureFieldProps = {
  item: Item
  /** The picture to be saved. */
  imageUrl: string | null
  picture: ReturnType<typeof useItemPicture>
  problem: string | undefined
  onRemove: () => void
}

/**
 * The item's picture, and the owner's own photo in its place, cropped to a square. Amazon's is never cropped (Amazon's
 * terms), and only an own one can be removed.
 */
export function PictureField({ item, imageUrl, picture, problem, onRemove }: PictureFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const uploadButton = useRef<HTMLButtonElement>(null)
  const { step } = picture
  const isUploading = step.name === 'uploading'
  const source = imageUrl === item.image_url ? item.image_source : 'owner'

  function remove() {
    onRemove()
    // The button that was pressed is gone.
    uploadButton.current?.focus()
  }

  return (
    <div className="flex items-center gap-4">
      <div className="relative shrink-0">
        <ProductImage
          src={isUploading ? step.preview : imageUrl}
          source={!isUploading && source === 'amazon' ? 'amazon' : 'own'}
          shape="thumb88"
          eager
        />
        {isUploading && <UploadingVeil shape="square" />}
      </div>
      <div className="stack gap-2">
        <div className="flex flex-wrap gap-2">
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
            <Button size="sm" variant="ghost" blocked={step.name !== 'idle'} onClick={remove}>
              Remove<span className="sr-only"> image</span>
            </Button>
          )}
        </div>
        <FieldMessages error={problem} errorId={`${id}-error`} hint="Your own photo, under 5MB" hintId={id} />
      </div>
      <PictureInput input={input} onChoose={(file) => void picture.choose(file)} />
      {step.name === 'cropping' && (
        <step.Dialog
          picture={step.picture}
          onCancel={picture.cancel}
          onApply={(cropped) => void picture.upload(cropped)}
        />
      )}
    </div>
  )
}
