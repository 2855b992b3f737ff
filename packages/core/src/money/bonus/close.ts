import { announceWallet } from '../../announce.ts'
import type { Leg, Wallet } from '../../ledger.ts'
import { change, type State, type Turn } from '../../state.ts'
import type { Minor } from '../../types.ts'
import { walletOf } from '../deposit.ts'
import { addLeg } from '../rows.ts'
import { type Purse, purseOf } from '../state.ts'
import { bonusesOf, bonusWallet, dropFrom, freeBonus, type Grant, grantsOf, stakedOf } from './state.ts'
import type { GrantState } from './tables.ts'

/** Its time is over: what of it is not at stake goes back to the house. Other grants keep theirs. */
export function expireGrant(state: State, grant: Grant, turn: Turn): void {
  const { siteId, memberId, remainder } = grant.row
  const purse = purseOf(state, siteId, memberId)!
  const wallet = bonusWallet(state, memberId)!
  end(state, grant, { state: 'EXPIRED' }, turn)
  takeBack(state, purse, wallet, remainder, 'BONUS_EXPIRED', turn)
}

/** Money of a member left the house: he has no bonus any more. What is at stake goes when it is decided. */
export function forfeitBonus(state: State, purse: Purse, turn: Turn): void {
  const { memberId } = purse.member.row
  const wallet = bonusWallet(state, memberId)
  if (!wallet) return
  for (const grant of [...grantsOf(state, memberId)]) end(state, grant, { state: 'FORFEITED' }, turn)
  takeBack(state, purse, wallet, freeBonus(wallet), 'BONUS_FORFEITED', turn)
}

/** Whether a grant's turnover is done. */
export const isReached = ({ row }: Grant): boolean => row.done >= row.required

/** What of a grant whose turnover is reached becomes cash, up to its cap, as soon as nothing of it is at stake; the rest of it is the house's. */
export function convertReached(state: State, purse: Purse, turn: Turn): void {
  const { memberId } = purse.member.row
  const wallet = bonusWallet(state, memberId)
  if (!wallet) return
  for (const grant of [...grantsOf(state, memberId)]) {
    if (!isReached(grant) || stakedOf(state, grant.row.id) > 0n) continue
    const { remainder, cap } = grant.row
    const cash = remainder < cap ? remainder : cap
    end(state, grant, { state: 'CONVERTED', converted: cash }, turn)
    if (cash > 0n) payCash(state, purse, wallet, cash, turn)
    takeBack(state, purse, wallet, remainder - cash, 'BONUS_CAP', turn)
  }
}

/** After a change of a bonus wallet: grants that nothing is left of end, and money that no grant stands for goes back. */
export function tidyBonus(state: State, purse: Purse, turn: Turn): void {
  convertReached(state, purse, turn)
  const { memberId } = purse.member.row
  const wallet = bonusWallet(state, memberId)
  if (!wallet) return
  let orphaned = freeBonus(wallet)
  for (const grant of [...grantsOf(state, memberId)]) {
    const { id, remainder } = grant.row
    orphaned -= remainder
    if (remainder === 0n && stakedOf(state, id) === 0n) end(state, grant, { state: 'SPENT' }, turn)
  }
  takeBack(state, purse, wallet, orphaned, 'BONUS_FORFEITED', turn)
}

/** Gives bonus money back to the house; a row says why. Nothing where it is 0. */
export function takeBack(
  state: State,
  purse: Purse,
  wallet: Wallet,
  point: Minor,
  reason: string,
  turn: Turn,
): ReturnType<typeof addLeg> | null {
  if (point === 0n) return null
  const { siteId } = wallet.row
  const id = turn.nextId()
  const legs = [
    { wallet, amount: -point },
    { siteId, account: 'BONUS_EXP', currency: 'KRW', amount: point },
  ] as const
  const txnId = state.ledger.move(legs, 'BONUS_RETURN', id, turn, turn.effects)
  announceWallet(wallet, turn.effects)
  const of = { id, walletType: 'BONUS', currency: 'KRW', point, won: point, houseAccount: 'BONUS_EXP' } as const
  return addLeg(purse, { ...of, type: 'PM', txnId, reason }, turn)
}

function payCash(state: State, purse: Purse, wallet: Wallet, point: Minor, turn: Turn): void {
  const cash = walletOf(state, purse, 'BINARY', turn)
  const [id, pairId] = [turn.nextId(), turn.nextId()]
  const legs: Leg[] = [
    { wallet, amount: -point },
    { wallet: cash, amount: point },
  ]
  const txnId = state.ledger.move(legs, 'BONUS_CONVERSION', id, turn, turn.effects)
  const shared = { currency: 'KRW', point, won: point, txnId, reason: 'BONUS_CONVERTED' } as const
  addLeg(purse, { ...shared, id, pairId, type: 'TO', walletType: 'BONUS' }, turn)
  addLeg(purse, { ...shared, id: pairId, pairId: id, type: 'TI', walletType: 'BINARY' }, turn)
  for (const one of [wallet, cash]) announceWallet(one, turn.effects)
}

function end(
  state: State,
  grant: Grant,
  as: { readonly state: GrantState; readonly converted?: Minor },
  turn: Turn,
): void {
  dropFrom(bonusesOf(state).grants, grant.row.memberId, grant)
  change(turn.effects, 'bonusGrants', grant, { ...as, remainder: 0n, closedAt: turn.wall })
}
