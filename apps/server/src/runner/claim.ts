import { setTimeout as pause } from 'node:timers/promises'
import { Deposed, type Holder, type Lease, readLease, takeLease } from '../journal/index.ts'
import type { Database } from '../ports.ts'

/** How often a lease that somebody holds is looked at and its holder is asked, and how long he has to answer. */
const lookEveryMs = 250
const answerWithinMs = 1_000
/** A holder writes a batch each quarter of a second; one of whom nothing came for so long, and who does not answer, is gone. */
const silentMs = 1_000
/** The same for one whose address is not known: he is starting, or of a version that told none and wrote a batch a second. */
const silentWithoutAddressMs = 2_500

export interface Claim {
  readonly db: Database
  readonly siteGroup: string
  readonly holder: Holder
  /** No other process can have this database: a lease that was not given back is that of one that died. */
  readonly isAlone: boolean
}

/**
 * Takes the lease of a site group for a process that does not have it. Throws Deposed where its holder lives: two processes that are
 * started again and again would depose each other for ever. Nobody is taken for dead by his clock.
 */
export async function claimLease({ db, siteGroup, holder, isAlone }: Claim): Promise<number> {
  for (;;) {
    const seen = await readLease(db, siteGroup)
    if (seen !== null && !isAlone && (await lookAtHolder(db, siteGroup, seen)) === 'alive')
      throw new Deposed(
        `the process ${seen.holder} runs the core of the site group ${siteGroup} and lives (${seen.url ?? 'its address is not known'}): end it first`,
      )
    const epoch = await takeLease(db, siteGroup, seen, holder)
    if (epoch !== null) return epoch
  }
}

/** Takes the lease again for a process that had it last; throws Deposed where another one took it. */
export async function retakeLease({ db, siteGroup, holder }: Omit<Claim, 'isAlone'>): Promise<number> {
  for (;;) {
    const seen = await readLease(db, siteGroup)
    if (seen === null || seen.holder !== holder.name)
      throw new Deposed(`another process runs the core of the site group ${siteGroup}`)
    const epoch = await takeLease(db, siteGroup, seen, holder)
    if (epoch !== null) return epoch
  }
}

/**
 * Whether the holder of a lease as it was seen lives (a batch came, or he answered), is dead (neither, for long enough), or gave it back.
 * Nothing but answers of the database and of the holder counts; a failed look at the database rejects.
 */
export async function lookAtHolder(db: Database, siteGroup: string, seen: Lease): Promise<'alive' | 'dead' | 'free'> {
  if (seen.holder === null) return 'free'
  const began = performance.now()
  let unanswered = 0
  let hasAnswered = false
  const ask = async (url: string) => {
    const answer = await ping(url)
    if (answer === 'alive') hasAnswered = true
    else unanswered += answer === 'refused' ? 2 : 1
  }
  const isOver = () =>
    performance.now() - began >= (seen.url === null ? silentWithoutAddressMs : silentMs) &&
    (seen.url === null || unanswered >= 2)
  while (!isOver()) {
    if (seen.url !== null) void ask(seen.url)
    await pause(lookEveryMs)
    const now = await readLease(db, siteGroup)
    const isMoved = now?.epoch !== seen.epoch || now.seq !== seen.seq
    if (now?.holder === null) return 'free'
    if (isMoved || hasAnswered) return 'alive'
  }
  return 'dead'
}

async function ping(url: string): Promise<'alive' | 'silent' | 'refused'> {
  try {
    const { ok } = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(answerWithinMs) })
    return ok ? 'alive' : 'silent'
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { readonly code?: string }
    return code === 'ECONNREFUSED' ? 'refused' : 'silent'
  }
}
