import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button/button.tsx'

type AddButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'children'>

/** Opens the add dialog through the address, on any page that may have it. */
export function AddButton({ size, children }: AddButtonProps) {
  const navigate = useNavigate()
  const add = () =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, add: true }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Button variant="primary" size={size} onClick={add}>
      {children}
    </Button>
  )
}
