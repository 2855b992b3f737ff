import type { Case } from './case.ts'
import type { Findings } from './findings.ts'
import { sumBig } from './sums.ts'

/** A member's balance is his grants plus the results of his fills and nights. */
export function judgeMoney({ accounts, records }: Case, findings: Findings): undefined {
  for (const [memberId, { posted, reserved }] of records.wallets) {
    const fills = accounts.fillsOf(memberId)
    const results = sumBig(fills.map(({ realizedPnl, fee }) => realizedPnl - fee))
    const own = records.postings.filter((posting) => posting.memberId === memberId)
    const of = (reason: string) =>
      sumBig(own.filter((posting) => posting.reason === reason).map(({ amount }) => amount))
    const fromFills = of('OVERSEA_PNL') + of('OVERSEA_FEE')
    if (fromFills !== results) findings.say(`${memberId}: fills came to ${results}, the ledger says ${fromFills}`)
    const total = of('DEMO_GRANT') + results + of('OVERSEA_FINANCING') + of('OVERSEA_INSURANCE')
    if (total !== posted) findings.say(`${memberId} has ${posted} instead of ${total}`)
    const open = records.positions.filter((one) => one.memberId === memberId && one.closedAt === null)
    if (sumBig(open.map(({ margin }) => margin)) !== reserved) findings.say(`${memberId} holds back ${reserved}`)
    findings.count('money', 'what a member has is what he was given, his fills and his nights')
    if (of('OVERSEA_INSURANCE') > 0n) findings.count('money', 'losses that insurance covered')
  }
}
