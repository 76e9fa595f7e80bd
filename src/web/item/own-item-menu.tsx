import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentProps, lazy, Suspense } from 'react'
import { displayTitle } from '../../shared/product.ts'
import { IconButton } from '../ui/button/icon-button.tsx'
import { useItemDialogs } from './use-item-dialogs.ts'

const ItemMenu = lazy(() => import('./item-menu.tsx').then(({ ItemMenu }) => ({ default: ItemMenu })))

type OwnItemMenuProps = Pick<ComponentProps<typeof IconButton>, 'look' | 'className'> & {
  product: { id: string; title: string; asin: string; version: number }
}

/** 'Edit Product' and 'Delete Product' on a card of one's own, inside a `QueryScope`. */
export function OwnItemMenu({ product, ...look }: OwnItemMenuProps) {
  const { Dialog, open, close } = useItemDialogs()
  const button = { ...look, label: `Options for ${displayTitle(product)}` }
  return (
    <>
      <CatchBoundary getResetKey={() => product.id} errorComponent={Nothing}>
        <Suspense fallback={<IconButton icon="more" {...button} disabled />}>
          <ItemMenu {...button} onEdit={() => void open('edit')} onDelete={() => void open('delete')} />
        </Suspense>
      </CatchBoundary>
      {Dialog && <Dialog productId={product.id} version={product.version} onClose={close} />}
    </>
  )
}

/** Without a network the menu may not arrive; the card stays. */
const Nothing = () => null
