const key = 'maru:notices-seen'
/** Who never looked is told of those of the last week. */
const newMs = 7 * 86_400_000

type Seen = Readonly<Record<string, number>>
interface Told {
  readonly startAt: number
}

function read(storage: Pick<Storage, 'getItem'>): Seen {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '{}')
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Seen) : {}
  } catch {
    return {}
  }
}

/** Until when a member has seen what the list of notices says on this device. */
export const noticesSeenUntil = (storage: Pick<Storage, 'getItem'>, memberId: number, now: number): number =>
  read(storage)[memberId] ?? now - newMs

/** How many notices came since then. */
export function newNotices(
  storage: Pick<Storage, 'getItem'>,
  memberId: number,
  notices: readonly Told[],
  now: number,
): number {
  const seen = noticesSeenUntil(storage, memberId, now)
  return notices.filter(({ startAt }) => startAt > seen).length
}

/** A member looks at the list. */
export function markNoticesSeen(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  memberId: number,
  notices: readonly Told[],
): void {
  const newest = Math.max(0, ...notices.map(({ startAt }) => startAt))
  const seen = read(storage)
  if (newest > (seen[memberId] ?? 0)) storage.setItem(key, JSON.stringify({ ...seen, [memberId]: newest }))
}
