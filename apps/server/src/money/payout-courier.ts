import { bySystem, type OutgoingRow, PAYOUT_RETENTION_MS, providerMember, tables } from '@maru/core'
import type { CallBody } from '@maru/provider-protocol'
import type { Deps } from '../deps.ts'
import { select } from '../journal/index.ts'
import type { Seal } from '../members/index.ts'
import type { Courier, Outcome } from '../outgoing/index.ts'
import type { Provider, ProviderAnswer, Providers } from '../providers/index.ts'
import { payoutTargetOf } from './payout-accounts.ts'
import { tellPayout } from './payout-news.ts'

/** Why a payout waits in the house, and goes on by itself later. */
const held: ReadonlySet<string> = new Set(['WITHDRAW_FROZEN', 'WITHDRAW_PAUSED', 'PAYOUT_BARRED'])

interface Setup {
  readonly deps: Pick<Deps, 'db' | 'core' | 'clocks'>
  readonly providers: Providers
  readonly seal: Seal
}

/** What the core wrote into the row. */
interface Payload {
  readonly payoutId: number
  readonly dnwId: number
  readonly memberId: number
  /** null: the member's account at the provider. */
  readonly accountId: number | null
  readonly amount: string
  readonly currency: string
}

/**
 * Pays withdrawals through the site's provider. The core knows that a payout is being sent before the call leaves, and hears each answer
 * before the row says it. What nobody knows is asked for; only after the provider's signed "not known" is the same key sent again.
 */
export function payoutCourier({ deps, providers, seal }: Setup): Courier {
  const { db, core, clocks } = deps

  async function send(row: OutgoingRow): Promise<Outcome> {
    const payload = row.payload as unknown as Payload
    const provider = await providerOf(row)
    if (provider === null) return { state: 'AGAIN', error: `the site has no provider ${row.provider}` }
    const target = await targetOf(row.siteId, payload)
    if (target === null) return { state: 'AGAIN', error: 'the account cannot be read' }
    const { payoutId } = payload
    const sending = await core.submit({ kind: 'payoutSending', ...bySystem(row.siteId), payoutId })
    const code = sending.status >= 400 ? (sending.body as { code: string }).code : null
    if (code !== null && held.has(code)) return { state: 'HELD', error: code }
    // It is paid or over already: nothing may leave any more.
    if (code !== null) return { state: 'SENT' }
    const answer = await provider.call('payout', callOf(row.siteId, payload, target), { idempotencyKey: row.id })
    return tell(row, payload, answer)
  }

  async function resolve(row: OutgoingRow): Promise<Outcome> {
    const provider = await providerOf(row)
    if (provider === null) return { state: 'UNKNOWN', error: `the site has no provider ${row.provider}` }
    const answer = await provider.status('payout', row.id)
    if (answer !== 'ABSENT') return tell(row, row.payload as unknown as Payload, answer)
    if (await isOver(row)) return { state: 'SENT' }
    const isKept = clocks.wall() - row.createdAt < PAYOUT_RETENTION_MS
    return isKept
      ? { state: 'AGAIN', error: 'the provider does not know it' }
      : { state: 'UNKNOWN', error: 'the provider no longer knows: its statement decides' }
  }

  /** Whether it ended without its provider: by a statement, or by two persons. */
  async function isOver({ siteId, id }: OutgoingRow): Promise<boolean> {
    const closed = 'where site_id = $1 and key = $2 and closed_at is not null'
    return (await db.system((tx) => select(tx, tables.payouts, closed, [siteId, id]))).length > 0
  }

  async function targetOf(siteId: number, { memberId, accountId }: Payload): Promise<{ readonly to: PayoutTo } | null> {
    if (accountId === null) return { to: { member: providerMember(siteId, memberId) } }
    return db.system((tx) => payoutTargetOf(tx, seal, siteId, memberId, accountId))
  }

  const providerOf = ({ siteId, provider }: OutgoingRow): Promise<Provider | null> =>
    providers.of(siteId, provider as Provider['name'])

  async function tell(
    row: OutgoingRow,
    { payoutId, currency }: Payload,
    answer: ProviderAnswer<'payout'>,
  ): Promise<Outcome> {
    const { siteId, provider } = row
    await tellPayout(deps, { siteId, provider, payoutId, currency }, answer, `${row.id}:${row.attempts}`)
    if (answer.outcome === 'DONE') return { state: 'SENT' }
    if (answer.outcome === 'PENDING') return { state: 'PENDING' }
    return { state: answer.outcome, error: answer.detail ?? '' }
  }

  // A payout that was taken over is asked for until it is over, at the latest every ten minutes.
  return { mostAttempts: 600, forgets: false, send, resolve }
}

function callOf(siteId: number, { dnwId, memberId, amount, currency }: Payload, { to }: { readonly to: PayoutTo }) {
  return { reference: `w-${dnwId}`, member: providerMember(siteId, memberId), amount, currency, to }
}

type PayoutTo = CallBody<'payout'>['to']
