import { Dialog as Radix } from 'radix-ui'
import type { Dispatch, ReactNode } from 'react'
import { displayTitle } from '../../../shared/product.ts'
import { ProductImage } from '../../look/image.tsx'
import { TitleText } from '../../look/words.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { AddEvent, Offer, Unfinished } from '../add-flow.ts'

type OffersProps = { offer: Offer; dispatch: Dispatch<AddEvent> }

/** Unfinished work from before the tab was reloaded, the session ended or the dialog was closed. */
export function Offers({ offer: { item, lines }, dispatch }: OffersProps) {
  if (!item && !lines) return null
  return (
    // Announced as the dialog opens, since the focus goes to the field behind it.
    <Radix.Description asChild>
      <div className="stack gap-3">
        {item && (
          <OfferPanel
            label="Unfinished item"
            onTake={() => dispatch({ type: 'item_offer_taken' })}
            onDecline={() => dispatch({ type: 'item_offer_declined' })}
          >
            <UnfinishedItem unfinished={item} />
          </OfferPanel>
        )}
        {lines && (
          <OfferPanel
            label="Unfinished links"
            onTake={() => dispatch({ type: 'lines_offer_taken' })}
            onDecline={() => dispatch({ type: 'lines_offer_declined' })}
          >
            <p className="min-w-40 flex-1 text-small font-semibold">
              {lines.length === 1
                ? 'One link has not been posted yet.'
                : `${lines.length} links have not been posted yet.`}
            </p>
          </OfferPanel>
        )}
      </div>
    </Radix.Description>
  )
}

type OfferPanelProps = { label: string; onTake: () => void; onDecline: () => void; children: ReactNode }

function OfferPanel({ label, onTake, onDecline, children }: OfferPanelProps) {
  return (
    <Panel aria-label={label} className="flex flex-wrap items-center gap-3">
      {children}
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

type UnfinishedItemProps = { unfinished: Unfinished }

function UnfinishedItem({ unfinished: { item, fields } }: UnfinishedItemProps) {
  return (
    <>
      <ProductImage
        src={fields.image_url}
        source={item.details === 'amazon' && fields.image_url === item.image_url ? 'amazon' : 'own'}
        shape="thumb56"
      />
      <div className="min-w-40 flex-1">
        <p className="text-caption text-ink-3">You have not posted this item yet.</p>
        <p dir="auto" className="line-clamp-2 text-small font-semibold">
          <TitleText>{displayTitle({ title: fields.title, asin: item.asin })}</TitleText>
        </p>
      </div>
    </>
  )
}
