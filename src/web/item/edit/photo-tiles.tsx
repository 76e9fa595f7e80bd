import clsx from 'clsx'
import { ProductImage } from '../../look/image.tsx'
import { UploadingVeil } from '../../picture/picture-input.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Sortable, useSortableItem } from '../../ui/order/sortable.tsx'

type PhotoTilesProps = {
  /** Their addresses, in their order. */
  photos: string[]
  /** One that is being uploaded. */
  preview: string | null
  isBlocked: boolean
  onChange: (photos: string[]) => void
}

/** Several photos in their order, which is changed by dragging and with the arrow keys; the first is the card's. */
export function PhotoTiles({ photos, preview, isBlocked, onChange }: PhotoTilesProps) {
  const without = (photo: string) => photos.filter((other) => other !== photo)
  const nameOf = (photo: string) => `photo ${photos.indexOf(photo) + 1}`
  return (
    <Sortable
      ids={photos}
      nameOf={nameOf}
      onMove={(photo, to) => onChange(without(photo).toSpliced(to, 0, photo))}
    >
      <ul aria-label="Photos" className="grid grid-cols-4 gap-2 sm:flex sm:gap-3">
        {photos.map((photo) => (
          <PhotoTile
            key={photo}
            photo={photo}
            name={nameOf(photo)}
            isFirst={photo === photos[0]}
            onRemove={() => !isBlocked && onChange(without(photo))}
          />
        ))}
        {preview && (
          <li className="relative">
            <ProductImage src={preview} shape="square" eager className="rounded-md sm:w-22" />
            <UploadingVeil shape="square" />
          </li>
        )}
      </ul>
    </Sortable>
  )
}

type PhotoTileProps = { photo: string; name: string; isFirst: boolean; onRemove: () => void }

function PhotoTile({ photo, name, isFirst, onRemove }: PhotoTileProps) {
  const { item, handle, isDragging } = useSortableItem(photo)
  return (
    <li {...item} className="relative">
      <button {...handle} className={clsx('block w-full rounded-md', handle.className)}>
        <ProductImage
          src={photo}
          shape="square"
          eager
          className={clsx('rounded-md sm:w-22', isDragging && 'shadow-lift')}
        />
      </button>
      {isFirst && (
        <span className="pointer-events-none absolute start-1 bottom-1 rounded-full bg-glass px-2 text-micro text-glass-ink ring-1 ring-line">
          Card
        </span>
      )}
      <IconButton
        icon="close"
        iconSize={16}
        label={`Remove ${name}`}
        look="glass"
        className="absolute end-1 top-1 size-7!"
        onClick={onRemove}
      />
    </li>
  )
}
