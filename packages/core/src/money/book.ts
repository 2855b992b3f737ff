import type { Book } from '../book.ts'
import { heard } from '../ranks.ts'
import { revokeCoupon, useCoupon } from './bonus/coupons.ts'
import { bonusQueries } from './bonus/queries.ts'
import { cancelRequest } from './cancel.ts'
import { convert } from './convert/accept.ts'
import { conversions } from './convert/execute.ts'
import { hearRate, hearSpot } from './convert/hear.ts'
import { convertQueries } from './convert/queries.ts'
import { exchangeOf } from './convert/state.ts'
import { applyDeposit } from './deposit.ts'
import { approveRequest, completeRequest, handOverRequest, rejectRequest, releaseRequest, takeRequest } from './desk.ts'
import { bookEarlierArrivals } from './earlier-arrivals.ts'
import { providerFact } from './facts.ts'
import { freezeWithdrawals, holdExits } from './guards.ts'
import { leave } from './leave.ts'
import { giveLostTime } from './lost-time.ts'
import { offsetSuspense } from './offset.ts'
import { p2pCommands } from './p2p/book.ts'
import { p2pQueries } from './p2p/queries.ts'
import { pauseWithdrawals } from './pause.ts'
import { endPayoutBar, liftPayoutBar } from './payout-bars.ts'
import { endPayout, payoutOutcome, payoutSending } from './payouts.ts'
import { moneyQueries } from './queries.ts'
import { moneyRows, restoreMoney } from './restore.ts'
import { returnSuspense } from './suspense.ts'
import { transferOwn, transferToMember } from './transfer/transfer.ts'
import { settleBreak } from './treasury/settle-break.ts'
import { commandsOfTwo, twoPersonsQueries } from './two-persons.ts'
import { applyWithdrawal } from './withdraw.ts'

/** Money in and out: requests, the desk that decides on them, and what bars money from leaving. Its times are of the wall clock. */
export const money = {
  name: 'money',
  commands: {
    applyDeposit: { actors: ['member'], key: 'client', run: applyDeposit },
    applyWithdrawal: { actors: ['member'], key: 'client', run: applyWithdrawal },
    convert: { actors: ['member'], key: 'client', run: convert },
    transferOwn: { actors: ['member'], key: 'client', run: transferOwn },
    transferToMember: { actors: ['member'], key: 'client', run: transferToMember },
    leave: { actors: ['member'], key: 'client', run: leave },
    cancelRequest: { actors: ['member'], key: 'client', run: cancelRequest },
    takeRequest: { actors: ['staff'], key: 'client', run: takeRequest },
    handOverRequest: { actors: ['staff'], key: 'client', run: handOverRequest },
    releaseRequest: { actors: ['staff'], key: 'client', run: releaseRequest },
    approveRequest: { actors: ['staff'], key: 'client', run: approveRequest },
    rejectRequest: { actors: ['staff'], key: 'client', run: rejectRequest },
    completeRequest: { actors: ['staff'], key: 'client', run: completeRequest },
    payoutSending: { actors: ['system'], key: 'none', run: payoutSending },
    payoutOutcome: { actors: ['provider'], key: 'external', run: payoutOutcome },
    liftPayoutBar: { actors: ['system'], key: 'none', run: liftPayoutBar },
    endPayoutBar: { actors: ['staff'], key: 'client', run: endPayoutBar },
    endPayout: { actors: ['staff'], key: 'client', run: endPayout },
    providerFact: { actors: ['provider'], key: 'external', run: providerFact },
    returnSuspense: { actors: ['staff'], key: 'client', run: returnSuspense },
    offsetSuspense: { actors: ['staff'], key: 'client', run: offsetSuspense },
    freezeWithdrawals: { actors: ['staff'], key: 'client', run: freezeWithdrawals },
    settleBreak: { actors: ['staff'], key: 'client', run: settleBreak },
    revokeCoupon: { actors: ['staff'], key: 'client', run: revokeCoupon },
    useCoupon: { actors: ['member'], key: 'client', run: useCoupon },
    pauseWithdrawals: { actors: ['system'], key: 'none', run: pauseWithdrawals },
    holdExits: { actors: ['system'], key: 'none', run: holdExits },
    ...commandsOfTwo,
    ...p2pCommands,
  },
  restore: restoreMoney,
  rows: moneyRows,
  begin(state, lastBatchAt, turn) {
    exchangeOf(state).since = turn.wall
    if (lastBatchAt !== null) giveLostTime(state, lastBatchAt, turn)
    bookEarlierArrivals(state, turn)
  },
  onTick: { rank: heard.money, hear: hearSpot },
  onSignal: { rank: heard.money, hear: hearRate },
  work: [conversions],
  queries: { ...moneyQueries, ...twoPersonsQueries, ...bonusQueries, ...convertQueries, ...p2pQueries },
} satisfies Book
