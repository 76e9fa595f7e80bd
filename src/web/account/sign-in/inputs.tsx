import { type HistoryState, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

type EmailForm = { getValues: (name: 'email') => string; setValue: (name: 'email', email: string) => void }

/** Fills in the address that the page before knew, unless something was typed already. It travels in no URL. */
export function useKnownEmail({ getValues, setValue }: EmailForm): void {
  const email = useLocation({ select: ({ state }) => state.email })
  useEffect(() => {
    if (email && !getValues('email')) setValue('email', email)
  }, [email, getValues, setValue])
}

/** A link's `state` that takes along what stands in the form's e-mail field when the link is followed. */
export const withEmail =
  ({ getValues }: Pick<EmailForm, 'getValues'>) =>
  (state: HistoryState): HistoryState => ({ ...state, email: getValues('email') })
