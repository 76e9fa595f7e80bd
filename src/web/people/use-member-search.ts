import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../browser/use-settled.ts'
import { useApi } from '../use-api.ts'
import { memberSearchQuery } from './people-queries.ts'

/** Spec section 9, People search. */
const debounceMs = 300

/** What is typed into the people search, and what was found for it. Nothing is asked for blank text. */
export function useMemberSearch() {
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim(), debounceMs)
  const isAsked = typed.trim() !== ''
  const query = useQuery({
    ...memberSearchQuery(useApi(), text),
    enabled: isAsked && text !== '',
    placeholderData: keepPreviousData,
  })
  /** What is shown answers an older question than the one in the box. */
  const isStale = query.isPlaceholderData || typed.trim() !== text
  return { typed, setTyped, isAsked, query, isStale }
}
