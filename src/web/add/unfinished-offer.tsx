import { Dialog as Radix } from 'radix-ui'
import { displayTitle } from '../../shared/product.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/panel.tsx'
import { ProductImage } from '../ui/product-image.tsx'
import { TitleText } from '../ui/title-text.tsx'
import type { Unfinished } from './add-flow.ts'

type UnfinishedOfferProps = { unfinished: Unfinished; onTake: () => void; onDecline: () => void }

/** An item that was left in confirmation when the tab was reloaded or the session ended. */
export function UnfinishedOffer({ unfinished, onTake, onDecline }: UnfinishedOfferProps) {
  const { item, fields } = unfinished
  return (
    <Panel aria-label="Unfinished item" className="flex flex-wrap items-center gap-3">
      <ProductImage
        src={item.image_url}
        source={item.details === 'amazon' ? 'amazon' : 'own'}
        shape="thumb56"
      />
      {/* Read out as the dialog opens: the focus goes past it, to the field. */}
      <Radix.Description asChild>
        <div className="min-w-40 flex-1">
          <p className="text-caption text-ink-3">You have not posted this item yet.</p>
          <p dir="auto" className="line-clamp-2 text-small font-semibold">
            <TitleText>{displayTitle({ title: fields.title, asin: item.asin })}</TitleText>
          </p>
        </div>
      </Radix.Description>
      <div className="ms-auto flex gap-2">
        <Button size="sm" variant="ghost" onClick={onDecline}>
          Discard
        </Button>
        <Button size="sm" variant="ink" onClick={onTake}>
          Continue
        </Button>
      </div>
    </Panel>
  )
}
