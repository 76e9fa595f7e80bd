import type { ComponentProps } from 'react'
import { IconButton } from '../ui/button/icon-button.tsx'
import { Menu, MenuItem } from '../ui/button/menu.tsx'

type ItemMenuProps = Pick<ComponentProps<typeof IconButton>, 'label' | 'look' | 'className'> & {
  onEdit: () => void
  onDelete: () => void
}

/** The owner's options for an item (docs/product/product-page.md#owner). Load it lazily, as every menu. */
export function ItemMenu({ onEdit, onDelete, ...button }: ItemMenuProps) {
  return (
    <Menu trigger={<IconButton icon="more" {...button} />}>
      <MenuItem icon="edit" onSelect={onEdit}>
        Edit Product
      </MenuItem>
      <MenuItem icon="trash" danger onSelect={onDelete}>
        Delete Product
      </MenuItem>
    </Menu>
  )
}
