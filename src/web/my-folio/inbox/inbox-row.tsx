import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useId } from 'react'
import { displayTitle } from '../../../shared/product.ts'
import { CardOrigin } from '../../product/cards/card-parts.tsx'
import { ProductImage } from '../../product/look/image.tsx'
import { ProductPrice } from '../../product/look/price.tsx'
import { TitleText } from '../../product/look/words.tsx'
import { Checkbox } from '../../ui/form/toggles.tsx'
import { OwnMarks } from '../list/own-card.tsx'
import type { OwnItem } from '../list/use-own-list.ts'

/** What gets the focus is scrolled out from behind the bar that moves items. */
const besideBar = 'max-lg:[&_:is(a,input)]:scroll-mb-22'

type InboxRowProps = { item: OwnItem; chosen: boolean; onToggle: () => void }

/** An item of the Inbox. The whole row chooses it; its title leads to it. */
export function InboxRow({ item, chosen, onToggle }: InboxRowProps) {
  const id = useId()
  const title = displayTitle(item)
  return (
    <div className={clsx('relative flex items-center gap-3 p-3', besideBar, chosen && 'bg-sunken')}>
      <Checkbox id={id} checked={chosen} onChange={onToggle} />
      <label htmlFor={id} className="absolute inset-0 cursor-pointer">
        <span className="sr-only">Select {title}</span>
      </label>
      <ProductImage
        shape="thumb56"
        src={item.image_url}
        title={title}
        source={item.image_source === 'amazon' ? 'amazon' : 'own'}
      />
      <div className="min-w-0 flex-1">
        <Link
          to="/l/$ref"
          params={{ ref: item.short_link_id }}
          state={{ from: '/inbox' }}
          dir="auto"
          className="relative line-clamp-2 w-fit max-w-full text-small font-semibold text-balance hover:underline"
        >
          <TitleText>{title}</TitleText>
        </Link>
        <CardOrigin product={item} showAuthor={false} />
        <div className="flex flex-wrap gap-1 pt-1 *:h-auto *:min-h-5 *:whitespace-normal empty:hidden">
          <OwnMarks item={item} />
        </div>
      </div>
      {item.price_usd !== null && <ProductPrice product={item} className="text-small" />}
    </div>
  )
}
