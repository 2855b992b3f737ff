import { byProvider, parseMinor, tables } from '@maru/core'
import type { Deps } from '../deps.ts'
import { select } from '../journal/index.ts'
import type { ProviderAnswer } from '../providers/index.ts'

/** A payout, as far as its provider's answer is about it. */
interface Named {
  readonly siteId: number
  readonly provider: string
  readonly payoutId: number
  readonly currency: string
}

/** Has the core hear what a provider answered about a payout. `event` names the answer: the same one is heard once. */
export async function tellPayout(
  { db, core }: Pick<Deps, 'db' | 'core'>,
  { siteId, provider, payoutId, currency }: Named,
  answer: ProviderAnswer<'payout'>,
  event: string,
): Promise<void> {
  const [payout] = await db.system((tx) =>
    select(tx, tables.payouts, 'where site_id = $1 and id = $2 and closed_at is not null', [siteId, payoutId]),
  )
  const outcome = outcomes[answer.outcome]
  await core.submit({
    kind: 'payoutOutcome',
    ...byProvider(siteId, provider, `${event}:${outcome}`),
    payoutId,
    outcome,
    providerRef: answer.providerRef ?? '',
    detail: answer.detail ?? '',
    fee: parseMinor(answer.result?.fee ?? '0', currency) ?? 0n,
    closed: payout ?? null,
  })
}

const outcomes = { PENDING: 'SENT', DONE: 'CONFIRMED', FAILED: 'FAILED', UNKNOWN: 'UNKNOWN' } as const
