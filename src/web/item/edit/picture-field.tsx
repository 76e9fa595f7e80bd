import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { maxFurtherPhotos } from '../../../shared/fields/owner-fields.ts'
import { ProductImage } from '../../look/image.tsx'
import { CameraIcon } from '../../picture/camera-icon.tsx'
import { PictureInput, UploadingVeil } from '../../picture/picture-input.tsx'
import { removePictures } from '../../picture/store-picture.ts'
import { CropDialog, usePicture } from '../../picture/use-picture.ts'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { FieldMessages } from '../../ui/form/field.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { type FieldsChange, type ItemFields, ownPhotosOf, withOwnPhotos } from '../form/item-fields.ts'

const PhotoTiles = lazyPart(async () => ({ default: (await import('./photo-tiles.tsx')).PhotoTiles }), {
  // As high as the tiles.
  waiting: () => <div className="h-22" />,
})

/** As many as a product has (docs/product/pictures.md#several-photos). */
const mostPhotos = maxFurtherPhotos + 1

type PictureFieldProps = {
  /** Amazon's picture or a sample's, which an own photo replaces. */
  given: { src: string; source: 'amazon' | 'own' } | null
  /** The slug of its category. */
  category?: string | undefined
  /** The pictures to be saved. */
  fields: Pick<ItemFields, 'image_url' | 'photos'>
  picture: ReturnType<typeof useItemPicture>
  problem: string | undefined
  /** What the card shows once the last own photo is removed. */
  instead: string | null
  onChange: (change: FieldsChange) => void
  /** Stands above the buttons. */
  children?: ReactNode
}

/**
 * The item's picture, and up to four own photos to replace it, each with its square for cards. Amazon's picture is
 * never cropped (Amazon's terms), and only own photos can be removed.
 */
export function PictureField(props: PictureFieldProps) {
  const { given, category, fields, picture, problem, instead, onChange, children } = props
  const id = useId()
  const uploadButton = useRef<HTMLButtonElement>(null)
  const { step } = picture
  const photos = ownPhotosOf(fields, given?.src ?? null)
  const preview = step.name === 'uploading' ? step.preview : null
  const hasSeveral = photos.length + (preview ? 1 : 0) > 1

  function change(next: string[]) {
    onChange(withOwnPhotos(next, instead))
    // The pressed button may no longer exist.
    if (next.length < photos.length) uploadButton.current?.focus()
  }

  return (
    <div data-field="image_url photos" className={hasSeveral ? 'stack gap-3' : 'flex items-center gap-4'}>
      {hasSeveral ? (
        <PhotoTiles photos={photos} preview={preview} isBlocked={step.name !== 'idle'} onChange={change} />
      ) : (
        <div className="relative shrink-0">
          <ProductImage
            src={preview ?? fields.image_url}
            category={category}
            source={!preview && photos.length === 0 && given?.source === 'amazon' ? 'amazon' : 'own'}
            shape="thumb88"
            eager
          />
          {preview && <UploadingVeil shape="square" />}
        </div>
      )}
      <div className="stack min-w-0 flex-1 gap-2">
        {children}
        <div className="flex flex-wrap gap-x-1 gap-y-2">
          <UploadButtons
            button={uploadButton}
            hintId={id}
            picture={picture}
            isFull={photos.length >= mostPhotos}
            label={photos.length > 0 ? 'Add another photo' : 'Upload image'}
          />
          {photos.length === 1 && !hasSeveral && (
            <Button
              size="sm"
              variant="ghost"
              className="-me-3"
              blocked={step.name !== 'idle'}
              onClick={() => step.name === 'idle' && change([])}
            >
              Remove<span className="sr-only"> image</span>
            </Button>
          )}
        </div>
        <FieldMessages
          error={problem}
          errorId={`${id}-error`}
          hint={hasSeveral ? severalHint : 'Your own photo, under 5MB'}
          hintId={id}
        />
      </div>
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

const severalHint = 'The first is the card’s. Drag them into another order.'

type UploadButtonsProps = {
  button: RefObject<HTMLButtonElement | null>
  hintId: string
  picture: ReturnType<typeof useItemPicture>
  isFull: boolean
  label: string
}

/** Chooses a photo; where a finger points, takes one first: not every phone’s chooser offers its camera. */
function UploadButtons({ button, hintId, picture, isFull, label }: UploadButtonsProps) {
  const library = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const { step } = picture
  const open = (input: RefObject<HTMLInputElement | null>) =>
    step.name === 'idle' && !isFull && input.current?.click()
  const state = { size: 'sm', blocked: step.name !== 'idle' || isFull, 'aria-describedby': hintId } as const
  return (
    <>
      <Button {...state} className="pointer-fine:hidden" onClick={() => open(camera)}>
        <CameraIcon />
        Take photo
      </Button>
      <Button {...state} ref={button} busy={step.name === 'opening'} onClick={() => open(library)}>
        <Icon name="add" size={16} />
        {label}
      </Button>
      <PictureInput input={library} onChoose={(file) => void picture.choose(file)} />
      <PictureInput input={camera} fromCamera onChoose={(file) => void picture.choose(file)} />
    </>
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
