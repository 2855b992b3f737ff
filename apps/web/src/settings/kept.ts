import { create } from 'zustand'
import { currentSession, useSession } from '../session/store.ts'
import { currentSite } from '../site/store.ts'

/**
 * Settings of one kind, kept on this device for each member; a guest's choice lasts as long as the page. `read` makes them of
 * what was stored, null where nothing was.
 */
export function keptSettings<S extends object>(kind: string, read: (text: string | null) => S) {
  const storageKey = (): string | null => {
    const { me } = currentSession()
    const site = currentSite()
    return me && site ? `maru:${site.code}:${me.username}:${kind}` : null
  }
  const stored = (): S => {
    const key = storageKey()
    return read(key && localStorage.getItem(key))
  }
  const useSettings = create<S>(() => stored())
  useSession.subscribe((now, before) => {
    if (now.me?.username !== before.me?.username) useSettings.setState(stored(), true)
  })
  const change = (changed: Partial<S>) => {
    useSettings.setState(changed)
    const key = storageKey()
    if (key) localStorage.setItem(key, JSON.stringify(useSettings.getState()))
  }
  return { useSettings, change }
}

/** The fields that were stored; a broken value is as good as none. */
export function fieldsOf(text: string | null): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Switches as they were stored; one that is missing or broken is the default. */
export const switchesOf = <F extends Readonly<Record<string, boolean>>>(
  given: Record<string, unknown>,
  defaults: F,
): F =>
  Object.fromEntries(
    Object.entries(defaults).map(([name, otherwise]) => [
      name,
      typeof given[name] === 'boolean' ? given[name] : otherwise,
    ]),
  ) as F
