import { type ComponentProps, useState } from 'react'
import { displayTitle } from '../../shared/product.ts'
import { IconButton } from '../ui/button/icon-button.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { type ItemAct, ItemDialog } from './item-dialog.tsx'

const ItemMenu = lazyPart(async () => ({ default: (await import('./item-menu.tsx')).ItemMenu }), {
  waiting: ({ label, look, className }) => (
    <IconButton icon="more" {...{ label, look, className }} disabled />
  ),
  isQuiet: true,
})

type OwnItemMenuProps = Pick<ComponentProps<typeof IconButton>, 'look' | 'className'> & {
  product: { id: string; title: string; asin: string; version: number }
}

/** 'Edit Product' and 'Delete Product' on a card of the person's own product, inside a `QueryScope`. */
export function OwnItemMenu({ product, ...look }: OwnItemMenuProps) {
  const [act, setAct] = useState<ItemAct | null>(null)
  const button = { ...look, label: `Options for ${displayTitle(product)}` }
  return (
    <>
      <ItemMenu {...button} onEdit={() => setAct('edit')} onDelete={() => setAct('delete')} />
      <ItemDialog act={act} productId={product.id} version={product.version} onClose={() => setAct(null)} />
    </>
  )
}
