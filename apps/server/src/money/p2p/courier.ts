import { byProvider, type OutgoingRow } from '@maru/core'
import type { CallBody } from '@maru/provider-protocol'
import type { Deps } from '../../deps.ts'
import type { Seal } from '../../members/index.ts'
import type { Courier, Outcome } from '../../outgoing/index.ts'
import type { ProviderAnswer, Providers } from '../../providers/index.ts'
import { bankName } from '../banks.ts'
import { payoutTargetOf } from '../payout-accounts.ts'

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
  readonly body: Omit<CallBody<'p2p'>, 'idempotencyKey' | 'account'>
}

/** Tells merchants of the steps of an order. The core hears where to pay before the row of the call says that it was answered. */
export function p2pCourier({ deps, providers, seal }: Setup): Pick<Courier, 'send'> {
  const { db, core } = deps

  async function send(row: OutgoingRow): Promise<Outcome> {
    const { orderId, memberId, accountId, body } = row.payload as unknown as Payload
    const provider = await providers.of(row.siteId, 'p2p')
    if (provider === null) return { state: 'AGAIN', error: 'the site has no merchants' }
    const target =
      accountId === null ? null : await db.system((tx) => payoutTargetOf(tx, seal, row.siteId, memberId, accountId))
    const account = target !== null && 'bank' in target.to ? { account: target.to.bank } : {}
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
      closed: null,
      isTaken: outcome === 'DONE',
      account: account ? `${bankName(account.bank) ?? account.bank} ${account.number} ${account.holder}` : '',
      memo: result?.memo ?? '',
    })
  }

  return { send }
}
