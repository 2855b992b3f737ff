import { refusalReply } from '../../idempotency.ts'
import type { State, Turn } from '../../state.ts'
import type { Command, Reply } from '../../types.ts'
import { moneyConfigOf } from '../config.ts'
import { purseOf, readPurse } from '../state.ts'
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

/** Why a member cannot be given a bonus; null: he can. */
export function refuseGrant(state: State, command: GrantBonus): Reply | null {
  const { siteId, memberId, point } = command
  const purse = readPurse(state, siteId, memberId)
  if (!purse) return refusalReply('USER_NOT_FOUND')
  const multiple = multipleOf(state, command)
  if (point <= 0n || point > mostBonus) return refusalReply('INVALID_REQUEST', { key: 'point' })
  if (multiple < 0 || multiple > mostMultiple) return refusalReply('INVALID_REQUEST', { key: 'multiple' })
  return purse.member.row.status === 'DENY' ? refusalReply('ACCOUNT_DENIED') : null
}

/** How often a bonus is turned over. */
const multipleOf = (state: State, { siteId, multiple }: GrantBonus): number =>
  multiple ?? moneyConfigOf(state, siteId).bonusMultiple

/** Gives a member a bonus (PB). */
export function grantBonus(state: State, command: GrantBonus, turn: Turn): Reply {
  const { siteId, memberId, point } = command
  const purse = purseOf(state, siteId, memberId)!
  const { bonusCapTimes, bonusLifeMs } = moneyConfigOf(state, siteId)
  const multiple = multipleOf(state, command)
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

/** Why no bonus money can be taken back of a member; null: some can. */
export function refuseDeductBonus(state: State, { siteId, memberId, point }: DeductBonus): Reply | null {
  if (!readPurse(state, siteId, memberId)) return refusalReply('USER_NOT_FOUND')
  if (point <= 0n) return refusalReply('INVALID_REQUEST', { key: 'point' })
  const wallet = bonusWallet(state, memberId)
  return wallet && freeBonus(wallet) > 0n ? null : refusalReply('BALANCE_INSUFFICIENT')
}

/** Takes bonus money back (PM), as far as it is not at stake. */
export function deductBonus(state: State, command: DeductBonus, turn: Turn): Reply {
  const { siteId, memberId, point } = command
  const purse = purseOf(state, siteId, memberId)!
  const wallet = bonusWallet(state, memberId)!
  const free = freeBonus(wallet)
  const taken = free < point ? free : point
  const row = takeBack(state, purse, wallet, taken, command.reason.trim(), turn)!
  takeFromGrants(state, memberId, taken, turn)
  tidyBonus(state, purse, turn)
  return { status: 200, body: dnwWire(row) }
}
