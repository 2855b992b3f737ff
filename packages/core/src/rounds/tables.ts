import type { Side, TradeType } from '@maru/contract'
import type { InstrumentSignal, Tick } from '../feed.ts'
import type { BonusPart } from '../money/bonus/tables.ts'
import type { Pause } from '../stops/pauses.ts'
import { amount, document, flag, int, items, small, text, whole } from '../tables/column.ts'
import { type RowOf, table } from '../tables/table.ts'

export type RoundPhase = 'SCHEDULED' | 'OPEN' | 'LOCKED' | 'RUNNING' | 'SETTLED' | 'VOID'

const rounds = table(
  'round',
  {
    siteId: whole.key,
    id: whole.key,
    optionId: whole,
    roundNo: int,
    openAt: whole,
    lockAt: whole.changing, // fixed, as the rates and times of its bets are, when it opens
    startAt: whole,
    endAt: whole,
    phase: text<RoundPhase>().changing,
    payoutRateBp: int.changing,
    strikeDelayMs: int.changing,
    strikeWaitMs: int.changing,
    ruleVersion: text().changing,
    /** 0 in progress, 1 up, 2 down, 3 void. */
    status: small<0 | 1 | 2 | 3>().changing,
    voidReason: text().orNull.changing,
    /** What an operator publishes with a void round; null for all else. */
    voidNote: text().orNull.changing,
    strikeTick: document<Tick>().orNull.changing,
    closeTick: document<Tick>().orNull.changing,
    buyPoint: amount.changing,
    sellPoint: amount.changing,
    betCount: int.changing,
    /** Merkle root of the bets (hex), at lockAt. */
    betRoot: text().orNull.changing,
    /** Those from startAt − 2 s to endAt, led by the state at that moment: for the evidence. */
    feedStates: document<readonly InstrumentSignal[]>().changing,
    decidedAt: whole.orNull.changing,
    /** When all bets were done. */
    settledAt: whole.orNull.changing,
  },
  { rows: 'open', until: 'settledAt' },
)

export const roundTables = {
  rounds,
  bets: table(
    'bet',
    {
      siteId: whole.key,
      id: whole.key,
      tradeRoundId: whole,
      optionId: whole,
      memberId: whole,
      side: text<Side>(),
      point: amount,
      bonusPoint: amount, // the part of it that was bonus money
      bonusParts: items<BonusPart>('point'), // the same by the grant that it came from
      payoutRateBp: int,
      acceptedAt: whole,
      leafIndex: int, // place in the round's bet tree
      salt: text(),
      /** 0 in progress, 1 realised, 2 disqualified, 3 void. */
      status: small<0 | 1 | 2 | 3>().changing,
      strikePrice: whole.orNull.changing,
      /** Binary only: the bet's own strike. */
      strikeTick: document<Tick>().orNull.changing,
      closePrice: whole.orNull.changing,
      profit: amount.changing, // 0 until settled
      voidReason: text().orNull.changing,
      settledAt: whole.orNull.changing,
      settledWall: whole.orNull.changing, // the same by the wall clock; null: written before it was stored
    },
    // Found through their rounds: no index says which bets are open, so that settling one changes no index. There can be hundreds
    // of thousands, and a start waits for them.
    {
      rows: 'within',
      parent: rounds,
      link: 'tradeRoundId',
      where: { status: 0 },
      still: { status: 0, closePrice: null, profit: 0n, voidReason: null, settledAt: null, settledWall: null },
    },
  ),
  /** Options of rounds: rows that operators edit. */
  options: table(
    'round_option',
    {
      siteId: whole.key,
      id: whole.key, // tradeOptionId
      stock: text().changing, // CR_BTCUSDT
      instrument: text().changing, // BTCUSDT
      koName: text().changing,
      type: text<TradeType>().changing,
      precision: int.changing,
      currency: text<'KRW'>().changing,
      isPlay: flag.changing,
      isStop: flag.changing,
      pauses: items<Pause>().changing, // times of the week without new orders
      payoutRateBp: int.changing,
      minPoint: amount.changing,
      maxPoint: amount.changing,
      unit: amount.changing,
      maxRoundPoint: amount.changing, // per member and round
      maxBets: int.changing, // per member and round
      minIntervalMs: int.changing,
      strikeDelayMs: int.changing, // a binary bet is struck so long after its acceptance
      maxExposure: amount.changing, // per round
      lockLeadMs: int.changing, // stakes close so long before startAt (rent) or endAt (binary)
      strikeWaitMs: int.changing, // a binary bet waits so long for a tick of its strike
    },
    { rows: 'all' },
  ),
}

export interface RoundRow extends RowOf<typeof roundTables.rounds> {}
export interface BetRow extends RowOf<typeof roundTables.bets> {}
export interface RoundOption extends RowOf<typeof roundTables.options> {}
