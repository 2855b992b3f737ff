import { refusalReply } from '../../idempotency.ts'
import type { State, Turn } from '../../state.ts'
import type { Command, Reply } from '../../types.ts'
import { moneyConfigOf } from '../config.ts'
import { purseOf } from '../state.ts'
import { dnwWire } from '../wire.ts'
import { takeBack, tidyBonus } from './close.ts'
import { giveBonus, grantWire } from './grants.ts'
import { takeFromGrants } from './stakes.ts'
import { bonusWallet, freeBonus } from './state.ts'

type GrantBonus = Extract<Command, { kind: 'grantBonus' }>
type DeductBonus = Extract<Command, { kind: 'deductBonus' }>

/** More than any bonus, and far from what a column holds with its turnover. */
export const mostBonus = 1_000_000_000n
export const mostMultiple = 1_000

/** Gives a member a bonus (PB); two persons have agreed. */
export function grantBonus(state: State, command: GrantBonus, turn: Turn): Reply {
  const { siteId, memberId, point } = command
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  const { bonusMultiple, bonusCapTimes, bonusLifeMs } = moneyConfigOf(state, siteId)
  const multiple = command.multiple ?? bonusMultiple
  if (point <= 0n || point > mostBonus) return refusalReply('INVALID_REQUEST', { key: 'point' })
  if (multiple < 0 || multiple > mostMultiple) return refusalReply('INVALID_REQUEST', { key: 'multiple' })
  if (purse.member.row.status === 'DENY') return refusalReply('ACCOUNT_DENIED')
  const cap = point * BigInt(bonusCapTimes)
  const reason = command.reason.trim()
  const { grant, row } = giveBonus(
    state,
    purse,
    { type: 'PB', couponId: null, point, multiple, cap, lifeMs: bonusLifeMs, reason },
    turn,
  )
  tidyBonus(state, purse, turn)
  return { status: 200, body: grantWire(row, grant) }
}

/** Takes bonus money back (PM), as far as it is not at stake; two persons have agreed. */
export function deductBonus(state: State, command: DeductBonus, turn: Turn): Reply {
  const { siteId, memberId, point } = command
  if (!command.approval) return refusalReply('PERMISSION_DENIED')
  const purse = purseOf(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  if (point <= 0n) return refusalReply('INVALID_REQUEST', { key: 'point' })
  const wallet = bonusWallet(state, memberId)
  const free = wallet ? freeBonus(wallet) : 0n
  const taken = free < point ? free : point
  const row = wallet && takeBack(state, purse, wallet, taken, command.reason.trim(), turn)
  if (!row) return refusalReply('BALANCE_INSUFFICIENT')
  takeFromGrants(state, memberId, taken, turn)
  tidyBonus(state, purse, turn)
  return { status: 200, body: dnwWire(row) }
}
