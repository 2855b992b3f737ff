import { type Minor, tables } from '@maru/core'
import type { Confirmation, WebhookKind } from '@maru/provider-protocol'
import type { Deps } from '../deps.ts'
import { select } from '../journal/index.ts'
import type { Tx } from '../ports.ts'
import { amountOf } from './amounts.ts'
import { coinFact } from './coin-facts.ts'
import type { FactDispatcher, FactHandler, ProviderFact } from './dispatcher.ts'
import { foreignFact } from './fact-sources.ts'
import { absent, type Providers } from './port.ts'
import { orderIdIn, payoutKeyIn, requestIdIn } from './references.ts'
import type { Registrations } from './registrations.ts'
import { type ReportedFact, reportFact } from './report-fact.ts'
import { Later, Unreadable } from './unreadable.ts'

/** Money from which on the provider is asked whether it is really there. */
const pullFrom: Minor = 10_000_000n
const unreachableMs = 5_000
const pendingMs = 10_000
const barredMs = 10_000

interface Sources {
  readonly facts: FactDispatcher
  readonly providers: Providers
  readonly registrations: Registrations
}

/** Hands what providers tell of money to the core, each event once: money that came, coins, and payouts. */
export function takeMoneyFacts({ facts, providers, registrations }: Sources, deps: Deps): void {
  registrations.takeFacts(facts)
  const takes = <K extends WebhookKind>(kind: K, factOf: (fact: ProviderFact<K>) => Promise<ReportedFact>) => {
    const handler: FactHandler<K> = async (fact) => {
      const { siteId, provider, told } = fact
      const { status, body } = await reportFact(deps, { siteId, provider, event: told.event }, await factOf(fact))
      const code = status < 400 ? null : String((body as { code?: unknown }).code)
      if (code === 'PAYOUT_BARRED')
        throw new Later('a backup was restored, and the provider was not asked yet', barredMs)
      if (code !== null) return code
      return (body as { isForeign?: true }).isForeign ? foreignFact : null
    }
    facts.on(kind, handler)
  }

  /** What the provider answers when it is asked about money that it told of. */
  async function confirmed(
    { siteId, provider }: Pick<ProviderFact, 'siteId' | 'provider'>,
    providerRef: string,
  ): Promise<Confirmation> {
    const answer = await (await providers.of(siteId, provider))?.confirmation(providerRef)
    if (answer === undefined || answer === null) throw new Later('the provider cannot be asked now', unreachableMs)
    if (answer === absent) throw new Unreadable('the provider does not know this money when it is asked')
    return answer
  }

  takes('deposit', async (fact) => {
    const { siteId, told } = fact
    const { currency, providerRef } = told
    let amount = amountOf(told.amount, currency)
    if (currency !== 'KRW' || amount >= pullFrom) {
      const answer = await confirmed(fact, providerRef)
      if (answer.state === 'PENDING') throw new Later('the provider does not confirm it yet', pendingMs)
      if (answer.state === 'REVERSED' || answer.currency !== currency)
        throw new Unreadable(`the provider says ${answer.state} ${answer.amount} ${answer.currency} when it is asked`)
      amount = amountOf(answer.amount, currency)
    }
    const requestId = requestIdIn(told.reference)
    return {
      kind: 'deposit',
      requestId,
      reference: told.reference ?? '',
      providerRef,
      amount,
      currency,
      payer: told.payer.name ?? '',
      houseSub: '',
      closed:
        requestId === null
          ? null
          : await closedRow(deps, siteId, (tx) => select(tx, tables.dnw, closedById, [siteId, requestId])),
    }
  })

  takes('coin', async (fact) => {
    const { siteId, told } = fact
    const answer = await confirmed(fact, `${told.txid}:${told.output}`)
    // What is told late may be over: what the provider says now counts.
    if (told.reorged === true && answer.state !== 'REVERSED') throw new Later('told as gone, and confirmed', pendingMs)
    return coinFact(deps, siteId, told, answer)
  })

  takes('p2p', async ({ siteId, told }) => {
    const orderId = orderIdIn(told.reference)
    if (orderId === null) throw new Unreadable('it names no order')
    return {
      kind: 'p2p',
      orderId,
      state: told.state,
      amount: amountOf(told.amount, told.currency),
      currency: told.currency,
      payer: told.payer?.name ?? null,
      closed: await closedRow(deps, siteId, (tx) => select(tx, tables.p2pOrders, closedWithId, [siteId, orderId])),
    }
  })

  takes('payout', async ({ siteId, told }) => {
    const key = payoutKeyIn(told.idempotencyKey)
    const [payout] =
      key === null ? [] : await deps.db.tenant(siteId, (tx) => select(tx, tables.payouts, withKey, [siteId, key]))
    if (payout === undefined) throw new Unreadable('it names no payout')
    return {
      kind: 'payout',
      payoutId: payout.id,
      state: told.state,
      providerRef: told.providerRef,
      fee: told.fee === undefined ? 0n : amountOf(told.fee, told.currency),
      detail: told.reason ?? '',
      closed: payout.closedAt === null ? null : payout,
    }
  })
}

const closedById = 'where site_id = $1 and id = $2 and processed_at is not null'
const withKey = 'where site_id = $1 and key = $2'
const closedWithId = 'where site_id = $1 and id = $2 and closed_at is not null'

async function closedRow<T>({ db }: Deps, siteId: number, read: (tx: Tx) => Promise<T[]>): Promise<T | null> {
  const [row] = await db.tenant(siteId, read)
  return row ?? null
}
