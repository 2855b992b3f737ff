import type { Bet, EvidenceTick, Round, VoidReason } from '@maru/contract'
import { formatMinor, formatPrice, formatRate } from './money.ts'
import type { BetRow, EpochMs, RoundOption, RoundRow, Tick, WalletRow } from './types.ts'

/** What a round needs of its option to be shown. */
export type ShownOption = Pick<
  RoundOption,
  | 'id'
  | 'stock'
  | 'koName'
  | 'type'
  | 'precision'
  | 'currency'
  | 'isPlay'
  | 'isStop'
  | 'minPoint'
  | 'maxPoint'
  | 'unit'
  | 'payoutRateBp'
>

/** The round as the contract shows it at `at`; shares of stakes only after lock. */
export function roundWire(row: RoundRow, option: ShownOption, at: EpochMs): Round {
  const locked = at >= row.lockAt || row.decidedAt !== null
  return {
    id: row.id,
    roundNo: row.roundNo,
    tradeOptionId: row.optionId,
    stock: option.stock,
    type: option.type,
    phase: row.phase,
    status: row.status,
    openAt: row.openAt,
    lockAt: row.lockAt,
    startAt: row.startAt,
    endAt: row.endAt,
    strikePrice: row.strikeTick && formatPrice(row.strikeTick.price, option.precision),
    closePrice: row.closeTick && formatPrice(row.closeTick.price, option.precision),
    payoutRate: formatRate(row.payoutRateBp),
    minPoint: formatMinor(option.minPoint, option.currency),
    maxPoint: formatMinor(option.maxPoint, option.currency),
    unit: formatMinor(option.unit, option.currency),
    isBettable: row.phase === 'OPEN' && at >= row.openAt && !locked && option.isPlay && !option.isStop,
    buyPoint: locked ? formatMinor(row.buyPoint, option.currency) : null,
    sellPoint: locked ? formatMinor(row.sellPoint, option.currency) : null,
    betRoot: row.betRoot,
    voidReason: row.voidReason as VoidReason | null,
    voidNote: row.voidNote,
  }
}

/** The bet as the contract shows it. A rent bet's strike is its round's; its close price appears when it is settled. */
export function betWire(
  bet: BetRow,
  round: Pick<RoundRow, 'id' | 'roundNo' | 'startAt' | 'endAt' | 'strikeTick'>,
  option: ShownOption,
): Bet {
  const strike = bet.strikePrice ?? (isBinary(option) ? null : (round.strikeTick?.price ?? null))
  return {
    id: bet.id,
    tradeRoundId: bet.tradeRoundId,
    tradeOptionId: bet.optionId,
    roundNo: round.roundNo,
    stock: option.stock,
    koName: option.koName,
    tradeType: option.type,
    type: bet.side,
    point: formatMinor(bet.point, option.currency),
    payoutRate: formatRate(bet.payoutRateBp),
    strikePrice: strike === null ? null : formatPrice(strike, option.precision),
    closePrice: bet.closePrice === null ? null : formatPrice(bet.closePrice, option.precision),
    status: bet.status,
    profit: formatMinor(bet.profit, option.currency),
    voidReason: bet.voidReason as VoidReason | null,
    startAt: round.startAt,
    endAt: round.endAt,
    createdAt: bet.acceptedAt,
    settledAt: bet.settledAt,
  }
}

/** Wallet as bet replies and events carry it: what may be staked, and what waits in rounds. */
export const walletWire = (wallet: WalletRow): { type: string; point: string; gameWaitPoint: string } => ({
  type: wallet.type,
  point: formatMinor(wallet.posted - wallet.reserved, wallet.currency),
  gameWaitPoint: formatMinor(wallet.reserved, wallet.currency),
})

/** The leaf of a bet in its round's tree (hashed with the bet's salt, in order of leafIndex). */
export const betLeaf = (bet: BetRow, currency: string) => ({
  betId: bet.id,
  tradeRoundId: bet.tradeRoundId,
  side: bet.side,
  point: formatMinor(bet.point, currency),
  acceptedAt: bet.acceptedAt,
})

/** A tick as evidence shows it: the leaf of the tick log. */
export const tickWire = (tick: Tick, precision: number): EvidenceTick => ({
  optionId: tick.instrument,
  source: tick.source,
  sourceTradeId: tick.sourceTradeId,
  sourceTs: tick.sourceTs,
  recvTs: tick.recvTs,
  price: formatPrice(tick.price, precision),
  qty: tick.qty,
  seq: tick.seq,
})

const isBinary = (option: Pick<RoundOption, 'type'>): boolean => option.type.startsWith('B')
