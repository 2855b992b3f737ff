import { byProvider, bySystem, type OutgoingRow } from '@maru/core'
import type { CallBody } from '@maru/provider-protocol'
import type { Deps } from '../../deps.ts'
import type { Seal } from '../../members/index.ts'
import type { Courier, Outcome } from '../../outgoing/index.ts'
import type { ProviderAnswer, Providers } from '../../providers/index.ts'
import { bankName } from '../banks.ts'
import { payoutTargetOf } from '../payout-accounts.ts'
import { p2pOrderById } from './store.ts'

interface Setup {
  readonly deps: Pick<Deps, 'db' | 'core'>
  readonly providers: Providers
  readonly seal: Seal
}

/** What the core wrote into the row. */
interface Payload {
  readonly orderId: number
  readonly memberId: number
  /** Of a sale. */
  readonly accountId: number | null
  /** Of the order that asked for it; absent from calls that were written by an older version. */
  readonly version?: number
  readonly body: Omit<CallBody<'p2p'>, 'idempotencyKey' | 'account'>
}

/**
 * Tells merchants of the steps of an order. The core is asked before each call whether the order still stands as the call says: nobody pays for one
 * that is over. It hears where to pay before the row of the call says that it was answered.
 */
export function p2pCourier({ deps, providers, seal }: Setup): Pick<Courier, 'send'> {
  const { db, core } = deps

  async function send(row: OutgoingRow): Promise<Outcome> {
    const { orderId, memberId, accountId, version = null, body } = row.payload as unknown as Payload
    const provider = await providers.of(row.siteId, 'p2p')
    if (provider === null) return { state: 'AGAIN', error: 'the site has no merchants' }
    const target =
      accountId === null ? null : await db.system((tx) => payoutTargetOf(tx, seal, row.siteId, memberId, accountId))
    const account = target !== null && 'bank' in target.to ? { account: target.to.bank } : {}
    const of = { orderId, closed: await closedOrder(row.siteId, orderId), step: body.step, version } as const
    const sending = await core.submit({ kind: 'p2pSending', ...bySystem(row.siteId), ...of })
    const code = sending.status >= 400 ? (sending.body as { code: string }).code : null
    if (code === 'WITHDRAW_FROZEN' || code === 'WITHDRAW_PAUSED') return { state: 'HELD', error: code }
    // The order has gone on: there is nothing to tell any more.
    if (code !== null) return { state: 'SENT' }
    const answer = await provider.call('p2p', { ...body, ...account }, { idempotencyKey: row.id })
    if (answer.outcome === 'UNKNOWN') return { state: 'UNKNOWN', error: answer.detail ?? 'no answer' }
    // Taken over, and nobody has said where to pay yet: it is asked again.
    if (answer.outcome === 'PENDING' && body.step === 'open') return { state: 'PENDING' }
    if (body.step === 'open') await tell(row, orderId, answer)
    return answer.outcome === 'FAILED'
      ? { state: 'FAILED', error: answer.detail ?? 'no reason given' }
      : { state: 'SENT' }
  }

  async function tell(row: OutgoingRow, orderId: number, { outcome, result }: ProviderAnswer<'p2p'>): Promise<void> {
    const account = result?.account
    await core.submit({
      kind: 'p2pAnswered',
      ...byProvider(row.siteId, 'p2p', row.id),
      orderId,
      closed: await closedOrder(row.siteId, orderId),
      isTaken: outcome === 'DONE',
      account: account ? `${bankName(account.bank) ?? account.bank} ${account.number} ${account.holder}` : '',
      memo: result?.memo ?? '',
    })
  }

  /** The order, where the database holds it as closed: the core knows open ones only. */
  async function closedOrder(siteId: number, orderId: number) {
    const order = await db.system((tx) => p2pOrderById(tx, siteId, orderId))
    return order === null || order.closedAt === null ? null : order
  }

  return { send }
}
