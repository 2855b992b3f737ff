import type { CommandRules } from '../book.ts'
import { payCommissions, refusePay, refuseReject, rejectCommission } from '../commissions/pay.ts'
import { refusalReply } from '../idempotency.ts'
import { query } from '../query.ts'
import type { Now, State, Turn } from '../state.ts'
import type { Command, EpochMs, Refusal, Reply } from '../types.ts'
import { createCoupon, refuseCoupon } from './bonus/coupons.ts'
import { deductBonus, grantBonus, refuseDeductBonus, refuseGrant } from './bonus/desk.ts'
import { deductCash, refuseDeduct } from './guards.ts'
import { payRest, refusePayRest } from './rest.ts'
import { assignSuspense, refuseAssign } from './suspense.ts'
import { moveHouse, refuseMove } from './treasury/move-house.ts'

/** What moves money and takes two persons: it is judged when it is requested, and again when the second person agrees. */
export type JudgedByTwo = Extract<
  Command,
  {
    readonly kind:
      | 'assignSuspense'
      | 'payRest'
      | 'deductCash'
      | 'moveHouse'
      | 'grantBonus'
      | 'deductBonus'
      | 'createCoupon'
      | 'payCommissions'
      | 'rejectCommission'
  }
>
type Refuse<C> = (state: State, command: C, now: Now) => Reply | null
type CommandOf<K> = Extract<JudgedByTwo, { readonly kind: K }>

const refusals: { readonly [K in JudgedByTwo['kind']]: Refuse<CommandOf<K>> } = {
  assignSuspense: refuseAssign,
  payRest: refusePayRest,
  deductCash: refuseDeduct,
  moveHouse: refuseMove,
  grantBonus: refuseGrant,
  deductBonus: refuseDeductBonus,
  createCoupon: refuseCoupon,
  payCommissions: refusePay,
  rejectCommission: refuseReject,
}

export const judgedByTwo = Object.keys(refusals) as readonly JudgedByTwo['kind'][]

export const isJudgedByTwo = (command: Command): command is JudgedByTwo => Object.hasOwn(refusals, command.kind)

type Run<K> = (state: State, command: CommandOf<K>, turn: Turn) => Reply

/** Runs a command once nothing refuses it and a second person has agreed. */
function ofTwo<K extends JudgedByTwo['kind']>(kind: K, run: Run<K>): Run<K> {
  const refuse: Refuse<CommandOf<K>> = refusals[kind]
  return (state, command, turn) =>
    command.approval ? (refuse(state, command, turn) ?? run(state, command, turn)) : refusalReply('PERMISSION_DENIED')
}

export const commandsOfTwo = {
  assignSuspense: { actors: ['staff'], key: 'client', run: ofTwo('assignSuspense', assignSuspense) },
  payRest: { actors: ['staff'], key: 'client', run: ofTwo('payRest', payRest) },
  deductCash: { actors: ['staff'], key: 'client', run: ofTwo('deductCash', deductCash) },
  moveHouse: { actors: ['staff'], key: 'client', run: ofTwo('moveHouse', moveHouse) },
  grantBonus: { actors: ['staff'], key: 'client', run: ofTwo('grantBonus', grantBonus) },
  deductBonus: { actors: ['staff'], key: 'client', run: ofTwo('deductBonus', deductBonus) },
  createCoupon: { actors: ['staff'], key: 'client', run: ofTwo('createCoupon', createCoupon) },
  payCommissions: { actors: ['staff'], key: 'client', run: ofTwo('payCommissions', payCommissions) },
  rejectCommission: { actors: ['staff'], key: 'client', run: ofTwo('rejectCommission', rejectCommission) },
} satisfies CommandRules

interface Requested {
  readonly siteId: number
  readonly wall: EpochMs
  readonly command: JudgedByTwo
}

export const twoPersonsQueries = {
  /** Why a command of two persons would be refused now, whoever agrees to it; null: nothing refuses it. */
  'money.refusal': query('house', (state, { command, wall }: Requested, at): Refusal | null => {
    const refuse = refusals[command.kind] as Refuse<JudgedByTwo>
    const reply = refuse(state, command, { at, wall })
    return reply && (reply.body as Refusal)
  }),
}
