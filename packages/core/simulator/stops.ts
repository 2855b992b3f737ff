import {
  byStaff,
  type Command,
  type FuturesOption,
  type OrderRow,
  type OverseaOption,
  type Rows,
  type StopRow,
} from '../src/index.ts'
import { beside } from './arithmetic.ts'
import type { House } from './house.ts'
import { Random } from './random.ts'
import { OPERATOR } from './world.ts'

type Line = NonNullable<StopRow['line']>
interface Traded {
  readonly scope: 'futures' | 'oversea'
  readonly option: FuturesOption | OverseaOption
}
type Option = { readonly siteId: number; readonly id: number; readonly instrument: string }

const MINUTE_MS = 60_000
const KST_MS = 9 * 3_600_000
const DAY_MINUTES = 1_440
/** 1970-01-01 was a Thursday; bit 0 of a pause's days is Monday. */
const FIRST_WEEKDAY = 3

/** Operators who stop instruments and lines, open them again, and pause options by the week. They have chances of their own. */
export class StopOperators {
  readonly #random: Random
  readonly #house: House
  readonly #siteIds: readonly number[]

  constructor(seed: number, house: House, sites: readonly { readonly siteId: number }[]) {
    this.#random = new Random(seed ^ 0x2545f491)
    this.#house = house
    this.#siteIds = sites.map(({ siteId }) => siteId)
  }

  step(): void {
    const random = this.#random
    const standing = [...this.#house.store.stops.values()].filter(({ openedAt }) => openedAt === null)
    const dice = random.int(0, 999)
    if (dice < 2) this.#stop()
    else if (dice < 3) this.#pause()
    else if (dice < 8) this.#unpause()
    else if (dice < 26 && standing.length > 0) this.#answer(random.pick(standing))
  }

  #stop(): void {
    const random = this.#random
    const siteId = random.pick(this.#siteIds)
    const [line, options] = random.pick(this.#lines())
    const own = options.filter((option) => option.siteId === siteId)
    const isLine = random.chance(40) || own.length === 0
    this.#house.command({
      kind: 'stop',
      ...byStaff(siteId, OPERATOR, 'prices look wrong', { key: this.#key('stop') }),
      scope: isLine ? 'LINE' : 'INSTRUMENT',
      line: isLine || random.chance(60) ? line : null,
      instrument: isLine ? null : random.pick(own).instrument,
    })
  }

  #answer({ siteId, id: stopId, givenBy }: StopRow): void {
    const random = this.#random
    const second = random.chance(90) ? OPERATOR + 1 : givenBy
    const approval = random.chance(95) ? { approval: { id: 1, staffId: OPERATOR + 2 } } : {}
    const kind = random.chance(80) ? 'openStop' : 'confirmStop'
    const by = byStaff(siteId, second, 'looked at', { key: this.#key(kind), ...approval })
    this.#house.command({ kind, ...by, stopId })
  }

  /** A pause of some minutes about now. */
  #pause(): void {
    const random = this.#random
    const { now } = this.#house
    const paused = this.#traded()
    if (paused.length === 0) return
    const minute = Math.floor((now + KST_MS) / MINUTE_MS) % DAY_MINUTES
    const from = Math.max(0, minute - random.int(0, 1))
    const to = Math.min(DAY_MINUTES, minute + random.int(1, 2))
    this.#setPauses(random.pick(paused), [{ days: random.pick([127, 127, 0b1010101]), from, to }])
  }

  #unpause(): void {
    const paused = this.#traded().filter(({ option }) => option.pauses.length > 0)
    if (paused.length > 0) this.#setPauses(this.#random.pick(paused), [])
  }

  #setPauses({ scope, option }: Traded, pauses: Closable['pauses']): void {
    this.#house.command({
      kind: 'configure',
      ...byStaff(option.siteId, OPERATOR, 'a pause of the week'),
      scope,
      optionId: option.id,
      changes: { pauses },
      effectiveFrom: null,
    })
  }

  /** Options of margin trading. */
  #traded(): Traded[] {
    const { futuresOptions, overseaOptions } = this.#house.store
    return [
      ...[...futuresOptions.values()].map((option) => ({ scope: 'futures' as const, option })),
      ...[...overseaOptions.values()].map((option) => ({ scope: 'oversea' as const, option })),
    ]
  }

  #key(route: string) {
    return { key: this.#random.uuid(), route: `POST /api/console/${route}`, bodyHash: this.#random.hex(32) }
  }

  #lines(): [Line, Option[]][] {
    const { options, futuresOptions, overseaOptions, copyTraders } = this.#house.store
    const lines: [Line, Option[]][] = [
      ['ROUND', [...options.values()]],
      ['FUTURES', [...futuresOptions.values()]],
      ['OVERSEA', [...overseaOptions.values()]],
      ['COPY', copyTraders.size > 0 ? [...futuresOptions.values()] : []],
    ]
    return lines.filter(([, own]) => own.length > 0)
  }
}

/** What auditors know of emergency stops: what they bar, by their rows. */
export class Stops {
  readonly #standing = new Map<string, StopRow>()
  #saved = new Map<string, StopRow>()
  readonly #markets: ReadonlyMap<string, unknown>
  /** Instruments that were opened again since their newest price. */
  readonly #unpriced = new Set<string>()

  constructor(markets: ReadonlyMap<string, unknown> = new Map()) {
    this.#markets = markets
  }

  /** Sees the rows of a call before anything that they bar. */
  observe(command: Command | null, { stops }: Rows): void {
    for (const row of stops) {
      const name = `${row.siteId}:${row.id}`
      if (row.openedAt === null) this.#standing.set(name, row)
      else {
        if (command?.kind !== 'openStop' || !command.approval) throw new Error(`stop ${name} was opened by one alone`)
        this.#standing.delete(name)
        for (const one of this.#markets.keys()) if ((row.instrument ?? one) === one) this.#unpriced.add(one)
      }
    }
  }

  /** Whether a stop bars what would open. */
  isOn(siteId: number, line: Line, instrument: string): boolean {
    return [...this.#standing.values()].some(
      (row) =>
        row.siteId === siteId &&
        row.scope !== 'WITHDRAWALS' &&
        (row.line ?? line) === line &&
        (row.instrument ?? instrument) === instrument,
    )
  }

  checkOpening(siteId: number, line: Line, instrument: string, fillId: number): void {
    if (this.isOn(siteId, line, instrument)) throw new Error(`fill ${fillId} opens on ${instrument}, which is stopped`)
  }

  /** Whether what waited for the end of a stop waits for a price still. */
  isFresh(instrument: string): boolean {
    return this.#unpriced.has(instrument)
  }

  priced(instrument: string): void {
    this.#unpriced.delete(instrument)
  }

  committed(): void {
    this.#saved = new Map(this.#standing)
  }

  crashed(): void {
    this.#standing.clear()
    this.#unpriced.clear()
    for (const [name, row] of this.#saved) this.#standing.set(name, row)
  }
}

interface Closable {
  readonly isStop: boolean
  readonly isPlay: boolean
  readonly pauses: readonly { readonly days: number; readonly from: number; readonly to: number }[]
}

/** Whether an option takes no new orders: stopped, hidden, or in a pause of its week. */
export function isShut({ isStop, isPlay, pauses }: Closable, at: number): boolean {
  const minutes = Math.floor((at + KST_MS) / MINUTE_MS)
  const weekday = (Math.floor(minutes / DAY_MINUTES) + FIRST_WEEKDAY) % 7
  const minute = minutes % DAY_MINUTES
  const isPaused = pauses.some(
    ({ days, from, to }) => Math.floor(days / 2 ** weekday) % 2 === 1 && from <= minute && minute < to,
  )
  return isStop || !isPlay || isPaused
}

/** Whether a stop order that triggered under an emergency stop waits, its price being beyond what its member named. */
export function isBeyondTrigger(row: OrderRow, best: number, slipPpm: number): boolean {
  if (row.isReduceOnly || row.triggerPrice === null || row.price !== null || row.basePrice === null) return false
  const direction = row.side === 'LONG' ? 1 : -1
  return direction * (best - beside(row.basePrice, direction, row.tolerancePpm ?? slipPpm)) > 0
}
