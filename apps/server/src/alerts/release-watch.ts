import type { AlertSetting } from '@maru/contract'
import type { Deps } from '../deps.ts'
import type { Tx } from '../ports.ts'
import type { Teller } from './teller.ts'

const everyMs = 5_000
/** So long before a release its members are told. */
const beforeMs = 600_000

type Importance = NonNullable<AlertSetting['releases']>

interface Release {
  readonly siteId: number
  readonly at: number
  readonly country: string
  readonly name: string
  readonly importance: number
}

interface Stored {
  readonly site_id: string
  readonly at: string
  readonly country: string
  readonly name: string
  readonly importance: number
}

type ReleaseDeps = Pick<Deps, 'db' | 'clocks' | 'log'>

/**
 * Tells members of economic releases ten minutes before. The calendar is read again and again and nothing is planned ahead, so that a release that
 * moved, is gone or was written at the last moment counts as it stands; each is told once by its time, country and name.
 */
export class ReleaseWatch {
  readonly #deps: ReleaseDeps
  readonly #teller: Pick<Teller, 'offer'>
  /** From which importance on, by site and member. */
  readonly #wishes = new Map<number, Map<number, Importance>>()
  /** Who was told of what is still to come. */
  readonly #told = new Map<string, { readonly at: number; readonly members: Set<number> }>()
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null

  constructor(deps: ReleaseDeps, teller: Pick<Teller, 'offer'>) {
    this.#deps = deps
    this.#teller = teller
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.look()
        .catch((error: Error) => this.#deps.log.warn({ err: error }, 'the calendar was not looked at and will be'))
        .finally(() => {
          this.#running = null
        })
    }, everyMs)
    this.#timer.unref()
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer)
    await this.#running
  }

  /** From which importance on a member wants to be told; null: not. */
  choose(siteId: number, memberId: number, importance: Importance | null): void {
    const ofSite = this.#wishes.get(siteId) ?? new Map<number, Importance>()
    if (importance === null) ofSite.delete(memberId)
    else ofSite.set(memberId, importance)
    if (ofSite.size > 0) this.#wishes.set(siteId, ofSite)
    else this.#wishes.delete(siteId)
  }

  /** Offers what is near to who wants to hear of it and did not yet. */
  async look(): Promise<void> {
    const now = this.#deps.clocks.wall()
    for (const [key, { at }] of this.#told) if (at <= now) this.#told.delete(key)
    const sites = [...this.#wishes.keys()]
    if (sites.length === 0) return
    const near = await this.#deps.db.system((tx) => nearReleases(tx, sites, now))
    for (const release of near)
      for (const [memberId, importance] of this.#wishes.get(release.siteId) ?? [])
        if (importance <= release.importance) this.#offer(release, memberId, importance, now)
  }

  #offer(release: Release, memberId: number, importance: Importance, now: number): void {
    const { siteId, at, country, name } = release
    const key = `release:${at}:${country}:${name}`
    const told = this.#told.get(`${siteId}:${key}`) ?? { at, members: new Set<number>() }
    this.#told.set(`${siteId}:${key}`, told)
    if (told.members.has(memberId)) return
    told.members.add(memberId)
    this.#teller.offer({
      siteId,
      memberId,
      subject: { kind: 'ECONOMIC', at, country, name, minutes: Math.max(1, Math.round((at - now) / 60_000)) },
      key,
      expiresAt: at,
      claim: async (tx, claimedAt) => {
        const stands = at > claimedAt && (await isAnnounced(tx, release, importance))
        if (!stands) told.members.delete(memberId)
        return stands
      },
    })
  }
}

async function nearReleases(tx: Tx, sites: readonly number[], now: number): Promise<Release[]> {
  const rows = await tx.query<Stored>(
    `select site_id, at, country, name, importance from economic_event
      where site_id = any($1) and at > $2 and at <= $3 and importance >= 2 order by at, id`,
    [sites, now, now + beforeMs],
  )
  return rows.map(({ site_id, at, ...rest }) => ({ siteId: Number(site_id), at: Number(at), ...rest }))
}

async function isAnnounced(tx: Tx, { siteId, at, country, name }: Release, importance: number): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from economic_event where site_id = $1 and at = $2 and country = $3 and name = $4 and importance >= $5`,
    [siteId, at, country, name, importance],
  )
  return rows.length > 0
}
