import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { displayTitle } from '../../shared/product.ts'
import { ProductImage } from '../look/image.tsx'
import { ProductPrice } from '../look/price.tsx'
import { Quote, TitleText } from '../look/words.tsx'
import { isOnWhite, useProductLink } from '../product/cards/card-parts.tsx'
import { ButtonAnchor } from '../ui/button/button.tsx'
import { ItemNumber } from './item-number.tsx'
import { type ListItemData, throughList } from './list-data.ts'

type ListItemsProps = {
  items: readonly ListItemData[]
  /** The item whose point is chosen on the photo. */
  chosenId?: string | null
  /** A look's rows stand in a narrow column. */
  isNarrow?: boolean
  /** Their pictures load at once. */
  isFirst?: boolean
  from: string
}

/** Things of a list in their order: a picture with the number, one line below. The whole row leads to the product. */
export const ListItems = ({ items, chosenId, isFirst = false, ...row }: ListItemsProps) => (
  <ol className="rows">
    {items.map((item, index) => (
      <ItemRow
        key={item.id}
        item={item}
        isChosen={item.id === chosenId}
        isEager={isFirst && index < 2}
        {...row}
      />
    ))}
  </ol>
)

type ItemRowProps = Pick<ListItemsProps, 'isNarrow' | 'from'> & {
  item: ListItemData
  isChosen: boolean
  isEager: boolean
}

const forPointer = { tabIndex: -1, 'aria-hidden': true } as const

function ItemRow({ item, isChosen, isEager, isNarrow = false, from }: ItemRowProps) {
  const { number, line, is_own } = item
  const card = throughList(item)
  const link = useProductLink(card, from)
  return (
    <li
      id={`item-${number}`}
      className={clsx(
        'card-target card-row grid scroll-mt-20 gap-x-4 gap-y-3 p-4 target:bg-sunken',
        isNarrow
          ? 'grid-cols-[5.5rem_minmax(0,1fr)] gap-x-5'
          : 'grid-cols-[6rem_minmax(0,1fr)] lg:grid-cols-[7rem_minmax(0,1fr)] lg:gap-x-5 lg:p-5',
        isChosen && 'bg-sunken',
      )}
    >
      <a {...link} {...forPointer} className="relative z-1 block self-start lg:row-span-2">
        <ProductImage
          src={card.image_url}
          category={card.sign}
          side={card.image_side}
          source={isOnWhite(card) ? 'amazon' : 'own'}
          shape="square"
          eager={isEager}
          className={clsx('rounded-md', isOnWhite(card) && 'inset-ring inset-ring-line')}
        />
        <ItemNumber isChosen={isChosen}>{number}</ItemNumber>
      </a>
      <div className="flex min-w-0 flex-col gap-0.5">
        <h3 dir="auto" className="text-small font-semibold text-pretty">
          <span className="sr-only">{number}. </span>
          <a {...link} className="card-link line-clamp-2 py-0.5">
            <TitleText>{displayTitle(card)}</TitleText>
          </a>
        </h3>
        {!is_own && (
          <p className="text-caption text-ink-3">
            Found by{' '}
            <Link
              to="/$username"
              params={{ username: card.profiles.username }}
              className="link relative z-1 font-medium! after:absolute after:-inset-x-1 after:-inset-y-3.5"
            >
              @{card.profiles.username}
            </Link>
          </p>
        )}
        <div className="mt-auto flex items-center justify-between gap-2 pt-2">
          <span className="relative z-1">
            <ProductPrice product={card} missingClass="sr-only" />
          </span>
          <ButtonAnchor {...link} {...forPointer} size="sm" className="z-1">
            View
          </ButtonAnchor>
        </div>
      </div>
      {line && (
        <div className="quote-mark ps-4! max-lg:col-span-full lg:col-start-2 [&>*]:text-ink">
          <Quote size="card">{line}</Quote>
        </div>
      )}
    </li>
  )
}
