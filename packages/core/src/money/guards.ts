import { refusalReply } from '../idempotency.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Command, Reply } from '../types.ts'
import { moneyConfigOf } from './config.ts'
import { debit, freeze } from './debit.ts'
import { expectNoMore } from './expected.ts'
import { providerOf } from './fact-sources.ts'
import { hold } from './locks.ts'
import { moneyOf, purseOf, readPurse } from './state.ts'
import { awaitOwner } from './suspense-rows.ts'
import { dnwWire } from './wire.ts'

type HoldExits = Extract<Command, { kind: 'holdExits' }>
type Deduct = Extract<Command, { kind: 'deductCash' }>
type Freeze = Extract<Command, { kind: 'freezeWithdrawals' }>

/** Nothing of a member leaves for a while, after a change of what he is known by. */
export function holdExits(state: State, { siteId, memberId, cause, until }: HoldExits, turn: Turn): Reply {
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  hold(state, purse, cause, until ?? turn.wall + moneyConfigOf(state, siteId).changeHoldMs, turn)
  return { status: 200, body: {} }
}

/** Why what a posting credited cannot be taken back; null: it can. */
export function refuseDeduct(state: State, command: Deduct): Reply | null {
  const { siteId, memberId, walletType, postingId, credited, point, houseAccount } = command
  if (!readPurse(state, siteId, memberId)) return refusalReply('USER_NOT_FOUND')
  const isCash = walletType !== 'BONUS' && houseAccount !== 'MEMBER' && houseAccount !== 'MEMBER_BONUS'
  if (point <= 0n || point > credited || !isCash) return refusalReply('INVALID_REQUEST')
  return moneyOf(state).corrections.has(postingId) ? refusalReply('STALE_VERSION') : null
}

/** Takes back what a posting credited by mistake, as far as it is there. Money that is somebody else's waits in suspense again. */
export function deductCash(state: State, command: Deduct, turn: Turn): Reply {
  const { siteId, memberId, walletType, postingId, requestId, credited, point, houseAccount, houseSub, owner } = command
  const purse = purseOf(state, siteId, memberId)!
  const { corrections } = moneyOf(state)
  const house = owner ? ({ houseAccount: 'DEPOSIT_SUSPENSE', houseSub: '' } as const) : { houseAccount, houseSub }
  const row = debit(state, purse, { walletType, point, ...house, code: 'DEDUCTION', note: command.reason.trim() }, turn)
  if (owner) {
    const { currency } = row
    const provider = providerOf({ houseAccount, houseSub })
    const come = {
      siteId,
      cause: 'OWNER',
      provider,
      providerRef: '',
      memberId: null,
      requestId: null,
      currency,
      amount: point,
    } as const
    awaitOwner(state, { ...come, ...owner, houseAccount, houseSub }, turn.nextId(), turn)
  }
  if (point === credited) expectNoMore(state, siteId, requestId, turn)
  const correction = { siteId, postingId, dnwId: row.id, at: turn.wall }
  corrections.set(postingId, correction)
  turn.effects.add('corrections', correction)
  return { status: 200, body: dnwWire(row) }
}

/** Stops what leaves of a member at once; to let it go on takes two persons. */
export function freezeWithdrawals(state: State, command: Freeze, turn: Turn): Reply {
  const purse = purseOf(state, command.siteId, command.memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  if (command.isFrozen) freeze(purse, command.reason.trim(), turn)
  else if (!command.approval) return refusalReply('PERMISSION_DENIED')
  else if (purse.known.row.frozenAt !== null)
    change(turn.effects, 'memberMoney', purse.known, { frozenAt: null, frozenWhy: null })
  return { status: 200, body: {} }
}
