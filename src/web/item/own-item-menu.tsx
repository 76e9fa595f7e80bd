import type { ComponentProps } from 'react'
import { displayTitle } from '../../shared/product.ts'
import { IconButton } from '../ui/button/icon-button.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { useItemDialogs } from './use-item-dialogs.ts'

const ItemMenu = deferredPart(() => import('./item-menu.tsx').then((script) => script.ItemMenu), {
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
  const { Dialog, open, close } = useItemDialogs()
  const button = { ...look, label: `Options for ${displayTitle(product)}` }
  return (
    <>
      <ItemMenu {...button} onEdit={() => void open('edit')} onDelete={() => void open('delete')} />
      {Dialog && <Dialog productId={product.id} version={product.version} onClose={close} />}
    </>
  )
}
