import type { ReactNode } from 'react'
import { ageText } from '../time/age-text.ts'
import { useViewerTime } from '../time/viewer-time.ts'
import type { ProductCardData } from './card-data.ts'

type CardOriginProps = { product: ProductCardData; showAuthor: boolean; children?: ReactNode }

/** 'Shared by {first name}', or the product's age where everything is of one person. */
export function CardOrigin({ product, showAuthor, children }: CardOriginProps) {
  const viewer = useViewerTime()
  return (
    <p className="min-w-0 truncate text-caption text-ink-3">
      {showAuthor ? (
        <>
          Shared by <bdi>{product.profiles.first_name}</bdi>
        </>
      ) : (
        <time dateTime={product.created_at}>{ageText(product.created_at, viewer)}</time>
      )}
      {children}
    </p>
  )
}
