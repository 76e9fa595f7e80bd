import clsx from 'clsx'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

type MenuProps = {
  /** The button that opens it: one element that takes a ref and props, such as IconButton. */
  trigger: ReactElement
  /** Which edge of the button it shares. */
  align?: 'start' | 'end'
  children: ReactNode
}

/**
 * A menu below its button, with arrow keys and typing. Not modal: locking the page's scroll would need a style
 * element, which the content policy forbids. Load it lazily: it brings Radix's popper.
 */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* Among the page's own content, which screen readers know their way around. */}
      <DropdownMenu.Portal container={document.getElementById('main')}>
        <DropdownMenu.Content
          align={align}
          sideOffset={2}
          collisionPadding={8}
          loop
          className="z-50 min-w-52 rounded-[14px] p-1.5 surface-lift data-[state=open]:animate-fade-in"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

type MenuItemProps = {
  icon: IconName
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  children: ReactNode
}

/** One line of a menu. */
export function MenuItem({ icon, onSelect, danger, disabled, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      disabled={disabled}
      onSelect={onSelect}
      className={clsx(
        'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-[9px] px-3 text-nav font-medium outline-none select-none',
        'data-disabled:cursor-not-allowed data-disabled:text-ink-3 data-highlighted:bg-sunken',
        danger && 'text-danger',
      )}
    >
      <Icon name={icon} />
      {children}
    </DropdownMenu.Item>
  )
}
