import { type ComponentProps, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import type { OwnListPage } from './own-list-data.ts'

const AddProducts = lazyDialog(async () => ({ default: (await import('./add-products.tsx')).AddProducts }))

type AddButtonProps = { list: OwnListPage; variant?: ComponentProps<typeof Button>['variant'] }

/** 'Add products': opens the choice of one's own items. */
export function AddButton({ list, variant = 'quiet' }: AddButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={variant === 'quiet' ? 'sm' : 'md'} variant={variant} onClick={() => setOpen(true)}>
        <Icon name="add" size={variant === 'quiet' ? 16 : 20} />
        Add products
      </Button>
      {isOpen && <AddProducts list={list} onClose={() => setOpen(false)} />}
    </>
  )
}
