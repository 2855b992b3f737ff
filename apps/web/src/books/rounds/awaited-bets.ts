import { currentSession } from '../../session/store.ts'

/** More are never in progress at once. */
const maxBets = 100

const key = () => `maru:bets-awaited:${currentSession().me?.id ?? 0}`

/** The bets that this device has seen in progress and whose result it has not shown yet. They outlive the page, which may be away when they are decided. */
export const awaitedBets = (): readonly number[] => JSON.parse(localStorage.getItem(key()) ?? '[]') as number[]

const store = (ids: readonly number[]) => localStorage.setItem(key(), JSON.stringify(ids.slice(-maxBets)))

/** Bets are in progress. */
export function awaitResults(ids: readonly number[]): void {
  const known = awaitedBets()
  const added = ids.filter((id) => !known.includes(id))
  if (added.length > 0) store([...known, ...added])
}

/** The result of bets is shown. */
export function resultsShown(ids: readonly number[]): void {
  const known = awaitedBets()
  if (known.some((id) => ids.includes(id))) store(known.filter((id) => !ids.includes(id)))
}
