import { bySystem } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { keepUses } from './use-store.ts'

declare module 'fastify' {
  interface FastifyInstance {
    useMeter: UseMeter
  }
}

/** A process that dies loses this much of a member's time at most. */
export const beatMs = 10_000
/** Who is back within this was not away: a reload, a tunnel, a server that changes. */
export const bridgeMs = 60_000

interface Present {
  readonly siteId: number
  readonly memberId: number
}

interface Stretch extends Present {
  readonly from: number
  to: number
  /** Up to here the database and the core know it. */
  known: number
}

/**
 * How long members are here, by the wall clock (rules J 4): from a signed-in request or a live channel on, until neither was there for
 * a minute. All devices of a member count once. Each beat writes the stretches, and then sends the core those of members with a time
 * limit. A stretch is sent whole each time, so that a lost one comes with the next.
 */
export class UseMeter {
  readonly #deps: Pick<Deps, 'db' | 'core' | 'reads' | 'clocks' | 'log'>
  readonly #watched: (() => Iterable<Present>)[] = []
  /** When those were here first who asked for something since the last beat. */
  readonly #seen = new Map<string, Present & { readonly at: number }>()
  readonly #open = new Map<string, Stretch>()
  /** Stretches that ended before the core heard of them. */
  #late: Stretch[] = []
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> = Promise.resolve()

  constructor(deps: Pick<Deps, 'db' | 'core' | 'reads' | 'clocks' | 'log'>) {
    this.#deps = deps
  }

  /** Asks at each beat who has a live channel. */
  watch(present: () => Iterable<Present>): void {
    this.#watched.push(present)
  }

  /** A member asked for something. */
  see({ siteId, memberId }: Present): void {
    const key = keyOf(siteId, memberId)
    if (!this.#seen.has(key)) this.#seen.set(key, { siteId, memberId, at: this.#deps.clocks.wall() })
  }

  start(): void {
    this.#timer ??= setInterval(() => void this.beat(), beatMs).unref()
  }

  /** Ends the beats with a last one. */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    await this.beat()
  }

  /** Measures until now and sends it to the core; one beat after the other. Never rejects: the next beat sends what failed. */
  beat(): Promise<void> {
    this.#measure(this.#deps.clocks.wall())
    this.#running = this.#running.then(() => this.#tell())
    return this.#running
  }

  #measure(now: number): void {
    for (const { siteId, memberId, at } of this.#seen.values()) this.#extend(siteId, memberId, Math.min(at, now), now)
    this.#seen.clear()
    for (const present of this.#watched)
      for (const { siteId, memberId } of present()) this.#extend(siteId, memberId, now, now)
    for (const [key, stretch] of this.#open) if (Math.abs(now - stretch.to) > bridgeMs) this.#end(key, stretch)
  }

  #extend(siteId: number, memberId: number, from: number, now: number): void {
    const key = keyOf(siteId, memberId)
    const open = this.#open.get(key)
    // A clock that jumped begins a new stretch: the time that it skipped is not use.
    if (open && Math.abs(from - open.to) <= bridgeMs) {
      open.to = Math.max(open.to, now)
      return
    }
    if (open) this.#end(key, open)
    this.#open.set(key, { siteId, memberId, from, to: now, known: from })
  }

  #end(key: string, stretch: Stretch): void {
    this.#open.delete(key)
    if (stretch.known < stretch.to) this.#late.push(stretch)
  }

  async #tell(): Promise<void> {
    const untold = [...this.#late, ...this.#open.values()].filter(({ known, to }) => known < to)
    if (untold.length === 0) return
    const told = untold.map((stretch) => ({ stretch, to: stretch.to }))
    try {
      await this.#deps.db.system((tx) => keepUses(tx, untold))
      await this.#tellCore(untold)
    } catch (error) {
      this.#deps.log.warn(
        { err: error, members: untold.length },
        'use could not be written down; the next beat tries again',
      )
      return
    }
    for (const { stretch, to } of told) stretch.known = to
    this.#late = this.#late.filter(({ known, to }) => known < to)
  }

  async #tellCore(stretches: readonly Stretch[]): Promise<void> {
    const { core, reads } = this.#deps
    const bySite = Map.groupBy(stretches, ({ siteId }) => siteId)
    await Promise.all(
      [...bySite].map(async ([siteId, told]) => {
        const memberIds = [...new Set(told.map(({ memberId }) => memberId))]
        const { value } = await reads.ask('limits.followed', { siteId, memberIds })
        const followed = new Set(value)
        const limited = told.filter(({ memberId }) => followed.has(memberId))
        await Promise.all(
          limited.map(({ memberId, from, to }) =>
            core.submit({ kind: 'countUse', ...bySystem(siteId), memberId, use: { from, to } }),
          ),
        )
      }),
    )
  }
}

const keyOf = (siteId: number, memberId: number): string => `${siteId}:${memberId}`

/** Hangs the meter on the server: it sees every request of a member, and the gateway shows it who is connected. */
export function openUseMeter(app: FastifyInstance, deps: Deps): UseMeter {
  const meter = new UseMeter(deps)
  app.decorate('useMeter', meter)
  app.addHook('preHandler', async ({ call }) => {
    if (call?.member) meter.see(call.member)
  })
  app.addHook('onReady', async () => meter.start())
  app.addHook('preClose', () => meter.stop())
  return meter
}
