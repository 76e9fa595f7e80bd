import { useSyncExternalStore } from 'react'

/** A set of listeners to one event; `add` returns a function that removes the listener. */
export function createListeners<Event = void>() {
  const all = new Set<(event: Event) => void>()
  return {
    add: (listener: (event: Event) => void) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
    /** A copy, since a listener may remove itself or add another meanwhile. */
    notify: (event: Event) => {
      for (const listener of [...all]) listener(event)
    },
    count: () => all.size,
  }
}

/** A value outside of components; components that use it render again when it changes. */
export type Store<Value> = {
  get: () => Value
  set: (value: Value) => void
  subscribe: (listener: () => void) => () => void
}

/** See {@link Store}. */
export function createStore<Value>(value: Value): Store<Value> {
  const listeners = createListeners()
  let current = value
  return {
    get: () => current,
    set: (next) => {
      current = next
      listeners.notify()
    },
    subscribe: listeners.add,
  }
}

/** The value of a store; `onServer` on the server and during hydration. */
export const useStore = <Value>(
  { get, subscribe }: Pick<Store<Value>, 'get' | 'subscribe'>,
  onServer: Value,
): Value => useSyncExternalStore(subscribe, get, () => onServer)
