import { bySystem, tables } from '@maru/core'
import type { Deps } from '../deps.ts'
import { select } from '../journal/index.ts'
import { tellPayout } from '../money/index.ts'
import type { Tx } from '../ports.ts'
import { absent, type Provider, type Providers, payoutKeyIn } from '../providers/index.ts'
import { type Bar, openBars } from '../restoration/index.ts'
import { kstDay, readStatementsOf, reconcileSite } from '../statements/index.ts'
import type { Job } from './scheduler.ts'

interface Setup {
  readonly deps: Pick<Deps, 'db' | 'core' | 'log'>
  readonly providers: Providers
  /** Epoch ms of the wall clock. */
  readonly now: () => number
}

/**
 * Asks each provider that a restored backup barred what was paid since: what became of every payout that is open here, and its statements.
 * Then its payouts go on. One that cannot be asked, or that the site is not set up for, stays barred.
 */
export function payoutBarJob(setup: Setup): Job {
  const { deps, providers } = setup
  return {
    name: 'payout-bars',
    everyMs: 30_000,
    async run(signal) {
      let count = 0
      for (const bar of (await deps.db.system(openBars)).filter(({ siteId }) => deps.core.serves(siteId))) {
        signal.throwIfAborted()
        const provider = await providers.of(bar.siteId, bar.provider as Provider['name'])
        if (provider === null || !(await ask(setup, bar, provider, signal))) continue
        await nameStrangers(deps, bar)
        const { siteId, barredAt } = bar
        await deps.core.submit({ kind: 'liftPayoutBar', ...bySystem(siteId), provider: bar.provider, barredAt })
        deps.log.warn(bar, 'the provider was asked what was paid since the backup: its payouts go on')
        count += 1
      }
      return count
    },
  }
}

/** Whether the provider answered for everything. */
async function ask(setup: Setup, bar: Bar, provider: Provider, signal: AbortSignal): Promise<boolean> {
  const { deps } = setup
  const { siteId, barredAt } = bar
  const open = await deps.db.system((tx) =>
    select(tx, tables.payouts, 'where site_id = $1 and provider = $2 and closed_at is null', [siteId, bar.provider]),
  )
  let isWhole = true
  for (const { id: payoutId, key, currency } of open) {
    signal.throwIfAborted()
    const answer = await provider.status('payout', key)
    if (answer === absent) continue
    if (answer.outcome === 'UNKNOWN') isWhole = false
    else
      await tellPayout(deps, { siteId, provider: bar.provider, payoutId, currency }, answer, `${key}:after:${barredAt}`)
  }
  if (!(await readStatementsOf(setup, provider, bar.since, signal))) isWhole = false
  await reconcileSite(setup, siteId)
  if (!isWhole)
    deps.log.warn(bar, 'the provider cannot be asked yet what was paid since the backup: its payouts stay barred')
  return isWhole
}

/** What the provider paid by keys that nobody here knows left by payouts that came after the backup: it is missing in the books. */
async function nameStrangers({ db, log }: Setup['deps'], { siteId, provider, since }: Bar): Promise<void> {
  const lines = await db.system((tx) => strangersIn(tx, siteId, provider, kstDay(since)))
  if (lines.length > 0)
    log.error(
      { siteId, provider, lines },
      'a provider paid what the restored house knows nothing of: its statement has lines that nothing fits',
    )
}

async function strangersIn(tx: Tx, siteId: number, provider: string, from: string) {
  const rows = await tx.query<{ reference: string; amount: string; currency: string }>(
    `select l.reference, l.amount, l.currency from statement_line l
      where l.site_id = $1 and l.provider = $2 and l.kind = 'payout' and l.txn_id is null and l.gone_at is null and l.day >= $3
        and not exists (select from payout p where p.site_id = l.site_id and p.key = l.reference)
      order by l.day, l.reference limit 100`,
    [siteId, provider, from],
  )
  return rows.filter(({ reference }) => payoutKeyIn(reference) !== null)
}
