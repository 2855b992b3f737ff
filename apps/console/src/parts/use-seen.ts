import { useEffect } from 'react'
import { create } from 'zustand'
import { useSame } from './use-same.ts'

type Values = Readonly<Record<string, string>>
const nothing: Values = {}
const store = create<Readonly<Record<string, Values>>>(() => ({}))

/**
 * What stood of each value when its edit began: `standing` names those that are edited, as they stand now. Whoever edits one that somebody
 * else changes meanwhile decides between both. It stays while he looks at another page.
 */
export function useSeen(scope: string, standing: Values) {
  const seen = store((all) => all[scope]) ?? nothing
  const now = useSame(standing)
  useEffect(() => {
    store.setState(({ [scope]: own = nothing }) => ({
      [scope]: Object.fromEntries(Object.entries(now).map(([key, value]) => [key, own[key] ?? value])),
    }))
  }, [scope, now])
  /** What was seen of a value that is another one by now; null: it still stands. */
  const wasOf = (key: string): string | null => {
    const was = seen[key]
    return was === undefined || was === now[key] ? null : was
  }
  return {
    wasOf,
    isAnyNewer: Object.keys(now).some((key) => wasOf(key) !== null),
    /** The edit goes on, against what stands now. */
    keep: (key: string) =>
      store.setState(({ [scope]: own = nothing }) => ({ [scope]: { ...own, [key]: now[key] ?? '' } })),
  }
}
