import { Button, type ButtonVariant } from '../ui/button/button.tsx'
import { Icon, iconNames } from '../ui/button/icon.tsx'
import { IconButton } from '../ui/button/icon-button.tsx'
import { Menu, MenuItem } from '../ui/button/menu.tsx'
import { longText, nothing, Shelf, Specimen } from './shelf.tsx'

const variants: ButtonVariant[] = ['primary', 'ink', 'quiet', 'ghost', 'danger']
const sizes = ['sm', 'md', 'lg'] as const

/** Buttons in every look and state, and all icons. */
export const Buttons = () => (
  <Shelf title="Buttons">
    {variants.map((variant) => (
      <Specimen key={variant} name={`${variant}: three sizes, busy, blocked, disabled`}>
        {sizes.map((size) => (
          <Button key={size} variant={variant} size={size}>
            Save
          </Button>
        ))}
        <Button variant={variant} busy>
          Saving
        </Button>
        <Button variant={variant} blocked>
          Blocked
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
      </Specimen>
    ))}
    <Specimen name="with an icon, and as wide as its column">
      <Button variant="primary">
        <Icon name="add" /> Add product
      </Button>
      <Button block variant="primary">
        Post to my folio
      </Button>
    </Specimen>
    <Specimen name="icon buttons: plain, on pictures, pressed, disabled">
      <IconButton icon="share" label="Share" />
      <IconButton icon="share" label="Share from the picture" look="glass" />
      <IconButton icon="more" label="More" look="glass-lg" />
      <IconButton icon="like" label="Like" aria-pressed />
      <IconButton icon="trash" label="Delete" disabled />
    </Specimen>
    <Specimen name="a menu with a disabled and a dangerous entry">
      <Menu align="start" trigger={<Button>Open the menu</Button>}>
        <MenuItem icon="edit" onSelect={nothing}>
          Edit Product
        </MenuItem>
        <MenuItem icon="shareWays" disabled onSelect={nothing}>
          {longText.slice(0, 40)}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={nothing}>
          Delete Product
        </MenuItem>
      </Menu>
    </Specimen>
    <Specimen name="icons">
      {iconNames.map((name) => (
        <Icon key={name} name={name} size={24} />
      ))}
    </Specimen>
  </Shelf>
)
