import clsx from 'clsx'
import { reasonText } from '../../item/attention-text.ts'
import { OwnItemMenu } from '../../item/own-item-menu.tsx'
import { layouts } from '../../product/cards/product-grid.tsx'
import type { ProductView } from '../../product/cards/product-view.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useAppName } from '../../use-app-name.ts'
import type { OwnItem } from './use-own-list.ts'

type OwnCardProps = {
  item: OwnItem
  view: ProductView
  level: 2 | 3
  eager: boolean
  /** The address of the present page, for the product page's back link. */
  from: string
}

/** A card of the collection with its marks. */
export function OwnCard({ item, view, level, eager, from }: OwnCardProps) {
  const { Card } = layouts[view]
  return (
    <div className={clsx('relative h-full', view === 'list' && besideMenu)}>
      <Card product={item} showAuthor={false} level={level} eager={eager} from={from} />
      {hasMarks(item) && (
        <div
          className={clsx(
            'pointer-events-none flex items-start gap-1',
            markPositions[view](item.clicks_count > 0),
          )}
        >
          <OwnMarks item={item} />
        </div>
      )}
      <OwnItemMenu
        product={item}
        look={view === 'list' ? 'plain' : 'glass'}
        className={clsx('absolute', menuPositions[view])}
      />
    </div>
  )
}

/** Beside the buttons; in two lines where the picture is narrow. */
const onPicture = 'absolute start-2 end-13 flex-col *:h-auto *:py-0.5 *:whitespace-normal'

/**
 * The marks' position: on the picture, which in a full card begins below its first line on a phone; in a row, under its
 * text.
 */
const markPositions: Record<ProductView, (hasClicks: boolean) => string> = {
  grid: (hasClicks) => clsx(onPicture, hasClicks ? 'top-11' : 'top-3.5'),
  list: () => 'flex-wrap ps-29 pe-3 pb-3 *:h-auto *:min-h-5 *:whitespace-normal',
  card: (hasClicks) => clsx(onPicture, hasClicks ? 'top-28 lg:top-11' : 'top-20.5 lg:top-3.5'),
}

/** The menu's position: on the picture, or at the end of a row, whose title leaves room for it. */
const menuPositions: Record<ProductView, string> = {
  grid: 'end-2 top-13',
  list: 'end-0.5 top-0.5',
  card: 'end-2 top-19 lg:end-[calc(50%+0.5rem)] lg:top-2 min-[90rem]:end-auto min-[90rem]:start-[22.75rem]',
}

const besideMenu = '[&_:is(h2,h3)]:pe-9'

type OwnMarksProps = { item: OwnItem }

/** Marks for a product's owner: it is hidden, has sample details, or a shop link that leads nowhere. */
export function OwnMarks({ item }: OwnMarksProps) {
  return (
    <>
      {item.hidden && <HiddenMark reason={item.hidden.reason} />}
      {item.needs_details && <Badge tone="waiting">Needs details</Badge>}
      {item.attention && (
        <Badge tone={item.attention.reason === 'gone' ? 'accent' : 'waiting'}>
          {reasonText[item.attention.reason]}
        </Badge>
      )}
    </>
  )
}

type HiddenMarkProps = { reason: string }

function HiddenMark({ reason }: HiddenMarkProps) {
  const appName = useAppName()
  return (
    <Badge tone="accent">
      <span className="line-clamp-2">
        Hidden by {appName}: <bdi>{reason}</bdi>
      </span>
    </Badge>
  )
}

/** Whether an item has any mark. */
const hasMarks = (item: OwnItem): boolean =>
  item.hidden !== null || item.needs_details || item.attention !== null
