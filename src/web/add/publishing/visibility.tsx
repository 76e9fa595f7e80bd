import type { ReactNode } from 'react'
import { isSampleTitle } from '../../../shared/amazon/sample.ts'
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

type ComingVisibilityProps = { item: Item; fields: ItemFields }

/** Who will see an item whose details are not all real: shown while the form is filled in. */
export function ComingVisibility({ item, fields }: ComingVisibilityProps) {
  const isSample = item.details === 'sample'
  const isUntitled = fields.title.trim() === '' || (isSample && isSampleTitle(fields.title))
  if (!isSample && !isUntitled) return null
  const hasSamplePicture = isSample && fields.image_url === item.image_url
  return (
    <Visibility isDraft={isUntitled}>
      {isUntitled
        ? 'Nobody else finds it in the feed, in search or on your profile until you give it a title of your own.'
        : 'Once posted, others find it in the feed, in search and on your profile.'}
      {hasSamplePicture &&
        ' Until you add a photo, others see a card with its title in place of the sample picture.'}
    </Visibility>
  )
}

type PublishedVisibilityProps = { product: Product }

/** Who sees the published item. */
export function PublishedVisibility({ product: { title, owner } }: PublishedVisibilityProps) {
  const isDraft = title === '' || owner?.metadata_source === 'sample'
  return (
    <Visibility isDraft={isDraft}>
      {isDraft
        ? 'Only you find it until you give it a title of your own. Its link works already.'
        : 'Others find it in the feed, in search and on your profile.'}
    </Visibility>
  )
}
