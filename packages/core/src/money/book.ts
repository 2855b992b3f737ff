import type { Book } from '../book.ts'
import { refusalReply } from '../idempotency.ts'
import type { State, Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { cancelRequest } from './cancel.ts'
import { moneyConfigOf } from './config.ts'
import { applyDeposit } from './deposit.ts'
import { approveRequest, completeRequest, rejectRequest, releaseRequest, takeRequest } from './desk.ts'
import { hold } from './locks.ts'
import { pauseWithdrawals } from './pause.ts'
import { moneyQueries } from './queries.ts'
import { moneyRows, restoreMoney } from './restore.ts'
import { purseOf } from './state.ts'
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
    pauseWithdrawals: { actors: ['system'], key: 'none', run: pauseWithdrawals },
    holdExits: { actors: ['system'], key: 'none', run: holdExits },
  },
  restore: restoreMoney,
  rows: moneyRows,
  queries: moneyQueries,
} satisfies Book

type HoldExits = Extract<Command, { kind: 'holdExits' }>

function holdExits(state: State, { siteId, memberId, cause, until }: HoldExits, turn: Turn): Reply {
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  hold(state, purse, cause, until ?? turn.wall + moneyConfigOf(state, siteId).changeHoldMs, turn)
  return { status: 200, body: {} }
}
