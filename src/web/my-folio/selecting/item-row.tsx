import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { type MouseEvent, useId } from 'react'
import { displayTitle } from '../../../shared/product.ts'
import { isWithShift } from '../../browser/use-chosen.ts'
import { ProductImage } from '../../look/image.tsx'
import { ProductPrice } from '../../look/price.tsx'
import { TitleText } from '../../look/words.tsx'
import { CardOrigin } from '../../product/cards/card-parts.tsx'
import { Checkbox } from '../../ui/form/toggles.tsx'
import { OwnMarks } from '../list/own-card.tsx'
import type { OwnItem } from '../list/use-own-list.ts'

/** A focused element is scrolled out from behind the bar: below it on phones, above it on wider screens. */
const besideBar = 'max-lg:[&_:is(a,input)]:scroll-mb-22 lg:[&_:is(a,input)]:scroll-mt-24'

/** The price ends the row, and the list cuts off what overflows it: the price's date grows towards the title. */
const tipTowardsTitle = '[&_.as-of-tip]:after:start-auto [&_.as-of-tip]:after:-end-1'

type ItemRowProps = {
  item: OwnItem
  chosen: boolean
  /** With `isRange`, all items from the last pressed one to this one. */
  onToggle: (id: string, isRange: boolean) => void
  /** The address of the present page, for the product page's back link. */
  from: string
}

/** A row for an item that can be chosen. A press anywhere on the row chooses it; its title links to it. */
export function ItemRow({ item, chosen, onToggle, from }: ItemRowProps) {
  const id = useId()
  const title = displayTitle(item)
  // Not every browser toggles the checkbox when its label is pressed with Shift.
  function pressRow(event: MouseEvent) {
    if (!event.shiftKey) return
    event.preventDefault()
    onToggle(item.id, true)
  }
  return (
    <div
      className={clsx(
        'relative flex items-center gap-3 p-3',
        besideBar,
        tipTowardsTitle,
        chosen && 'bg-sunken',
      )}
    >
      <Checkbox id={id} checked={chosen} onChange={(event) => onToggle(item.id, isWithShift(event))} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the box itself takes Shift and the space bar */}
      <label
        htmlFor={id}
        className="absolute inset-0 cursor-pointer"
        onMouseDown={(event) => event.shiftKey && event.preventDefault()}
        onClick={pressRow}
      >
        <span className="sr-only">Select {title}</span>
      </label>
      <ProductImage
        shape="thumb56"
        src={item.image_url}
        category={item.sign}
        side={item.image_side}
        source={item.image_source === 'amazon' ? 'amazon' : 'own'}
      />
      <div className="min-w-0 flex-1">
        <Link
          to="/l/$ref"
          params={{ ref: item.short_link_id }}
          state={{ from }}
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
      <ProductPrice product={item} className="text-small" missingClass="sr-only" />
    </div>
  )
}

/** The height of a row with one line of title, in CSS pixels. */
export const rowPx = 81
