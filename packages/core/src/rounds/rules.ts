import { roundLengthMs, type TradeType } from '@maru/contract'

/** Named in every round row and in its evidence; changes whenever a rule of this folder changes. */
export const RULE_VERSION = 'A-1'

/** P(T) counts ticks that were received by T + 1.5 s. */
export const FREEZE_MS = 1_500
/** Strikes of binary bets count ticks that were received by acceptedAt + 2 s. */
export const STRIKE_WAIT_MS = 2_000
/** What was received in time may still be on its way from the market to the core: decisions wait this much longer. */
export const DELIVERY_GRACE_MS = 100
/** A disturbance from startAt − 2 s to endAt makes a round void. */
export const DISTURBANCE_LEAD_MS = 2_000
/** No result later than endAt + 60 s. */
export const RESULT_LATE_MS = 60_000
/** An outage beyond this voids rent rounds that are not locked and bets that are not struck. */
export const OUTAGE_MS = 3_000
/** Bets settled in one turn at most. */
export const SETTLE_CHUNK = 500
/** Bets struck by one tick at once at most. */
export const STRIKE_CHUNK = 500
/** Gross payout rates that an option may have, in basis points. */
export const RATE_MIN = 15_000
export const RATE_MAX = { rent: 19_800, binary: 19_000 } as const

export const isBinary = (type: TradeType): boolean => type.charCodeAt(0) === 66 // 'B'
export const lengthOf = (type: TradeType): number => roundLengthMs[type]

/** How long before startAt (rent) or endAt (binary) stakes close. */
export const lockLeadOf = (type: TradeType): number =>
  isBinary(type) ? (type === 'B5' ? 60_000 : 30_000) : type === 'R.5' ? 3_000 : 5_000
