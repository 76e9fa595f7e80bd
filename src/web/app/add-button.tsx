import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../ui/button/button.tsx'

type AddButtonProps = { children: ReactNode }

/** Opens the add dialog through the address, on any page that may have it. */
export function AddButton({ children }: AddButtonProps) {
  const navigate = useNavigate()
  const add = () =>
    void navigate({
      to: '.',
      search: (search) => ({ ...search, add: true }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Button variant="primary" onClick={add}>
      {children}
    </Button>
  )
}
