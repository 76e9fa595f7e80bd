import { useNavigate } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button/button.tsx'

type AddButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'children'>

/** Returns what opens the add dialog through the address, on any page that may have it. */
export function useOpenAdd(): () => void {
  const navigate = useNavigate()
  return () =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, add: true }),
      replace: true,
      resetScroll: false,
    })
}

export function AddButton({ variant = 'primary', size, children }: AddButtonProps) {
  return (
    <Button variant={variant} size={size} onClick={useOpenAdd()}>
      {children}
    </Button>
  )
}
