import { useLinkProps } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { displayTitle } from '../../shared/product.ts'
import { ProductImage } from '../look/image.tsx'
import { ProductPrice } from '../look/price.tsx'
import { TitleText } from '../look/words.tsx'
import { ButtonAnchor } from '../ui/button/button.tsx'
import { CoverPhoto } from './cover-photo.tsx'
import { type ListItemData, throughList } from './list-data.ts'
import { type Point, PointMark } from './point-mark.tsx'

export type PointedItem = ListItemData & { point: Point }

type LookPhotoProps = {
  src: string
  /** What the photo is called. */
  title: string
  items: readonly PointedItem[]
  /** The item whose card is shown; until somebody chooses another it is the first. */
  chosen: PointedItem | undefined
  isChosenByHand: boolean
  onChoose: (id: string | null) => void
  from: string
}

/**
 * A look's photo with its points (docs/product/lists-screens.md#looks). Without scripts a point is a link to its row;
 * with them it shows its card. Positions are attributes of a drawing, since the content policy refuses styles in HTML.
 */
export function LookPhoto({ src, title, items, chosen, isChosenByHand, onChoose, from }: LookPhotoProps) {
  const points = useRef<SVGSVGElement>(null)

  function close() {
    onChoose(null)
    points.current?.querySelector<SVGAElement>('[aria-expanded="true"]')?.focus()
  }

  return (
    <figure className="look-frame max-sm:-mx-gutter sm:max-lg:mx-auto sm:max-lg:max-w-140">
      <span className="relative block aspect-4/5 overflow-hidden bg-sunken sm:rounded-[20px] sm:shadow-card sm:ring-1 sm:ring-line">
        <CoverPhoto src={src} alt={title} width={0.8} sizes="(min-width: 64rem) 38rem, 100vw" isFirst />
      </span>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: each point in it has its name */}
      <svg ref={points} className="absolute inset-0 size-full">
        {items.map((item) => (
          <LookPoint
            key={item.id}
            item={item}
            isChosen={isChosenByHand && item === chosen}
            isInitial={!isChosenByHand && item === chosen}
            onChoose={() => onChoose(item.id)}
          />
        ))}
      </svg>
      {chosen && (
        <ChosenCard item={chosen} isByHand={isChosenByHand} from={from} onClose={close} key={chosen.id} />
      )}
    </figure>
  )
}

type LookPointProps = { item: PointedItem; isChosen: boolean; isInitial: boolean; onChoose: () => void }

function LookPoint({ item, isChosen, isInitial, onChoose }: LookPointProps) {
  const isButton = useIsMounted()
  const { point, number, product } = item
  function press(event: MouseEvent | KeyboardEvent) {
    event.preventDefault()
    onChoose()
  }
  return (
    <a
      href={`#item-${number}`}
      aria-label={`${number}: ${displayTitle(product)}`}
      className="look-point"
      {...(isButton && {
        role: 'button',
        'aria-expanded': isChosen,
        onClick: press,
        onKeyDown: (event: KeyboardEvent) => event.key === ' ' && press(event),
      })}
    >
      <rect
        x={`${point.x / 100}%`}
        y={`${point.y / 100}%`}
        width={44}
        height={44}
        transform="translate(-22 -22)"
        className="fill-transparent"
      />
      <PointMark point={point} radius={15} isChosen={isChosen} isInitial={isInitial} className="text-nav">
        {number}
      </PointMark>
    </a>
  )
}

/** The server's HTML is for browsers without scripts. */
function useIsMounted(): boolean {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return isMounted
}

type ChosenCardProps = { item: PointedItem; isByHand: boolean; from: string; onClose: () => void }

/** Where the card would leave the photo's upper edge, it hangs below its point. In percent. */
const roomAbove = 22

function ChosenCard({ item, isByHand, from, onClose }: ChosenCardProps) {
  const card = throughList(item)
  const link = useLinkProps({ to: '/l/$ref', params: { ref: card.short_link_id }, state: { from } })
  const { x, y } = { x: item.point.x / 100, y: item.point.y / 100 }
  const isAbove = y > roomAbove
  const place = {
    '--x': `${x}%`,
    '--above': isAbove ? `calc(${100 - y}% + 34px)` : 'auto',
    '--below': isAbove ? 'auto' : `calc(${y}% + 34px)`,
  } as CSSProperties
  const title = displayTitle(card)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      aria-label={`${item.number}: ${title}`}
      data-initial={isByHand ? undefined : ''}
      className="look-card grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 rounded-lg p-3 surface-lift lg:data-initial:hidden"
      // Set by scripts alone, which the content policy allows: on a phone the card has one place.
      style={isByHand ? place : undefined}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <ProductImage
        src={card.image_url}
        category={card.sign}
        side={card.image_side}
        source={card.image_source === 'amazon' ? 'amazon' : 'own'}
        shape="thumb56"
      />
      <div className="min-w-0">
        <p dir="auto" className="line-clamp-2 text-small font-semibold">
          <TitleText>{title}</TitleText>
        </p>
        <ProductPrice product={card} className="text-small" missingClass="sr-only" />
      </div>
      <ButtonAnchor {...link} variant="primary" size="sm" className="min-h-11">
        View<span className="sr-only"> {title}</span>
      </ButtonAnchor>
    </div>
  )
}
