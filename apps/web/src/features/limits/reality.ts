/** Away for longer than this, the member comes back to a new stretch. */
export const awayMs = 30 * 60_000

/** One stretch of use since sign-in or the last check, as kept in local storage for each member. */
export interface Stretch {
  readonly since: number
  readonly seenAt: number
  /** Net result of all decided stakes when the stretch began; null while it could not be asked for. */
  readonly base: string | null
}

export const stretchKey = (memberId: number): string => `maru:reality:${memberId}`

/** Goes on with the stretch that was kept, or begins a new one: after a long absence, and where nothing sound is kept. */
export function continued(kept: string | null, now: number): Stretch {
  const stretch = parse(kept)
  const goesOn = stretch && stretch.since <= now && stretch.seenAt <= now && now - stretch.seenAt < awayMs
  return goesOn ? { ...stretch, seenAt: now } : { since: now, seenAt: now, base: null }
}

/** Whole minutes of use when a check is due (rules J 8), every so often as the site asks for; or null. */
export function dueMinutes({ since }: Stretch, everyMs: number, now: number): number | null {
  return now - since >= everyMs ? Math.floor((now - since) / 60_000) : null
}

/** What was won (+) or lost (−) since the stretch began, in whole won; null while it is not known. */
export function netSince({ base }: Stretch, totalProfit: string | undefined): number | null {
  return base === null || totalProfit === undefined ? null : Number(BigInt(totalProfit) - BigInt(base))
}

function parse(kept: string | null): Stretch | null {
  try {
    const { since, seenAt, base } = JSON.parse(kept ?? 'null') as Stretch
    const isBase = base === null || (typeof base === 'string' && /^-?\d+$/.test(base))
    return Number.isFinite(since) && Number.isFinite(seenAt) && isBase ? { since, seenAt, base } : null
  } catch {
    return null
  }
}
