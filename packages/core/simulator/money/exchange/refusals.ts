import type { Command, DnwRow, MoneyConfig } from '../../../src/index.ts'
import { type Bars, ofDay } from '../bars.ts'
import type { DepositLimits } from '../deposit-limits.ts'
import { currencies, type Holdings } from '../holdings.ts'
import { decimals, type Mids, worth } from './mids.ts'

type Of<K extends Command['kind']> = Extract<Command, { kind: K }>
type Moment = { readonly at: number; readonly wall: number }

/** What decides whether money may move inside a site. */
export interface Known {
  readonly config: MoneyConfig
  readonly holdings: Holdings
  readonly bars: Bars
  readonly limits: DepositLimits
  readonly mids: Mids
  /** All rows of the history so far. */
  readonly rows: ReadonlyMap<number, DnwRow>
}

/** The error of rules D that a transfer between own wallets has to get; null: it is done. */
export function ofOwn({ holdings }: Known, { siteId, memberId, from, to, point }: Of<'transferOwn'>): string | null {
  if (!holdings.isOf(siteId, memberId)) return 'USER_NOT_FOUND'
  if (holdings.isDenied(memberId)) return 'ACCOUNT_DENIED'
  if (from === to || to === 'BONUS' || currencies[from] !== currencies[to]) return 'CURRENCY_UNSUPPORTED'
  const free = holdings.free(memberId, from)
  if (free === null) return 'WALLET_NOT_FOUND'
  if (point <= 0n) return 'INVALID_REQUEST'
  if (from === 'BONUS') return 'BONUS_ROLLOVER_REMAINING'
  return point > free ? 'BALANCE_INSUFFICIENT' : null
}

/** The same of a gift to another member: nothing that is held, locked, or beyond what a day lets leave. */
export function ofGift(known: Known, command: Of<'transferToMember'>, { at, wall }: Moment): string | null {
  const { config, holdings, bars, mids } = known
  const { siteId, memberId, receiverId, walletType, point } = command
  if (!holdings.isOf(siteId, memberId) || !holdings.isOf(siteId, receiverId)) return 'USER_NOT_FOUND'
  if (receiverId === memberId) return 'TRANSFER_SELF'
  const free = holdings.free(memberId, walletType)
  if (free === null) return 'WALLET_NOT_FOUND'
  if (point <= 0n) return 'INVALID_REQUEST'
  if (holdings.isDenied(memberId)) return 'ACCOUNT_DENIED'
  if (bars.isFrozen(memberId)) return 'WITHDRAW_FROZEN'
  if (bars.isHeld(memberId, wall)) return 'WITHDRAW_HOLD'
  if (holdings.isBarred(receiverId, wall)) return 'USER_NOT_FOUND'
  const given = { memberId: receiverId, currency: currencies[walletType]!, amount: point }
  if (known.limits.isBeyond(given, known.rows.values(), wall)) return 'USER_NOT_FOUND'
  const locked = bars.locked(memberId, walletType, wall)
  const isLive = holdings.isLive(memberId, walletType, at)
  if (walletType === 'BONUS') return 'BONUS_ROLLOVER_REMAINING'
  if (!isLive || point > free - locked)
    return point <= free && locked > 0n ? 'WITHDRAW_HOLD' : 'WITHDRAW_EXCEEDS_BALANCE'
  const won = inWon(mids, currencies[walletType]!, point, at)
  if (won === null) return 'TRY_AGAIN_LATER'
  return today(known, memberId, 'TO', wall) + won > config.transferDayMax ? 'WITHDRAW_LIMIT_EXCEEDED' : null
}

/** What counts of a day against a limit of its own. */
export function today({ rows }: Known, memberId: number, type: 'TO' | 'CO', wall: number): bigint {
  // What a bonus pays out is no transfer of its member's.
  const mine = [...rows.values()].filter(
    (row) => row.type === type && row.walletType !== 'BONUS' && row.memberId === memberId,
  )
  return ofDay(mine, wall).reduce((sum, { won }) => sum + won, 0n)
}

export function inWon(mids: Mids, currency: string, amount: bigint, at: number): bigint | null {
  if (currency === 'KRW') return amount
  const mid = mids.of(currency, 'KRW', at)
  return mid && worth(mid, currency, 'KRW', amount)
}

/** A decimal string of a currency's minor units, without zeroes at its end. */
export function text(amount: bigint, currency: string): string {
  const places = decimals[currency]!
  if (places === 0) return String(amount)
  const digits = String(amount).padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '')
}
