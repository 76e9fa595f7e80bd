/** One of a few words, remembered in this browser between visits. */
export type RememberedChoice<Value extends string> = {
  current: () => Value
  choose: (value: Value) => void
  subscribe: (listener: () => void) => () => void
}

/** The choice that is stored under `key`; the first of the `values` until one is made. */
export function rememberedChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
): RememberedChoice<Value> {
  let chosen: Value | undefined
  const listeners = new Set<() => void>()

  function stored(): Value {
    try {
      const word = window.localStorage.getItem(key)
      return values.find((value) => value === word) ?? values[0]
    } catch {
      return values[0]
    }
  }

  function choose(value: Value) {
    chosen = value
    try {
      window.localStorage.setItem(key, value)
    } catch {
      // Storage may be refused or full: the choice then lasts as long as the page.
    }
    for (const listener of listeners) listener()
  }

  return {
    current: () => {
      chosen ??= stored()
      return chosen
    },
    choose,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
