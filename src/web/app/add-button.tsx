import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button/button.tsx'

type AddButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'children'>

/** Opens the add dialog through the address, on any page that may have it. */
export function AddButton({ variant = 'primary', size, children }: AddButtonProps) {
  const navigate = useNavigate()
  const add = () =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, add: true }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Button variant={variant} size={size} onClick={add}>
      {children}
    </Button>
  )
}
