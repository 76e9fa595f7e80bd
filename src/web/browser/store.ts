import { useSyncExternalStore } from 'react'

/** Those who want to be told of something; `add` returns how to stop. */
export function createListeners<Event = void>() {
  const all = new Set<(event: Event) => void>()
  return {
    add: (listener: (event: Event) => void) => {
      all.add(listener)
      return () => {
        all.delete(listener)
      }
    },
    /** One who is told may stop, or begin, meanwhile. */
    notify: (event: Event) => {
      for (const listener of [...all]) listener(event)
    },
    count: () => all.size,
  }
}

/** A value outside of components, for which those who use it are drawn again when it changes. */
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

/** The value of a store; `onServer` on the server, and while its HTML is taken over. */
export const useStore = <Value>(
  { get, subscribe }: Pick<Store<Value>, 'get' | 'subscribe'>,
  onServer: Value,
): Value => useSyncExternalStore(subscribe, get, () => onServer)
