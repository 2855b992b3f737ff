import { announceWallet } from '../../announce.ts'
import { cell } from '../../effects.ts'
import { formatMinor } from '../../money.ts'
import type { State, Turn } from '../../state.ts'
import type { Minor } from '../../types.ts'
import { walletOf } from '../deposit.ts'
import { addLeg } from '../rows.ts'
import type { Purse } from '../state.ts'
import type { DnwRow } from '../tables.ts'
import { dnwWire } from '../wire.ts'
import { expireGrant, isReached } from './close.ts'
import { addTo, bonusesOf, type Grant } from './state.ts'
import type { BonusGrantRow } from './tables.ts'

/** What a member is given, and what it asks for. */
export interface Given {
  readonly type: 'B' | 'PB'
  readonly couponId: number | null
  readonly point: Minor
  readonly multiple: number
  readonly cap: Minor
  readonly lifeMs: number
  readonly reason: string
}

/** Gives a member bonus money: it may be staked in rounds, and is his cash once its turnover is reached. */
export function giveBonus(
  state: State,
  purse: Purse,
  given: Given,
  turn: Turn,
): { readonly grant: Grant; readonly row: DnwRow } {
  const { siteId, memberId } = purse.member.row
  const { type, couponId, point, multiple, cap, lifeMs, reason } = given
  const wallet = walletOf(state, purse, 'BONUS', turn)
  const id = turn.nextId()
  const legs = [
    { siteId, account: 'BONUS_EXP', currency: 'KRW', amount: -point },
    { wallet, amount: point },
  ] as const
  const txnId = state.ledger.move(legs, 'BONUS', id, turn, turn.effects)
  const expiresAt = turn.wall + lifeMs
  const row = addLeg(
    purse,
    {
      id,
      type,
      walletType: 'BONUS',
      currency: 'KRW',
      point,
      won: point,
      houseAccount: 'BONUS_EXP',
      reason,
      expiresAt,
      txnId,
    },
    turn,
  )
  const grant = cell<BonusGrantRow>({
    siteId,
    id,
    memberId,
    couponId,
    point,
    remainder: point,
    required: point * BigInt(multiple),
    done: 0n,
    cap,
    converted: 0n,
    state: 'OPEN',
    grantedAt: turn.wall,
    expiresAt,
    closedAt: null,
  })
  turn.effects.put('bonusGrants', grant)
  keepGrant(state, grant)
  announceWallet(wallet, turn.effects)
  return { grant, row }
}

/** Keeps an open grant until it ends: a new one, or one of the database. */
export function keepGrant(state: State, grant: Grant): void {
  addTo(bonusesOf(state).grants, grant.row.memberId, grant)
  state.dueWall.push(grant.row.expiresAt, (now, turn) => {
    // What reached its turnover becomes cash as soon as its stakes are decided.
    if (grant.row.closedAt === null && !isReached(grant)) expireGrant(now, grant, turn)
  })
}

/** The row of a grant as its member sees it, with how far its turnover is. */
export const grantWire = (row: DnwRow, { row: grant }: Grant) => ({ ...dnwWire(row), turnover: turnoverWire(grant) })

/** How far the turnover of a grant is. */
export function turnoverWire({
  required,
  done,
  cap,
  state,
}: Pick<BonusGrantRow, 'required' | 'done' | 'cap' | 'state'>) {
  const remain = required > done ? required - done : 0n
  const [a, b, c, d] = [required, done, remain, cap].map((sum) => formatMinor(sum, 'KRW')) as [
    string,
    string,
    string,
    string,
  ]
  return { required: a, done: b, remain: c, cap: d, state }
}
