import { byMember, type Command, type IdempotencyKey, type Refusal, refusalReply } from '@maru/core'
import type { Deps } from '../deps.ts'
import { CoreAnswer, type Member } from '../http/index.ts'

type CancelOrder = Extract<Command, { kind: 'cancelOrder' }>

/** A call of a member that runs once per key. */
interface MemberCall {
  readonly member: Member
  readonly idempotency: IdempotencyKey
}

/** The cancel commands of a book. */
export const cancelsOf = (deps: Pick<Deps, 'core' | 'db'>, book: CancelOrder['book']) => ({
  cancelOrder: ({ member, idempotency, body }: MemberCall & { readonly body: { readonly id: number } }) =>
    cancelOrder(deps, { kind: 'cancelOrder', ...byMember(member, idempotency), book, id: body.id }),

  /** Cancels the open orders of one contract, or of all. */
  cancelOrders: async ({ member, idempotency }: MemberCall, optionId: number | null = null) =>
    new CoreAnswer(await deps.core.submit({ kind: 'cancelOrders', ...byMember(member, idempotency), book, optionId })),
})

/** Cancels an open order. The core forgets orders that are done, so whether an unknown one was ever there is asked of the database. */
async function cancelOrder({ core, db }: Pick<Deps, 'core' | 'db'>, command: CancelOrder): Promise<CoreAnswer> {
  const reply = await core.submit(command)
  const isUnknown = reply.status >= 400 && (reply.body as Refusal).code === 'ORDER_CANCEL_NOT_FOUND'
  if (!isUnknown || !(await isDone(db, command))) return new CoreAnswer(reply)
  return new CoreAnswer({ ...reply, ...refusalReply('ORDER_CANCEL_ALREADY_CLOSED') })
}

const isDone = (db: Deps['db'], { siteId, memberId, book, id }: CancelOrder): Promise<boolean> =>
  db.tenant(siteId, async (tx) => {
    const rows = await tx.query(
      `select 1 from trading_order
        where site_id = $1 and id = $2 and member_id = $3 and book = $4 and closed_at is not null`,
      [siteId, id, memberId, book],
    )
    return rows.length > 0
  })
