import { ProductImage } from '../../product/look/image.tsx'
import { Icon, type IconName } from '../../ui/button/icon.tsx'

type CategoryFaceProps = {
  name: string
  caption: string
  /** Of its newest product. */
  picture?: { image_url: string | null; image_source: string | null } | undefined
  /** Where it has no product. */
  icon?: IconName
}

/** A category, or the Inbox, in a row: picture, name, and how much is in it. */
export function CategoryFace({ name, caption, picture, icon = 'folio' }: CategoryFaceProps) {
  return (
    <>
      {picture ? (
        <ProductImage
          shape="thumb48"
          src={picture.image_url}
          source={picture.image_source === 'amazon' ? 'amazon' : 'own'}
        />
      ) : (
        <span className="grid size-12 shrink-0 place-items-center rounded-md bg-neutral-soft text-ink-2">
          <Icon name={icon} />
        </span>
      )}
      <span className="grid min-w-0 flex-1">
        <bdi className="text-small font-semibold">{name}</bdi>
        <span className="num text-caption text-ink-3">{caption}</span>
      </span>
    </>
  )
}
