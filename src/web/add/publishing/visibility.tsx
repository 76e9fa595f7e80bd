import type { ReactNode } from 'react'
import {
  draftShownToOthers,
  partsForOwnerAlone,
  shownToOthers,
} from '../../../shared/amazon/shown-to-others.ts'
import { displayTitle } from '../../../shared/product.ts'
import type { ItemFields } from '../../item/form/item-fields.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Product } from '../add-flow.ts'
import type { Item } from './item.ts'

type VisibilityProps = { isDraft: boolean; children: ReactNode }

/** Whether others find an item, in a word, and what that means (decision 54). */
function Visibility({ isDraft, children }: VisibilityProps) {
  return (
    <p className="text-small text-ink-2">
      <Badge tone={isDraft ? 'waiting' : 'good'}>{isDraft ? 'Private draft' : 'Public'}</Badge> {children}
    </p>
  )
}

const list = new Intl.ListFormat('en-US')

type ComingVisibilityProps = { item: Item; fields: ItemFields }

/** Who will see what of an item whose details are not all real: shown while the form is filled in. */
export function ComingVisibility({ item, fields }: ComingVisibilityProps) {
  const isUntitled = fields.title.trim() === ''
  if (item.details === 'sample') return <ComingSample item={item} fields={fields} />
  if (!isUntitled) return null
  return <Visibility isDraft>Only you find it until you give it a title of your own.</Visibility>
}

/** One notice for both: that the details are a sample’s, and what others see of them. */
function ComingSample({ item, fields }: ComingVisibilityProps) {
  const shown = draftShownToOthers(fields, { samplePicture: item.image_url })
  const parts = partsForOwnerAlone(fields, shown)
  return (
    <Visibility isDraft={shown.title === ''}>
      Details could not be loaded.{' '}
      {shown.title === ''
        ? 'Only you see these sample ones until you write a title.'
        : parts.length > 0
          ? `Others do not see the sample’s ${list.format(parts)}.`
          : 'Others see yours.'}
    </Visibility>
  )
}

type PublishedVisibilityProps = { product: Product }

/** Who sees what of the published item. */
export function PublishedVisibility({ product }: PublishedVisibilityProps) {
  const shown = shownToOthers(product)
  if (shown.title === '')
    return (
      <Visibility isDraft>
        Only you find it until you give it a title of your own. Under its link others see “
        {displayTitle({ ...shown, asin: product.asin })}”.
      </Visibility>
    )
  return (
    <Visibility isDraft={false}>
      Others find it in the feed, in search and on your profile
      {shown.image_url === null ? ', without a picture until you add one.' : '.'}
    </Visibility>
  )
}
