import type { Bus, BusChannels } from '../ports.ts'

type Listener = (message: never) => void

/** Calls every listener at once, in the order in which they subscribed. A listener that throws is reported and stops no other. */
export function inProcessBus(onError: (error: unknown) => void): Bus {
  const listeners = new Map<keyof BusChannels, Set<Listener>>()
  return {
    publish(channel, message) {
      for (const listener of listeners.get(channel) ?? []) {
        try {
          ;(listener as (message: unknown) => void)(message)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(channel, listener) {
      let all = listeners.get(channel)
      if (all === undefined) {
        all = new Set()
        listeners.set(channel, all)
      }
      all.add(listener as Listener)
      return () => all.delete(listener as Listener)
    },
  }
}
