import type { FastifyInstance } from 'fastify'
import type { SecondPerson } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { registerAccounts } from './accounts.ts'
import { registerBonusDesk } from './bonus-desk.ts'
import { registerCorrections } from './corrections.ts'
import { registerCoupons } from './coupons.ts'
import { registerDesk } from './desk.ts'
import { registerDeskNotes } from './desk-notes.ts'
import { registerDeskReads } from './desk-reads.ts'
import { registerExchange } from './exchange.ts'
import { registerGroupDesk } from './group-desk.ts'
import { registerHistory } from './history.ts'
import { registerOverview } from './overview.ts'
import { registerP2p } from './p2p/calls.ts'
import { registerP2pDesk } from './p2p/desk.ts'
import { registerMerchantDesk } from './p2p/merchant-desk.ts'
import type { MoneyParts } from './parts.ts'
import { registerPayee } from './payee.ts'
import { registerPayoutEnds } from './payout-ends.ts'
import { registerProviderPages } from './provider-pages.ts'
import { registerRequests } from './requests.ts'
import { registerRest } from './rest.ts'
import { registerMoneySite } from './site-info.ts'
import { registerSuspense } from './suspense.ts'
import { registerSuspenseCandidates } from './suspense-candidates.ts'
import { registerTransfers } from './transfers.ts'
import { registerTreasury } from './treasury.ts'

export { bankFilterFor, bankName, offeredBanks } from './banks.ts'
export { p2pCourier } from './p2p/courier.ts'
export { payoutCourier } from './payout-courier.ts'
export { tellPayout } from './payout-news.ts'
export { registerProviderCalls } from './provider-calls.ts'
export { standingTasks, waitingAt } from './tasks.ts'
export { refuseWorthAbove } from './worth-caps.ts'

/** Money in and out: requests, their history, accounts and addresses, the desk. */
export function registerMoney(app: FastifyInstance, deps: Deps, parts: MoneyParts, second: SecondPerson): void {
  registerMoneySite(app, deps)
  registerAccounts(app, deps, parts)
  registerRequests(app, deps, parts)
  registerExchange(app, deps)
  registerTransfers(app, deps, parts)
  registerHistory(app, deps)
  registerOverview(app, deps)
  registerDeskReads(app, deps)
  registerDeskNotes(app, deps)
  registerPayee(app, deps, parts)
  registerDesk(app, deps, second)
  registerSuspense(app, deps, second)
  registerSuspenseCandidates(app, deps, parts.seal)
  registerRest(app, deps, second)
  registerCorrections(app, deps, second)
  registerPayoutEnds(app, deps, second)
  registerTreasury(app, deps, second)
  registerGroupDesk(app, deps, second)
  registerCoupons(app, deps)
  registerBonusDesk(app, deps, second)
  registerP2p(app, deps, parts)
  registerP2pDesk(app, deps, second)
  registerMerchantDesk(app, deps, second)
  registerProviderPages(app, deps, parts)
}
