import { announceWallet } from '../../announce.ts'
import type { Leg, Wallet } from '../../ledger.ts'
import { change, type State, type Turn } from '../../state.ts'
import type { Minor } from '../../types.ts'
import { walletOf } from '../deposit.ts'
import { addLeg } from '../rows.ts'
import { type Purse, purseOf } from '../state.ts'
import { bonusesOf, bonusWallet, dropFrom, freeBonus, type Grant, grantsOf } from './state.ts'
import type { GrantState } from './tables.ts'

/**
 * What of a member's free bonus belongs to one of his open grants: all of it where he has one, else in the proportion in which they were
 * given, rounded down.
 */
function shareOf(state: State, grant: Grant, wallet: Wallet): Minor {
  const all = grantsOf(state, grant.row.memberId)
  const free = freeBonus(wallet)
  if (all.length <= 1) return free
  return (free * grant.row.point) / all.reduce((sum, { row }) => sum + row.point, 0n)
}

/** Ends one grant: what is its share goes back to the house. Other grants keep some, for it is rounded down. */
export function closeShare(state: State, grant: Grant, as: GrantState, turn: Turn): void {
  const { siteId, memberId } = grant.row
  const purse = purseOf(state, siteId, memberId)!
  const wallet = bonusWallet(state, memberId)!
  const share = shareOf(state, grant, wallet)
  end(state, grant, { state: as }, turn)
  takeBack(state, purse, wallet, share, `BONUS_${as}`, turn)
}

/** Money of a member left the house: he has no bonus any more. What is at stake goes when it is decided. */
export function forfeitBonus(state: State, purse: Purse, turn: Turn): void {
  const { memberId } = purse.member.row
  const wallet = bonusWallet(state, memberId)
  if (!wallet) return
  for (const grant of [...grantsOf(state, memberId)]) end(state, grant, { state: 'FORFEITED' }, turn)
  takeBack(state, purse, wallet, freeBonus(wallet), 'BONUS_FORFEITED', turn)
}

/** What a grant's turnover reached becomes cash, up to its cap, as soon as no bonus is at stake; the rest of its share is the house's. */
export function convertReached(state: State, purse: Purse, turn: Turn): void {
  const { memberId } = purse.member.row
  const wallet = bonusWallet(state, memberId)
  if (!wallet || wallet.firm > 0n) return
  for (const grant of [...grantsOf(state, memberId)]) {
    if (grant.row.done < grant.row.required) continue
    const share = shareOf(state, grant, wallet)
    const cash = share < grant.row.cap ? share : grant.row.cap
    end(state, grant, { state: 'CONVERTED', converted: cash }, turn)
    if (cash > 0n) payCash(state, purse, wallet, cash, turn)
    takeBack(state, purse, wallet, share - cash, 'BONUS_CAP', turn)
  }
}

/** After a change of a bonus wallet: grants that nothing is left of end, and money that no grant stands for goes back. */
export function tidyBonus(state: State, purse: Purse, turn: Turn): void {
  convertReached(state, purse, turn)
  const { memberId } = purse.member.row
  const wallet = bonusWallet(state, memberId)
  if (!wallet || wallet.firm > 0n) return
  const open = [...grantsOf(state, memberId)]
  if (wallet.row.posted === 0n) for (const grant of open) end(state, grant, { state: 'SPENT' }, turn)
  else if (open.length === 0) takeBack(state, purse, wallet, wallet.row.posted, 'BONUS_FORFEITED', turn)
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
  change(turn.effects, 'bonusGrants', grant, { ...as, closedAt: turn.wall })
}
