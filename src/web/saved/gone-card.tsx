import clsx from 'clsx'
import type { ProductView } from '../product/cards/product-view.tsx'
import { Button } from '../ui/button/button.tsx'
import { Icon } from '../ui/button/icon.tsx'

type GoneCardProps = { view: ProductView; onRemove: () => void }

/** A liked product that others do not see any more: it keeps its place, without its title. */
export function GoneCard({ view, onRemove }: GoneCardProps) {
  const isRow = view !== 'grid'
  return (
    <article
      className={clsx(
        'overflow-hidden',
        view === 'list' ? '' : 'surface h-full',
        isRow && 'flex items-center p-3',
      )}
    >
      <div
        className={clsx(
          'grid shrink-0 place-items-center bg-neutral-soft text-ink-3',
          isRow ? 'size-23 rounded-md' : 'aspect-square',
        )}
      >
        <Icon name="folio" size={24} className={isRow ? '' : 'size-12 [stroke-width:1.25]'} />
      </div>
      <div className="stack min-w-0 flex-1 gap-1 p-3">
        <h2 className={clsx('text-small font-semibold text-ink-2', !isRow && 'min-h-10')}>
          No longer shared
        </h2>
        <p className="flex min-h-7 items-center text-caption text-ink-3">Its creator took it back</p>
        <Button size="sm" className="mt-1 justify-self-end" onClick={onRemove}>
          Remove
        </Button>
      </div>
    </article>
  )
}
