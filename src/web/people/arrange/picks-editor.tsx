import { useState } from 'react'
import { maxPicks } from '../../../shared/collection.ts'
import { displayTitle } from '../../../shared/product.ts'
import { useAct } from '../../api/use-act.ts'
import { ProductImage } from '../../look/image.tsx'
import { TitleText } from '../../look/words.tsx'
import { isOnWhite } from '../../product/cards/card-parts.tsx'
import type { ProductCardData } from '../../product/product-data.ts'
import { Icon, LineIcon } from '../../ui/button/icon.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { Sortable, useSortableItem } from '../../ui/order/sortable.tsx'
import type { ProfileData } from '../profile/load-profile.ts'
import { PicksHeading, picksClass } from '../storefront/picks.tsx'
import { sayDone } from './changes.ts'

const ChoosePicks = lazyDialog(async () => ({ default: (await import('./choose-picks.tsx')).ChoosePicks }))

type PicksEditorProps = { profile: ProfileData; picks: ProductCardData[] }

/** The picks: chosen from one's own items, and ordered by dragging or with the arrow keys. Each change is saved. */
export function PicksEditor({ profile, picks: served }: PicksEditorProps) {
  const [picks, setPicks] = useState(served)
  const [isChoosing, setChoosing] = useState(false)
  const saving = useAct({
    send: (api, next: ProductCardData[]) =>
      api('PUT /api/v1/me/picks', { body: { product_ids: next.map(({ id }) => id) } }),
    failed: 'Failed to save your picks',
  })

  async function change(next: ProductCardData[], said?: string) {
    const before = picks
    setPicks(next)
    if (!(await saving.run(next))) setPicks(before)
    else if (said) sayDone(said, () => void change(before))
  }

  const titleOf = (id: string) =>
    displayTitle(picks.find((pick) => pick.id === id) ?? { title: '', asin: id })

  return (
    <section aria-labelledby="picks" className="stack gap-3 pt-7 pb-3">
      <PicksHeading firstName={profile.first_name} />
      <Sortable
        ids={picks.map(({ id }) => id)}
        nameOf={titleOf}
        onMove={(id, to) => {
          const moved = picks.find((pick) => pick.id === id)
          const others = picks.filter((pick) => pick.id !== id)
          if (moved) void change(others.toSpliced(to, 0, moved), 'Picks ordered')
        }}
      >
        <ul className={picksClass}>
          {picks.map((pick) => (
            <EditedPick
              key={pick.id}
              pick={pick}
              onRemove={() =>
                void change(
                  picks.filter(({ id }) => id !== pick.id),
                  'Pick removed',
                )
              }
            />
          ))}
          {picks.length < maxPicks && (
            <li>
              <button
                type="button"
                onClick={() => setChoosing(true)}
                className="grid aspect-square w-full place-content-center justify-items-center gap-1.5 rounded-lg border-2 border-dashed border-line-strong p-3 text-center text-small font-semibold text-ink-2 hover:border-field hover:text-ink"
              >
                <Icon name="add" size={24} />
                {picks.length === 0 ? 'Choose up to six picks' : 'Choose'}
              </button>
            </li>
          )}
        </ul>
      </Sortable>
      {isChoosing && (
        <ChoosePicks
          chosen={picks}
          onClose={() => setChoosing(false)}
          onChoose={(next) => {
            setChoosing(false)
            void change(next, 'Picks changed')
          }}
        />
      )}
    </section>
  )
}

/** Six dots: it can be dragged. */
const grip = 'M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01'

type EditedPickProps = { pick: ProductCardData; onRemove: () => void }

function EditedPick({ pick, onRemove }: EditedPickProps) {
  const { item, handle } = useSortableItem(pick.id)
  const title = displayTitle(pick)
  return (
    <li {...item} className="stack gap-2">
      <span className="relative block overflow-hidden rounded-lg shadow-card ring-1 ring-line">
        <ProductImage
          src={pick.image_url}
          category={pick.sign}
          side={pick.image_side}
          source={isOnWhite(pick) ? 'amazon' : 'own'}
        />
        <button
          {...handle}
          className={`${handle.className} absolute start-2 top-2 grid size-9 place-items-center rounded-full bg-glass text-glass-ink ring-1 ring-line after:absolute after:-inset-1`}
        >
          <LineIcon path={grip} size={18} weight={2.8} />
        </button>
        <IconButton
          icon="close"
          iconSize={18}
          look="glass"
          label={`Remove ${title}`}
          className="absolute end-2 top-2"
          onClick={onRemove}
        />
      </span>
      <p dir="auto" className="line-clamp-2 text-small font-semibold">
        <TitleText>{title}</TitleText>
      </p>
    </li>
  )
}
