import { alertEndpoints } from './alert.ts'
import { articleEndpoints } from './article.ts'
import { certiEndpoints } from './certi.ts'
import { chatEndpoints } from './chat.ts'
import { consoleAlarmEndpoints } from './console-alarm.ts'
import { consoleArticleEndpoints } from './console-article.ts'
import { consoleAuditEndpoints } from './console-audit.ts'
import { consoleBonusEndpoints } from './console-bonus.ts'
import { consoleCapEndpoints } from './console-cap.ts'
import { consoleChatEndpoints } from './console-chat.ts'
import { consoleCommissionEndpoints } from './console-commission.ts'
import { consoleContactEndpoints } from './console-contact.ts'
import { consoleContentEndpoints } from './console-content.ts'
import { consoleDnwEndpoints } from './console-dnw.ts'
import { consoleEconomicEndpoints } from './console-economic.ts'
import { consoleFileEndpoints, consoleTableEndpoints } from './console-file.ts'
import { consoleFilterEndpoints } from './console-filter.ts'
import { consoleFxEndpoints } from './console-fx.ts'
import { consoleHouseEndpoints } from './console-house.ts'
import { consoleLedgerEndpoints } from './console-ledger.ts'
import { consoleMaintenanceEndpoints } from './console-maintenance.ts'
import { consoleMemberEndpoints } from './console-member.ts'
import { consoleMerchantEndpoints } from './console-merchant.ts'
import { consoleMessageEndpoints } from './console-message.ts'
import { consoleOptionEndpoints } from './console-option.ts'
import { consoleOutgoingEndpoints } from './console-outgoing.ts'
import { consoleOverviewEndpoints } from './console-overview.ts'
import { consoleP2pEndpoints } from './console-p2p.ts'
import { consolePartnerEndpoints } from './console-partner.ts'
import { consoleProviderSettingEndpoints } from './console-provider-setting.ts'
import { consoleReconcileEndpoints } from './console-reconcile.ts'
import { consoleRecordEndpoints } from './console-record.ts'
import { consoleRequestEndpoints } from './console-request.ts'
import { consoleRiskEndpoints } from './console-risk.ts'
import { consoleRiskGroupEndpoints } from './console-risk-group.ts'
import { consoleSiteEndpoints } from './console-site.ts'
import { consoleStaffEndpoints } from './console-staff.ts'
import { consoleStatementEndpoints } from './console-statement.ts'
import { consoleSuspenseEndpoints } from './console-suspense.ts'
import { contactEndpoints } from './contact.ts'
import { contentEndpoints } from './content.ts'
import { couponEndpoints } from './coupon.ts'
import { economicEndpoints } from './economic.ts'
import { evidenceEndpoints } from './evidence.ts'
import { fileEndpoints } from './file.ts'
import { futuresEndpoints } from './futures.ts'
import { halvingEndpoints } from './halving.ts'
import { liabilityEndpoints } from './liabilities.ts'
import { commandEndpoints, memberEndpoints, siteEndpoints } from './member.ts'
import { membershipEndpoints } from './membership.ts'
import { messageEndpoints } from './message.ts'
import { moneyEndpoints } from './money.ts'
import { exchangeEndpoints } from './money-exchange.ts'
import { p2pEndpoints } from './money-p2p.ts'
import { providerEndpoints } from './money-provider.ts'
import { transferEndpoints } from './money-transfer.ts'
import { moneyWalletEndpoints } from './money-wallet.ts'
import { overseaEndpoints } from './oversea.ts'
import { partnerEndpoints } from './partner.ts'
import { partnerProfitEndpoints } from './partner-profit.ts'
import { securityEndpoints } from './security.ts'
import { statementFileEndpoints } from './statement-file.ts'
import { statisticsEndpoints } from './statistics.ts'
import { tradeEndpoints } from './trade.ts'

export { accentFault } from './accent.ts'
export * from './alarm-kinds.ts'
export * from './alert.ts'
export * from './article.ts'
export * from './certi.ts'
export * from './chat.ts'
export * from './console-alarm.ts'
export * from './console-article.ts'
export * from './console-audit.ts'
export * from './console-bonus.ts'
export * from './console-cap.ts'
export * from './console-chat.ts'
export * from './console-commission.ts'
export * from './console-contact.ts'
export * from './console-content.ts'
export * from './console-dnw.ts'
export * from './console-economic.ts'
export * from './console-file.ts'
export * from './console-filter.ts'
export * from './console-fx.ts'
export * from './console-house.ts'
export * from './console-ledger.ts'
export * from './console-maintenance.ts'
export * from './console-member.ts'
export * from './console-merchant.ts'
export * from './console-message.ts'
export * from './console-option.ts'
export * from './console-outgoing.ts'
export * from './console-overview.ts'
export * from './console-p2p.ts'
export * from './console-partner.ts'
export * from './console-provider-setting.ts'
export * from './console-reconcile.ts'
export * from './console-record.ts'
export * from './console-request.ts'
export * from './console-risk.ts'
export * from './console-risk-group.ts'
export * from './console-site.ts'
export * from './console-staff.ts'
export * from './console-statement.ts'
export * from './console-suspense.ts'
export * from './contact.ts'
export * from './content.ts'
export * from './coupon.ts'
export * from './currencies.ts'
export * from './economic.ts'
export * from './endpoint.ts'
export * from './enums.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './evidence.ts'
export * from './file.ts'
export * from './futures.ts'
export * from './halving.ts'
export * from './liabilities.ts'
export * from './member.ts'
export * from './member-marks.ts'
export * from './membership.ts'
export * from './message.ts'
export * from './messages.ts'
export * from './money.ts'
export * from './money-arrival.ts'
export * from './money-exchange.ts'
export * from './money-hold.ts'
export * from './money-p2p.ts'
export * from './money-provider.ts'
export * from './money-row.ts'
export * from './money-transfer.ts'
export * from './money-wallet.ts'
export * from './oversea.ts'
export * from './paging.ts'
export * from './partner.ts'
export * from './partner-profit.ts'
export * from './permissions.ts'
export * from './primitives.ts'
export * from './request-flags.ts'
export * from './security.ts'
export * from './statement-file.ts'
export * from './statistics.ts'
export * from './step-up.ts'
export * from './trade.ts'

/** Every call of the API by name. */
export const endpoints = {
  ...siteEndpoints,
  ...memberEndpoints,
  ...partnerEndpoints,
  ...partnerProfitEndpoints,
  ...securityEndpoints,
  ...certiEndpoints,
  ...commandEndpoints,
  ...tradeEndpoints,
  ...futuresEndpoints,
  ...overseaEndpoints,
  ...moneyEndpoints,
  ...exchangeEndpoints,
  ...transferEndpoints,
  ...p2pEndpoints,
  ...moneyWalletEndpoints,
  ...providerEndpoints,
  ...consoleAuditEndpoints,
  ...consoleDnwEndpoints,
  ...consoleRequestEndpoints,
  ...consoleOverviewEndpoints,
  ...consoleRiskEndpoints,
  ...consoleCapEndpoints,
  ...consoleMaintenanceEndpoints,
  ...consoleStaffEndpoints,
  ...consoleLedgerEndpoints,
  ...consoleMemberEndpoints,
  ...consoleRecordEndpoints,
  ...consoleProviderSettingEndpoints,
  ...consoleMerchantEndpoints,
  ...consoleSiteEndpoints,
  ...consoleStatementEndpoints,
  ...statementFileEndpoints,
  ...consoleOptionEndpoints,
  ...consoleOutgoingEndpoints,
  ...consoleP2pEndpoints,
  ...consolePartnerEndpoints,
  ...consoleCommissionEndpoints,
  ...consoleReconcileEndpoints,
  ...consoleSuspenseEndpoints,
  ...consoleBonusEndpoints,
  ...consoleHouseEndpoints,
  ...consoleFileEndpoints,
  ...consoleTableEndpoints,
  ...consoleRiskGroupEndpoints,
  ...couponEndpoints,
  ...contentEndpoints,
  ...articleEndpoints,
  ...messageEndpoints,
  ...contactEndpoints,
  ...chatEndpoints,
  ...economicEndpoints,
  ...consoleEconomicEndpoints,
  ...consoleFxEndpoints,
  ...consoleChatEndpoints,
  ...consoleContactEndpoints,
  ...consoleMessageEndpoints,
  ...consoleFilterEndpoints,
  ...consoleContentEndpoints,
  ...consoleAlarmEndpoints,
  ...consoleArticleEndpoints,
  ...fileEndpoints,
  ...evidenceEndpoints,
  ...halvingEndpoints,
  ...liabilityEndpoints,
  ...statisticsEndpoints,
  ...membershipEndpoints,
  ...alertEndpoints,
}
export type Endpoints = typeof endpoints
