import type { Minor } from '../base.ts'
import { amount, document, flag, int, items, text, whole, wide } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'
import type { PositionSide } from '../trading/tables.ts'
import type { Levels } from '../trading/types.ts'

export type TraderState = 'PENDING' | 'ACTIVE' | 'SUSPENDED' | 'REJECTED' | 'ENDED'
export type FollowEnd =
  | 'MEMBER'
  | 'TRADER'
  | 'TRADER_LIQUIDATED'
  | 'TRADER_ENDED'
  | 'TRADER_DENIED'
  | 'LINKED'
  | 'LOSS_STOP'

/** What became of a share. */
export type ShareState = 'HELD' | 'PAID' | 'REVERSED'

export const copyTables = {
  /** Members who lead, or asked to. */
  copyTraders: table(
    'copy_trader',
    {
      siteId: whole.key,
      memberId: whole.key,
      state: text<TraderState>().changing,
      isActive: flag.changing, // takes new followers
      isHide: flag.changing,
      sharePpm: int.changing,
      appliedAt: whole.changing, // wall clock
      decidedAt: whole.orNull.changing, // wall clock
      decidedBy: whole.orNull.changing,
      /** Every follow with a lower id has ended at it. */
      cutId: whole.orNull.changing,
      cutReason: text<FollowEnd>().orNull.changing,
      /** His followers have places from 0 to one less. */
      slots: int.changing,
      /** When he sent what opens, in the last hour, the oldest first. */
      leads: document<readonly number[]>().changing,
      version: int.changing,
    },
    { rows: 'all' },
  ),
  /** One member who follows one trader, from a time to a time. */
  copyFollows: table(
    'copy_follow',
    {
      siteId: whole.key,
      id: whole.key,
      traderId: whole,
      memberId: whole,
      slot: int,
      /** What the trader's open lead lots had opened when it began: that is not copied. */
      known: items<{ readonly lot: number; readonly quote: Minor }>('quote'),
      optionIds: document<readonly number[]>().changing,
      multiplyPer: int.changing,
      oneMaxBet: amount.changing,
      maxBet: amount.changing,
      maxLeverage: int.orNull.changing,
      slipPpm: int.changing,
      /** The loss that ends it, and whether its copies are closed then. */
      lossStop: amount.orNull.changing,
      lossStopClose: flag.changing,
      /** What all copies of its pair had come to when it began. */
      netBefore: amount,
      sharePpm: int.changing,
      /** Why it opens nothing until its member changes it. */
      pausedBy: text().orNull.changing,
      /** Copies in a row that were left out for want of money. */
      skips: int.changing,
      /** Lead lots whose copy closed otherwise than by the trader: they are not copied again. */
      quit: document<readonly number[]>().changing,
      /** The newest fan-out whose copy was made before its turn. */
      ahead: whole.orNull.changing,
      startedAt: whole,
      endId: whole.orNull.changing,
      endedAt: whole.orNull.changing,
      endReason: text<FollowEnd>().orNull.changing,
      /** It has ended, and its last copy is closed. */
      doneAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'doneAt' },
  ),
  /** What a trader and one who follows him, or did, have with each other. */
  copyPairs: table(
    'copy_pair',
    {
      siteId: whole.key,
      traderId: whole.key,
      followerId: whole.key,
      /** What all closed copies came to: results, fees and fundings, what was paid for them and taken with them. */
      net: amount.changing,
      /** The highest level of it that was ever shared, and the rate of the newest follow. */
      hwm: amount.changing,
      sharePpm: int.changing,
      /** 00:00 KST up to which it is settled. */
      day: whole.changing,
    },
    { rows: 'all' },
  ),
  /** What of a follower's profit is his trader's: it is held for some days. */
  copyShares: table(
    'copy_share',
    {
      siteId: whole.key,
      id: whole.key,
      traderId: whole,
      followerId: whole,
      day: whole, // 00:00 KST
      net: amount,
      openLoss: amount, // 0 or less
      hwmBefore: amount,
      hwmAfter: amount,
      ratePpm: int,
      amount,
      state: text<ShareState>().changing,
      txnId: whole,
      reversedTxnId: whole.orNull.changing,
      at: whole,
      decidedAt: whole.orNull.changing, // wall clock
    },
    { rows: 'open', until: 'decidedAt' },
  ),
  /** What a trader's followers set aside for him on a day; what comes after it was paid or returned is another one. */
  copyPayouts: table(
    'copy_payout',
    {
      siteId: whole.key,
      id: whole.key,
      traderId: whole,
      day: whole,
      amount: amount.changing,
      payAt: whole, // wall clock
      /** A member of staff; 0: the house, because the trader is locked out. */
      heldBy: whole.orNull.changing,
      txnId: whole.orNull.changing,
      dnwId: whole.orNull.changing,
      paidAt: whole.orNull.changing, // wall clock; also where all of it was returned
    },
    { rows: 'open', until: 'paidAt' },
  ),
  /** What fills of a trader ask of all his followers. */
  copyFanOuts: table(
    'copy_fan_out',
    {
      siteId: whole.key,
      id: whole.key,
      traderId: whole,
      leadLot: whole,
      optionId: whole,
      kind: text<'OPEN' | 'CLOSE'>(),
      side: text<PositionSide>(), // of the fills
      leverage: int,
      heldBefore: whole, // of the lead lot, before the first of its fills
      qty: whole.changing,
      quote: amount.changing,
      openedQuote: wide.changing, // of all that the lead lot ever opened, with these fills
      leadFillId: whole.changing, // the newest
      bookU: whole.changing,
      bookTs: whole.changing,
      levels: document<Levels>().changing, // the side that they executed on
      mark: whole.orNull.changing,
      slots: int,
      at: whole.changing,
      /** From then on no fill joins it. */
      bornAt: whole.orNull.changing,
      cursor: int.changing,
      made: int.changing,
      skipped: int.changing,
      doneAt: whole.orNull.changing,
    },
    { rows: 'open', until: 'doneAt' },
  ),
  /** Copies that were not opened. */
  copySkips: table(
    'copy_skip',
    {
      siteId: whole.key,
      id: whole.key,
      followId: whole,
      memberId: whole,
      traderId: whole,
      leadLot: whole,
      fanOutId: whole,
      code: text(),
      wanted: amount, // margin
      got: amount, // margin that the lead order's copy has
      leadQty: whole,
      leadQuote: amount,
      offered: whole.orNull, // the best price
      at: whole,
    },
    { rows: 'none' },
  ),
}

export interface CopyTraderRow extends RowOf<typeof copyTables.copyTraders> {}
export interface CopyFollowRow extends RowOf<typeof copyTables.copyFollows> {}
export interface CopyPairRow extends RowOf<typeof copyTables.copyPairs> {}
export interface CopyShareRow extends RowOf<typeof copyTables.copyShares> {}
export interface CopyPayoutRow extends RowOf<typeof copyTables.copyPayouts> {}
export interface CopyFanOutRow extends RowOf<typeof copyTables.copyFanOuts> {}
export interface CopySkipRow extends RowOf<typeof copyTables.copySkips> {}
