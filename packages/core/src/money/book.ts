import type { Book } from '../book.ts'
import { cancelRequest } from './cancel.ts'
import { applyDeposit } from './deposit.ts'
import { approveRequest, completeRequest, rejectRequest, releaseRequest, takeRequest } from './desk.ts'
import { providerFact } from './facts.ts'
import { deductCash, freezeWithdrawals, holdExits } from './guards.ts'
import { pauseWithdrawals } from './pause.ts'
import { payoutOutcome, payoutSending } from './payouts.ts'
import { moneyQueries } from './queries.ts'
import { moneyRows, restoreMoney } from './restore.ts'
import { assignSuspense, returnSuspense } from './suspense.ts'
import { applyWithdrawal } from './withdraw.ts'

/** Money in and out: requests, the desk that decides on them, and what bars money from leaving. Its times are of the wall clock. */
export const money = {
  name: 'money',
  commands: {
    applyDeposit: { actors: ['member'], key: 'client', run: applyDeposit },
    applyWithdrawal: { actors: ['member'], key: 'client', run: applyWithdrawal },
    cancelRequest: { actors: ['member'], key: 'client', run: cancelRequest },
    takeRequest: { actors: ['staff'], key: 'client', run: takeRequest },
    releaseRequest: { actors: ['staff'], key: 'client', run: releaseRequest },
    approveRequest: { actors: ['staff'], key: 'client', run: approveRequest },
    rejectRequest: { actors: ['staff'], key: 'client', run: rejectRequest },
    completeRequest: { actors: ['staff'], key: 'client', run: completeRequest },
    payoutSending: { actors: ['system'], key: 'none', run: payoutSending },
    payoutOutcome: { actors: ['provider'], key: 'external', run: payoutOutcome },
    providerFact: { actors: ['provider'], key: 'external', run: providerFact },
    assignSuspense: { actors: ['staff'], key: 'client', run: assignSuspense },
    returnSuspense: { actors: ['staff'], key: 'client', run: returnSuspense },
    deductCash: { actors: ['staff'], key: 'client', run: deductCash },
    freezeWithdrawals: { actors: ['staff'], key: 'client', run: freezeWithdrawals },
    pauseWithdrawals: { actors: ['system'], key: 'none', run: pauseWithdrawals },
    holdExits: { actors: ['system'], key: 'none', run: holdExits },
  },
  restore: restoreMoney,
  rows: moneyRows,
  queries: moneyQueries,
} satisfies Book
