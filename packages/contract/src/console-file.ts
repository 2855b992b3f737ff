import { z } from 'zod'
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
import { consoleFxEndpoints } from './console-fx.ts'
import { consoleHouseEndpoints } from './console-house.ts'
import { consoleLedgerEndpoints } from './console-ledger.ts'
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
import { consoleRiskEndpoints } from './console-risk.ts'
import { consoleSiteEndpoints } from './console-site.ts'
import { consoleStaffEndpoints } from './console-staff.ts'
import { consoleStatementEndpoints } from './console-statement.ts'
import { consoleSuspenseEndpoints } from './console-suspense.ts'
import type { Endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'

/** The rows of a file at most; a filter that matches more is refused. */
export const mostExported = 100_000

const CsvFile = z.string().meta({
  description: `text/csv in UTF-8 with byte order mark, as a stream: every row that the filter matches, ${mostExported} at most, masked as the list is`,
})

type ListCall = Endpoint & { readonly method: 'GET'; readonly auth: 'staff' }
type FileOf<E extends ListCall> = Pick<
  E,
  'tag' | 'permission' | 'auth' | 'method' | Extract<keyof E, 'params' | 'query'>
> & {
  readonly path: `${E['path']}.csv`
  readonly summary: string
  readonly rate: 'desk'
  readonly response: typeof CsvFile
  readonly errors: readonly ErrorCode[]
}

/** The same list as a file: its filters and its permission, without pages. */
function fileOf<const E extends ListCall>(list: E): FileOf<E> {
  const { page: _, size: __, ...filters } = list.query?.shape ?? {}
  const errors = [...list.errors, 'EXPORT_TOO_LARGE', 'TRY_AGAIN_LATER'] as const
  return {
    ...list,
    path: `${list.path}.csv`,
    summary: `${list.summary} (CSV)`,
    query: z.object(filters),
    rate: 'desk',
    response: CsvFile,
    errors: [...new Set(errors)],
  } as unknown as FileOf<E>
}

export const consoleFileEndpoints = {
  auditFile: fileOf(consoleAuditEndpoints.auditList),
  couponFile: fileOf(consoleBonusEndpoints.couponList),
  fixingFile: fileOf(consoleFxEndpoints.fxFixings),
  economicFile: fileOf(consoleEconomicEndpoints.economicDesk),
  articleFile: fileOf(consoleArticleEndpoints.deskArticles),
  chatFile: fileOf(consoleChatEndpoints.chatEnded),
  inquiriesFile: fileOf(consoleContactEndpoints.inquiryList),
  cannedFile: fileOf(consoleContactEndpoints.cannedList),
  messageFile: fileOf(consoleMessageEndpoints.deskMessages),
  noticeFile: fileOf(consoleContentEndpoints.deskNotices),
  deskFile: fileOf(consoleDnwEndpoints.deskList),
  approvalFile: fileOf(consoleDnwEndpoints.approvalList),
  treasuryFile: fileOf(consoleHouseEndpoints.treasuryMoves),
  kpiFile: fileOf(consoleLedgerEndpoints.kpiList),
  retentionFile: fileOf(consoleLedgerEndpoints.retentionList),
  houseResultFile: fileOf(consoleLedgerEndpoints.houseResults),
  ledgerFile: fileOf(consoleLedgerEndpoints.ledgerList),
  memberFile: fileOf(consoleMemberEndpoints.deskMembers),
  memberSignInFile: fileOf(consoleMemberEndpoints.deskMemberSignIns),
  memberDnwFile: fileOf(consoleRecordEndpoints.deskMemberDnw),
  memberBetFile: fileOf(consoleRecordEndpoints.deskMemberBets),
  memberOrderFile: fileOf(consoleRecordEndpoints.deskMemberOrders),
  memberFillFile: fileOf(consoleRecordEndpoints.deskMemberFills),
  memberPositionFile: fileOf(consoleRecordEndpoints.deskMemberPositions),
  optionFile: fileOf(consoleOptionEndpoints.optionHistory),
  outgoingFile: fileOf(consoleOutgoingEndpoints.outgoingList),
  webhookFile: fileOf(consoleOutgoingEndpoints.webhookList),
  refusedWebhookFile: fileOf(consoleOutgoingEndpoints.refusedWebhookList),
  p2pFile: fileOf(consoleP2pEndpoints.p2pDeskList),
  partnerFile: fileOf(consolePartnerEndpoints.deskPartners),
  commissionFile: fileOf(consoleCommissionEndpoints.commissionLines),
  commissionPostingFile: fileOf(consoleCommissionEndpoints.commissionPostings),
  reconcileFile: fileOf(consoleReconcileEndpoints.reconcileLines),
  siteFile: fileOf(consoleSiteEndpoints.siteList),
  staffFile: fileOf(consoleStaffEndpoints.staffList),
  importFile: fileOf(consoleStatementEndpoints.statementImportLines),
  tariffFile: fileOf(consoleStatementEndpoints.tariffList),
  waitingFile: fileOf(consoleStatementEndpoints.statementWaiting),
  suspenseFile: fileOf(consoleSuspenseEndpoints.suspenseList),
}

/** A table that another answer brings as a whole, as a file: under the permission of that answer. */
function tableOf<const E extends ListCall, const P extends `${string}.csv`>(
  { tag, permission, auth, method }: E,
  path: P,
  summary: string,
) {
  const errors = ['EXPORT_TOO_LARGE', 'TRY_AGAIN_LATER'] as const
  return {
    tag,
    permission,
    auth,
    method,
    path,
    summary: `${summary} (CSV)`,
    rate: 'desk',
    response: CsvFile,
    errors,
  } as const
}

export const consoleTableEndpoints = {
  marketTable: tableOf(consoleRiskEndpoints.exposure, '/api/console/exposure/market.csv', '종목별 노출'),
  largestTable: tableOf(consoleRiskEndpoints.exposure, '/api/console/exposure/largest.csv', '큰 포지션'),
  roundTable: tableOf(consoleRiskEndpoints.exposure, '/api/console/exposure/round.csv', '결정되지 않은 회차의 노출'),
  accountTable: tableOf(consoleHouseEndpoints.treasury, '/api/console/treasury/account.csv', '하우스 계정'),
  statementTable: tableOf(consoleHouseEndpoints.treasury, '/api/console/treasury/statement.csv', '명세 잔액'),
  merchantTable: tableOf(consoleMerchantEndpoints.merchantList, '/api/console/merchant.csv', 'P2P 상인'),
  bankTable: tableOf(consoleSiteEndpoints.siteBanks, '/api/console/site/bank.csv', '회원이 입금하는 계좌'),
  healthTable: tableOf(consoleOutgoingEndpoints.providerHealth, '/api/console/provider/health.csv', '제공사 상태'),
  optionTable: tableOf(consoleOptionEndpoints.optionValues, '/api/console/option/value.csv', '설정의 값'),
  breakTable: tableOf(
    consoleReconcileEndpoints.reconciliation,
    '/api/console/reconciliation/break.csv',
    '대사의 규칙과 불일치',
  ),
  rightTable: tableOf(consoleStaffEndpoints.staffList, '/api/console/staff/right.csv', '역할마다 할 수 있는 일'),
  siteTable: tableOf(consoleOverviewEndpoints.siteOverviews, '/api/console/overview/site.csv', '내 사이트 모두'),
  providerTable: tableOf(
    consoleProviderSettingEndpoints.providerSettings,
    '/api/console/site/provider.csv',
    '사이트의 제공사(비밀값 없이)',
  ),
  walletTable: tableOf(consoleSiteEndpoints.siteShow, '/api/console/site/wallet.csv', '사이트의 지갑과 코인'),
  capTable: tableOf(consoleCapEndpoints.capList, '/api/console/cap.csv', '직원의 1회 한도'),
}
