import { roundLengthMs, type TradeType } from '@maru/contract'

/** Named in every round row and in its evidence; changes whenever a rule of this folder changes. */
export const RULE_VERSION = 'A-1'

/** P(T) counts ticks that were received by T + 1.5 s. */
export const FREEZE_MS = 1_500
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
/** The highest gross payout rate of binary rounds, in basis points. */
export const BINARY_RATE_MAX = 19_000

export const isBinary = (type: TradeType): boolean => type.charCodeAt(0) === 66 // 'B'
export const lengthOf = (type: TradeType): number => roundLengthMs[type]
