import { inBrowser } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** A choice of a few words, remembered in this browser between visits. */
export type RememberedChoice<Value extends string> = {
  current: () => Value
  choose: (value: Value) => void
  subscribe: (listener: () => void) => () => void
  /** The value until a choice is made, and in the server's HTML. */
  first: Value
}

/** The choice stored under `key`; the first of the `values` until one is made. */
export function rememberedChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): RememberedChoice<Value> {
  const [first] = values
  const chosen = createStore<Value | undefined>(undefined)
  let found: Value | undefined

  function stored(): Value {
    const word = inBrowser.read(key)
    return values.find((value) => value === word) ?? first
  }

  return {
    current: () => {
      found ??= stored()
      return chosen.get() ?? found
    },
    choose: (value) => {
      inBrowser.write(key, value)
      chosen.set(value)
    },
    subscribe: chosen.subscribe,
    first,
  }
}

/** The present choice, and a function to change it. */
export const useRemembered = <Value extends string>({
  current,
  choose,
  subscribe,
  first,
}: RememberedChoice<Value>): [value: Value, choose: (value: Value) => void] => [
  useStore({ get: current, subscribe }, first),
  choose,
]
