import { useEffect } from 'react'
import { useSession } from '../session/session.ts'
import { addressWithDialog } from '../session/session-end.ts'
import { useSignInFirst } from '../session/sign-in-first.ts'
import { AddItem } from './add-item.tsx'

type AddItemDialogProps = { onClose: () => void }

/**
 * The add-item dialog (spec section 2), open as long as it is mounted, inside a `QueryScope`. Load it lazily, as every
 * dialog. Whoever loses the session signs in and comes back; what was typed is then offered to the same person.
 */
export default function AddItemDialog({ onClose }: AddItemDialogProps) {
  const session = useSession()
  const signInFirst = useSignInFirst()
  const isOver = session.status === 'signed_out'
  useEffect(() => {
    if (isOver) signInFirst(addressWithDialog())
  }, [isOver, signInFirst])
  if (session.status !== 'signed_in') return null
  return <AddItem key={session.userId} userId={session.userId} onClose={onClose} />
}
