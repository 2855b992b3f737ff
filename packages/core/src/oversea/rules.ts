import type { EpochMs } from '../types.ts'
import type { Contract } from './state.ts'

const MINUTE_MS = 60_000

/** Shares of the margin of open positions, in ppm: equity at or below them is cut, */
export const LOSSCUT_PPM = 200_000
/** warned of; */
export const WARN_PPM = 400_000
/** above this a member can be warned again. */
export const CALM_PPM = 500_000

/** Before the close: overnight is applied for until then, */
export const OVERNIGHT_LEAD_MS = 30 * MINUTE_MS
/** from then on orders only close, and those that hold overnight are checked, */
export const CLOSE_ONLY_LEAD_MS = 10 * MINUTE_MS
/** positions without overnight are closed. */
export const CLOSING_LEAD_MS = 5 * MINUTE_MS

/** Margin of a night over that of a day. */
export const OVERNIGHT_TIMES = 2n

/** A rate older than this is not fixed, and nothing is opened at it. */
export const RATE_MAX_AGE_MS = 4 * 24 * 60 * MINUTE_MS
/** A session without a good rate keeps the last fixing for so long. */
export const FIXING_MAX_AGE_MS = 72 * 60 * MINUTE_MS

const MAX_TICKS = 1_000
/** May TP or SL lie so many ticks from the average entry? */
export const isDistance = (ticks: number): boolean => Number.isInteger(ticks) && ticks >= 1 && ticks <= MAX_TICKS

/** The last minutes of a session: orders may only close. */
export const isCloseOnly = ({ instrument: { session } }: Contract, at: EpochMs): boolean =>
  session !== null && at >= session.times.closeAt - CLOSE_ONLY_LEAD_MS
