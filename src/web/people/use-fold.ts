import { useSyncExternalStore } from 'react'
import { type RememberedChoice, rememberedChoice } from '../browser/remembered-choice.ts'

const folds = new Map<string, RememberedChoice<'open' | 'folded'>>()

function foldCalled(name: string) {
  const fold = folds.get(name) ?? rememberedChoice(`folio.fold ${name}`, ['open', 'folded'])
  folds.set(name, fold)
  return fold
}

/** Whether a part of the page called `name` is open, and how to open or fold it: remembered between visits. */
export function useFold(name: string): [isOpen: boolean, toggle: () => void] {
  const fold = foldCalled(name)
  const isOpen = useSyncExternalStore(
    fold.subscribe,
    () => fold.current() === 'open',
    () => true,
  )
  return [isOpen, () => fold.choose(isOpen ? 'folded' : 'open')]
}
