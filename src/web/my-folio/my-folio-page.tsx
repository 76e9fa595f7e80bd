import { Overview } from './overview.tsx'
import { OwnCategory } from './own-category.tsx'

type MyFolioPageProps = {
  /** The chosen tile: a category's slug, or `inbox`. */
  category?: string
}

/** The personal collection, or the part of it that was chosen (spec section 2, /my-folio). */
export function MyFolioPage({ category }: MyFolioPageProps) {
  return category ? <OwnCategory key={category} slug={category} /> : <Overview />
}
