import type {
  ApprovalField,
  Bet,
  CannedAnswer,
  CommissionLineRow,
  CommissionPosting,
  ConsoleArticle,
  ConsoleCoupon,
  ConsoleNotice,
  DeskFill,
  DeskInquiryRow,
  DeskListRow,
  DeskMessage,
  DeskOrder,
  DeskP2pOrder,
  DeskPosition,
  DeskSession,
  DnwRow,
  EconomicEvent,
  EndedChat,
  Fixing,
  HouseMove,
  HouseResult,
  ImportLine,
  KpiDay,
  LedgerEntry,
  ListedAct,
  ListedApproval,
  ListedMember,
  ListedStaff,
  OutgoingCall,
  PartnerRow,
  ReceivedEvent,
  ReconcileLine,
  RefusedWebhook,
  RetentionWeek,
  SiteRow,
  Suspense,
  Tariff,
  WaitingLine,
} from '@maru/contract'
import {
  accountWord,
  articleCategoryWords,
  articleKindWords,
  audienceWords,
  betSideWords,
  betStatusWords,
  bookWords,
  callKindWords,
  callStateWords,
  endWord,
  eventStateWords,
  houseMoveWords,
  importChangeWords,
  lineKindWord,
  lineStateWords,
  marketTypeWords,
  memberStatusWords,
  noticeCategoryWords,
  noticeStateWords,
  orderStatusWords,
  p2pStateWords,
  positionStatusWords,
  productWords,
  reasonWord,
  requestStatusWords,
  requestTypeWords,
  sideWords,
  suspenseCauseWords,
  suspenseStateWords,
  tradeTypeWords,
  walletWord,
  webhookFaultWords,
} from '@maru/contract/desk-words'
import { type BothLanguages, inEach, type Language, wordingIn } from '@maru/contract/language'
import { commissionTypeWords, partnerLevelWord, partnerStatusWords } from '@maru/contract/table-words'
import type { Columns } from './file.ts'

// What stands in the files of the console's lists: never more than the list shows or could show.

const kstOffsetMs = 9 * 3_600_000
/** A moment in Korea, as a spreadsheet reads it. */
export const timeCell = (at: number | null): string | null =>
  at === null ? null : new Date(at + kstOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

export const memberColumns: Columns<ListedMember> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '이름', en: 'Name' }, ({ name }) => name],
  [{ ko: '아이디', en: 'Username' }, ({ username }) => username],
  [{ ko: '닉네임', en: 'Nickname' }, ({ nick }) => nick],
  [{ ko: '휴대폰', en: 'Mobile' }, ({ phone }) => phone],
  [{ ko: '이메일', en: 'Email' }, ({ email }) => email],
  [{ ko: '상태', en: 'State' }, ({ status }) => memberStatusWords[status]],
  [{ ko: '모바일', en: 'Mobile app' }, ({ isMobileBlocked }) => (isMobileBlocked ? { ko: '차단', en: 'Blocked' } : '')],
  [{ ko: '원화', en: 'KRW' }, ({ won }) => won],
  [{ ko: '선물 지갑', en: 'Futures wallet' }, ({ usdt }) => usdt],
  [{ ko: '30일 손익 KRW(수수료 후)', en: 'PnL in 30 days, KRW (after fees)' }, ({ resultWon }) => resultWon],
  [{ ko: '30일 손익 USDT(수수료 후)', en: 'PnL in 30 days, USDT (after fees)' }, ({ resultUsdt }) => resultUsdt],
  [{ ko: '마지막 접속', en: 'Last seen' }, ({ lastSeenAt }) => (lastSeenAt === null ? '' : timeCell(lastSeenAt))],
  [{ ko: '가입', en: 'Joined' }, ({ createdAt }) => timeCell(createdAt)],
]

export const sessionColumns: Columns<DeskSession> = [
  [{ ko: '로그인', en: 'Signed in' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '기기', en: 'Device' }, ({ device }) => device],
  ['IP', ({ ip }) => ip],
  [{ ko: '마지막 사용', en: 'Last used' }, ({ lastSeenAt }) => timeCell(lastSeenAt)],
  [{ ko: '종료', en: 'End' }, ({ endedAt }) => timeCell(endedAt)],
  [{ ko: '종료 사유', en: 'Why it ended' }, ({ endReason }) => endReason],
]

export const requestColumns: Columns<DnwRow> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '시각', en: 'Time' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '유형', en: 'Type' }, ({ type }) => requestTypeWords[type]],
  [{ ko: '지갑', en: 'Wallet' }, ({ walletType }) => walletWord(walletType)],
  [{ ko: '상대', en: 'Counterparty' }, ({ account, counterparty }) => account || counterparty],
  [{ ko: '금액', en: 'Amount' }, ({ point }) => point],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '수수료', en: 'Fee' }, ({ fee }) => fee],
  [{ ko: '상태', en: 'State' }, ({ status }) => requestStatusWords[status]],
  [{ ko: '사유', en: 'Cause' }, ({ reason }) => reason],
  [{ ko: '처리', en: 'Processed' }, ({ processedAt }) => timeCell(processedAt)],
  [{ ko: '거래', en: 'Transaction' }, ({ txnId }) => txnId],
]

export const betColumns: Columns<Bet> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '시각', en: 'Time' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '종목', en: 'Instrument' }, ({ koName }) => koName],
  [{ ko: '방식', en: 'Kind' }, ({ tradeType }) => tradeTypeWords[tradeType]],
  [{ ko: '회차', en: 'Round' }, ({ roundNo }) => roundNo],
  [{ ko: '방향', en: 'Side' }, ({ type }) => betSideWords[type]],
  [{ ko: '금액', en: 'Amount' }, ({ point }) => point],
  [{ ko: '배당률', en: 'Payout rate' }, ({ payoutRate }) => payoutRate],
  [{ ko: '기준가', en: 'Strike price' }, ({ strikePrice }) => strikePrice],
  [{ ko: '마감가', en: 'Close price' }, ({ closePrice }) => closePrice],
  [{ ko: '결과', en: 'Result' }, ({ status }) => betStatusWords[status]],
  [{ ko: '손익', en: 'PnL' }, ({ profit }) => profit],
  [{ ko: '무효 사유', en: 'Void reason' }, ({ voidReason }) => voidReason],
]

export const orderColumns: Columns<DeskOrder> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '시각', en: 'Time' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '상품', en: 'Product' }, ({ book }) => bookWords[book]],
  [{ ko: '종목', en: 'Instrument' }, ({ koName }) => koName],
  [{ ko: '방향', en: 'Side' }, ({ side }) => sideWords[side]],
  [{ ko: '유형', en: 'Type' }, ({ marketType }) => marketTypeWords[marketType]],
  [{ ko: '수량', en: 'Quantity' }, ({ qty }) => qty ?? { ko: '전량', en: 'All' }],
  [{ ko: '가격', en: 'Price' }, ({ price }) => price],
  [{ ko: '발동 가격', en: 'Trigger price' }, ({ triggerPrice }) => triggerPrice],
  [{ ko: '체결 수량', en: 'Filled quantity' }, ({ filledQty }) => filledQty],
  [{ ko: '평균 체결가', en: 'Average fill price' }, ({ avgPrice }) => avgPrice],
  [{ ko: '수수료', en: 'Fee' }, ({ fee }) => fee],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '상태', en: 'State' }, ({ status }) => orderStatusWords[status]],
  [{ ko: '사유', en: 'Cause' }, ({ reason }) => endWord(reason)],
  [{ ko: '종료', en: 'End' }, ({ closedAt }) => timeCell(closedAt)],
]

export const fillColumns: Columns<DeskFill> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '시각', en: 'Time' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '상품', en: 'Product' }, ({ book }) => bookWords[book]],
  [{ ko: '종목', en: 'Instrument' }, ({ koName }) => koName],
  [{ ko: '방향', en: 'Side' }, ({ side }) => sideWords[side]],
  [{ ko: '유형', en: 'Type' }, ({ marketType }) => marketTypeWords[marketType]],
  [
    { ko: '진입 · 청산', en: 'Entry · exit' },
    ({ isClose }) => (isClose ? { ko: '청산', en: 'Exit' } : { ko: '진입', en: 'Entry' }),
  ],
  [{ ko: '수량', en: 'Quantity' }, ({ qty }) => qty],
  [{ ko: '가격', en: 'Price' }, ({ price }) => price],
  [{ ko: '미끄러짐', en: 'Slippage' }, ({ slippage }) => slippage],
  [{ ko: '수수료', en: 'Fee' }, ({ fee }) => fee],
  [{ ko: '손익', en: 'PnL' }, ({ realizedPnl }) => realizedPnl],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '주문', en: 'Order' }, ({ orderId }) => orderId],
  [{ ko: '포지션', en: 'Position' }, ({ positionId }) => positionId],
]

export const positionColumns: Columns<DeskPosition> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '시각', en: 'Time' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '상품', en: 'Product' }, ({ book }) => bookWords[book]],
  [{ ko: '종목', en: 'Instrument' }, ({ koName }) => koName],
  [{ ko: '방향', en: 'Side' }, ({ side }) => sideWords[side]],
  [{ ko: '상태', en: 'State' }, ({ status }) => positionStatusWords[status]],
  [{ ko: '수량', en: 'Quantity' }, ({ qty }) => qty],
  [{ ko: '진입가', en: 'Entry price' }, ({ entryPrice }) => entryPrice],
  [{ ko: '종료가', en: 'Exit price' }, ({ closePrice }) => closePrice],
  [{ ko: '현재가', en: 'Mark price' }, ({ markPrice }) => markPrice],
  [{ ko: '평가 손익(수수료 전)', en: 'Open PnL (before fees)' }, ({ openPnl }) => openPnl],
  [{ ko: '강제 청산가', en: 'Liquidation price' }, ({ liquidPrice }) => liquidPrice],
  [{ ko: '레버리지', en: 'Leverage' }, ({ leverage }) => leverage],
  [{ ko: '증거금', en: 'Margin' }, ({ margin }) => margin],
  [{ ko: '수수료', en: 'Fee' }, ({ fee }) => fee],
  [{ ko: '펀딩 · 보유 비용', en: 'Funding · financing' }, ({ funding }) => funding],
  [{ ko: '실현 손익(수수료 전)', en: 'Realised PnL (before fees)' }, ({ realizedPnl }) => realizedPnl],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '끝낸 것', en: 'Ended by' }, ({ closeReason }) => endWord(closeReason)],
  [{ ko: '종료', en: 'End' }, ({ closedAt }) => timeCell(closedAt)],
]

export const kpiColumns: Columns<KpiDay> = [
  [{ ko: '날짜', en: 'Day' }, ({ day }) => day],
  [{ ko: '활동 회원', en: 'Active members' }, ({ actives }) => actives],
  [{ ko: '가입', en: 'Sign-ups' }, ({ joined }) => joined],
  [{ ko: '입금 회원', en: 'Depositors' }, ({ depositors }) => depositors],
  [{ ko: '입금액', en: 'Deposits' }, ({ deposits }) => deposits],
]
export const retentionColumns: Columns<RetentionWeek> = [
  [{ ko: '가입한 주', en: 'Week of sign-up' }, ({ week }) => week],
  [{ ko: '가입', en: 'Sign-ups' }, ({ joined }) => joined],
  [{ ko: '1주 뒤', en: '1 week later' }, ({ after1 }) => after1],
  [{ ko: '4주 뒤', en: '4 weeks later' }, ({ after4 }) => after4],
  [{ ko: '8주 뒤', en: '8 weeks later' }, ({ after8 }) => after8],
  [{ ko: '12주 뒤', en: '12 weeks later' }, ({ after12 }) => after12],
]
export const houseResultColumns: Columns<HouseResult> = [
  [{ ko: '날', en: 'Day' }, ({ day }) => day],
  [{ ko: '사이트', en: 'Site' }, ({ site }) => site],
  [{ ko: '상품', en: 'Product' }, ({ line }) => productWords[line]],
  [{ ko: '종목', en: 'Instrument' }, ({ instrument }) => instrument],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '손익(수수료 전)', en: 'Result (before fees)' }, ({ result }) => result],
  [{ ko: '수수료', en: 'Fees' }, ({ fees }) => fees],
]

export const ledgerColumns: Columns<LedgerEntry> = [
  [{ ko: '시각', en: 'Time' }, ({ at }) => timeCell(at)],
  [{ ko: '회원', en: 'Member' }, ({ memberId }) => memberId],
  [{ ko: '유형', en: 'Type' }, ({ reason }) => reasonWord(reason)],
  [{ ko: '지갑', en: 'Wallet' }, ({ walletType }) => walletWord(walletType)],
  [{ ko: '증감', en: 'Change' }, ({ amount }) => amount],
  [{ ko: '잔액', en: 'Balance' }, ({ balance }) => balance],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '거래', en: 'Transaction' }, ({ txnId }) => txnId],
  [{ ko: '근거', en: 'Source' }, ({ refId }) => refId],
]

export const deskColumns: Columns<DeskListRow> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '신청', en: 'Request' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '유형', en: 'Type' }, ({ type }) => requestTypeWords[type]],
  [{ ko: '회원', en: 'Member' }, ({ memberId }) => memberId],
  [{ ko: '아이디', en: 'Username' }, ({ username }) => username],
  [{ ko: '이름', en: 'Name' }, ({ name }) => name],
  [{ ko: '계좌', en: 'Account' }, ({ account }) => account],
  [{ ko: '금액', en: 'Amount' }, ({ point }) => point],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '상태', en: 'State' }, ({ status }) => requestStatusWords[status]],
  [
    { ko: '위험 표시', en: 'Risk flags' },
    ({ flagWords }) => inEach((language) => flagWords.map((words) => wordingIn(words, language)).join(' / ')),
  ],
  [{ ko: '처리', en: 'Processed' }, ({ processedAt }) => timeCell(processedAt)],
]

const none: BothLanguages = { ko: '없음', en: 'None' }
const fieldText = ({ label, before, after }: ApprovalField, language: Language): string => {
  const change = before === null ? '' : `${wordingIn(before, language)} → `
  return `${wordingIn(label, language)} ${change}${wordingIn(after ?? none, language)}`
}
export const approvalColumns: Columns<ListedApproval> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '요청', en: 'Requested' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '작업', en: 'What' }, ({ kind }) => kind],
  [{ ko: '대상', en: 'Subject' }, ({ subjectId }) => subjectId],
  [
    { ko: '내용', en: 'Content' },
    ({ fields }) => inEach((language) => fields.map((field) => fieldText(field, language)).join(' · ')),
  ],
  [{ ko: '사유', en: 'Reason' }, ({ reason }) => reason],
  [{ ko: '요청한 직원', en: 'Requested by' }, ({ requestedByName }) => requestedByName],
  [{ ko: '기한', en: 'Deadline' }, ({ expiresAt }) => timeCell(expiresAt)],
  [{ ko: '상태', en: 'State' }, ({ state }) => state],
]

export const suspenseColumns: Columns<Suspense> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '입금 시각', en: 'Came in' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '보낸 사람', en: 'Sender' }, ({ payer }) => payer],
  [{ ko: '제공사', en: 'Provider' }, ({ provider }) => provider],
  [{ ko: '제공사 번호', en: 'Provider’s number' }, ({ providerRef }) => providerRef],
  [{ ko: '금액', en: 'Amount' }, ({ amount }) => amount],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '사유', en: 'Cause' }, ({ cause }) => suspenseCauseWords[cause]],
  [{ ko: '상태', en: 'State' }, ({ state }) => suspenseStateWords[state]],
  [{ ko: '처리', en: 'Processed' }, ({ closedAt }) => timeCell(closedAt)],
]

export const p2pColumns: Columns<DeskP2pOrder> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '주문', en: 'Order' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '회원', en: 'Member' }, ({ memberId }) => memberId],
  [{ ko: '이름', en: 'Name' }, ({ name }) => name],
  [{ ko: '판매자', en: 'Merchant' }, ({ merchant }) => merchant],
  [{ ko: '원', en: 'KRW' }, ({ won }) => won],
  ['USDT', ({ point }) => point],
  [{ ko: '상태', en: 'State' }, ({ state }) => p2pStateWords[state]],
]

export const couponColumns: Columns<ConsoleCoupon> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '코드', en: 'Code' }, ({ code }) => code],
  [{ ko: '이름', en: 'Name' }, ({ title }) => title],
  [{ ko: '보너스', en: 'Bonus' }, ({ point }) => point],
  [{ ko: '조건(배)', en: 'Turnover (×)' }, ({ multiple }) => multiple],
  [{ ko: '사용 횟수', en: 'Uses' }, ({ uses }) => uses],
  [{ ko: '최대', en: 'Most uses' }, ({ maxUses }) => maxUses],
  [{ ko: '시작', en: 'Start' }, ({ startsAt }) => timeCell(startsAt)],
  [{ ko: '종료', en: 'End' }, ({ endsAt }) => timeCell(endsAt)],
]

export const articleColumns: Columns<ConsoleArticle> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '종류', en: 'Kind' }, ({ kind }) => articleKindWords[kind]],
  [{ ko: '분류', en: 'Category' }, ({ category }) => (category === null ? '' : articleCategoryWords[category])],
  [{ ko: '제목', en: 'Title' }, ({ title }) => title],
  [{ ko: '상태', en: 'State' }, ({ state }) => noticeStateWords[state]],
  [{ ko: '버전', en: 'Version' }, ({ revision }) => revision ?? ''],
  [{ ko: '동의한 회원', en: 'Members who agreed' }, ({ agreed }) => agreed],
  [{ ko: '도움이 됨', en: 'Helpful' }, ({ helpful }) => helpful],
  [{ ko: '도움이 안 됨', en: 'Not helpful' }, ({ unhelpful }) => unhelpful],
  [{ ko: '대상', en: 'Subject' }, ({ audience }) => audienceWords[audience]],
  [{ ko: '순서', en: 'Order' }, ({ position }) => position],
  [{ ko: '시작', en: 'Start' }, ({ startAt }) => timeCell(startAt)],
  [{ ko: '종료', en: 'End' }, ({ endAt }) => (endAt === null ? '' : timeCell(endAt))],
]

export const economicColumns: Columns<EconomicEvent> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '시각', en: 'Time' }, ({ at }) => timeCell(at)],
  [{ ko: '국가', en: 'Country' }, ({ country }) => country],
  [{ ko: '지표', en: 'Indicator' }, ({ name }) => name],
  [{ ko: '중요도', en: 'Importance' }, ({ importance }) => importance],
  [{ ko: '이전', en: 'Previous' }, ({ previous }) => previous ?? ''],
  [{ ko: '예상', en: 'Forecast' }, ({ forecast }) => forecast ?? ''],
  [{ ko: '실제', en: 'Actual' }, ({ actual }) => actual ?? ''],
  [{ ko: '출처', en: 'Source' }, ({ source }) => source],
]

export const refusedWebhookColumns: Columns<RefusedWebhook> = [
  [{ ko: '시간', en: 'Hour' }, ({ hourAt }) => timeCell(hourAt)],
  [{ ko: '제공사', en: 'Provider' }, ({ provider }) => provider],
  [{ ko: '이유', en: 'Reason' }, ({ fault }) => webhookFaultWords[fault]],
  [{ ko: '횟수', en: 'Count' }, ({ count }) => count],
  [{ ko: '마지막', en: 'Last' }, ({ lastAt }) => timeCell(lastAt)],
  [{ ko: 'IP', en: 'IP' }, ({ lastIp }) => lastIp],
  [{ ko: '크기(바이트)', en: 'Size (bytes)' }, ({ lastBytes }) => lastBytes],
]

export const fixingColumns: Columns<Fixing> = [
  [{ ko: '거래일', en: 'Trading day' }, ({ tradingDay }) => tradingDay],
  [{ ko: '환율(원/달러)', en: 'Rate (KRW a USD)' }, ({ rate }) => rate],
  [{ ko: '출처', en: 'Source' }, ({ source }) => source],
  [{ ko: '기준 시각', en: 'Time of the rate' }, ({ sourceTs }) => timeCell(sourceTs)],
  [{ ko: '고정 시각', en: 'Fixed at' }, ({ at }) => timeCell(at)],
]

export const inquiryColumns: Columns<DeskInquiryRow> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '접수', en: 'Received' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '대기 시작', en: 'Waiting since' }, ({ askedAt }) => timeCell(askedAt)],
  [{ ko: '회원 번호', en: 'Member’s number' }, ({ memberId }) => memberId],
  [{ ko: '아이디', en: 'Username' }, ({ username }) => username],
  [{ ko: '종류', en: 'Kind' }, ({ kind }) => kind],
  [{ ko: '상태', en: 'State' }, ({ state }) => state],
  [{ ko: '문의', en: 'Inquiry' }, ({ question }) => question],
  [{ ko: '담당', en: 'Taken by' }, ({ takenByName }) => takenByName ?? ''],
  [{ ko: '답변', en: 'Answered' }, ({ answeredAt }) => (answeredAt === null ? '' : timeCell(answeredAt))],
]

export const endedChatColumns: Columns<EndedChat> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '회원', en: 'Member' }, ({ name }) => name],
  [{ ko: '아이디', en: 'Username' }, ({ username }) => username],
  [{ ko: '상담원', en: 'Staff' }, ({ staffName }) => staffName ?? ''],
  [{ ko: '시작', en: 'Start' }, ({ openedAt }) => timeCell(openedAt)],
  [{ ko: '종료', en: 'End' }, ({ endedAt }) => timeCell(endedAt)],
  [{ ko: '마지막 메시지', en: 'Last message' }, ({ last }) => last],
]

export const cannedColumns: Columns<CannedAnswer> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '제목', en: 'Title' }, ({ title }) => title],
  [{ ko: '내용', en: 'Content' }, ({ text }) => text],
]

export const messageColumns: Columns<DeskMessage> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '시각', en: 'Time' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '제목', en: 'Title' }, ({ title }) => title],
  [{ ko: '내용', en: 'Content' }, ({ content }) => content],
  [{ ko: '보낸 직원', en: 'Sent by' }, ({ createdByName, createdBy }) => createdByName ?? createdBy ?? ''],
  [{ ko: '읽음', en: 'Read' }, ({ isRead }) => (isRead ? { ko: '예', en: 'Yes' } : '')],
  [{ ko: '삭제', en: 'Deleted' }, ({ isDeleted }) => (isDeleted ? { ko: '예', en: 'Yes' } : '')],
]

export const noticeColumns: Columns<ConsoleNotice> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '분류', en: 'Category' }, ({ category }) => noticeCategoryWords[category]],
  [{ ko: '제목', en: 'Title' }, ({ title }) => title],
  [{ ko: '상태', en: 'State' }, ({ state }) => noticeStateWords[state]],
  [{ ko: '고정', en: 'Pinned' }, ({ isPinned }) => (isPinned ? { ko: '예', en: 'Yes' } : '')],
  [{ ko: '강제 알림', en: 'Must be read' }, ({ isForced }) => (isForced ? { ko: '예', en: 'Yes' } : '')],
  [{ ko: '확인한 회원', en: 'Members who confirmed' }, ({ acks }) => acks],
  [{ ko: '시작', en: 'Start' }, ({ startAt }) => timeCell(startAt)],
  [{ ko: '종료', en: 'End' }, ({ endAt }) => (endAt === null ? '' : timeCell(endAt))],
]

const end = (account: string, sub: string): BothLanguages =>
  inEach((language) => `${wordingIn(accountWord(account), language)} ${sub}`.trim())
export const moveColumns: Columns<HouseMove> = [
  [{ ko: '시각', en: 'Time' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '구분', en: 'What' }, ({ move }) => houseMoveWords[move]],
  [{ ko: '출금 계정', en: 'From' }, ({ creditAccount, creditSub }) => end(creditAccount, creditSub)],
  [{ ko: '입금 계정', en: 'To' }, ({ debitAccount, debitSub }) => end(debitAccount, debitSub)],
  [{ ko: '금액', en: 'Amount' }, ({ amount }) => amount],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '명세의 이름', en: 'Name in the statement' }, ({ reference }) => reference],
  [{ ko: '전표', en: 'Entry' }, ({ txnId }) => txnId],
]

export const callColumns: Columns<OutgoingCall> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '생성 시각', en: 'Created' }, ({ createdAt }) => timeCell(createdAt)],
  [{ ko: '종류', en: 'Kind' }, ({ kind }) => callKindWords[kind]],
  [{ ko: '제공사', en: 'Provider' }, ({ provider }) => provider],
  [{ ko: '상태', en: 'State' }, ({ state }) => callStateWords[state]],
  [{ ko: '시도', en: 'Attempts' }, ({ attempts }) => attempts],
  [{ ko: '종료 시각', en: 'Ended' }, ({ closedAt }) => timeCell(closedAt)],
  [{ ko: '마지막 오류', en: 'Last error' }, ({ lastError }) => lastError],
]

export const eventColumns: Columns<ReceivedEvent> = [
  [{ ko: '수신 시각', en: 'Received' }, ({ receivedAt }) => timeCell(receivedAt)],
  [{ ko: '제공사', en: 'Provider' }, ({ provider }) => provider],
  [{ ko: '종류', en: 'Kind' }, ({ kind }) => kind],
  [{ ko: '제공사 번호', en: 'Provider’s number' }, ({ event }) => event],
  [{ ko: '처리', en: 'Processed' }, ({ state }) => eventStateWords[state]],
  [{ ko: '시도', en: 'Attempts' }, ({ attempts }) => attempts],
  [{ ko: '메모', en: 'Note' }, ({ note }) => note],
]

export const lineColumns: Columns<ReconcileLine> = [
  [{ ko: '원장', en: 'Booked' }, ({ bookedAt }) => timeCell(bookedAt)],
  [{ ko: '신청', en: 'Request' }, ({ refId }) => refId],
  [{ ko: '원장 금액', en: 'Booked amount' }, ({ booked }) => booked],
  [{ ko: '상태', en: 'State' }, ({ state }) => lineStateWords[state]],
  [{ ko: '명세 금액', en: 'Amount in the statement' }, ({ amount }) => amount],
  [{ ko: '수수료', en: 'Fee' }, ({ fee }) => fee],
  [{ ko: '제공사 번호', en: 'Provider’s number' }, ({ providerRef }) => providerRef],
  [{ ko: '메모', en: 'Note' }, ({ reference }) => reference],
  [{ ko: '종류', en: 'Kind' }, ({ kind }) => lineKindWord(kind)],
  [{ ko: '제공사 시각', en: 'Provider’s time' }, ({ at }) => timeCell(at)],
]

export const importLineColumns: Columns<ImportLine> = [
  [{ ko: '구분', en: 'Change' }, ({ change }) => importChangeWords[change]],
  [{ ko: '종류', en: 'Kind' }, ({ kind }) => lineKindWord(kind)],
  [{ ko: '제공사 번호', en: 'Provider’s number' }, ({ providerRef }) => providerRef],
  [{ ko: '메모', en: 'Note' }, ({ reference }) => reference],
  [{ ko: '금액', en: 'Amount' }, ({ amount }) => amount],
  [{ ko: '수수료', en: 'Fee' }, ({ fee }) => fee],
  [{ ko: '제공사 시각', en: 'Provider’s time' }, ({ at }) => timeCell(at)],
]

export const waitingLineColumns: Columns<WaitingLine> = [
  [{ ko: '제공사', en: 'Provider' }, ({ provider }) => provider],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '날짜', en: 'Day' }, ({ day }) => day],
  [{ ko: '종류', en: 'Kind' }, ({ kind }) => lineKindWord(kind)],
  [{ ko: '제공사 번호', en: 'Provider’s number' }, ({ providerRef }) => providerRef],
  [{ ko: '메모', en: 'Note' }, ({ reference }) => reference],
  [{ ko: '신청', en: 'Request' }, ({ requestId }) => requestId],
  [{ ko: '금액', en: 'Amount' }, ({ amount }) => amount],
  [{ ko: '수수료', en: 'Fee' }, ({ fee }) => fee],
  [{ ko: '제공사 시각', en: 'Provider’s time' }, ({ at }) => timeCell(at)],
  [{ ko: '가져온 사람', en: 'Imported by' }, ({ importedByName }) => importedByName],
  [{ ko: '사유', en: 'Reason' }, ({ importReason }) => importReason],
]

export const tariffColumns: Columns<Tariff> = [
  [{ ko: '제공사', en: 'Provider' }, ({ provider }) => provider],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '종류', en: 'Kind' }, ({ kind }) => lineKindWord(kind)],
  [{ ko: '정액', en: 'Fixed' }, ({ fixed }) => fixed],
  [{ ko: '정률(ppm)', en: 'Rate (ppm)' }, ({ ratePpm }) => ratePpm],
  [{ ko: '변경 시각', en: 'Changed' }, ({ updatedAt }) => timeCell(updatedAt)],
]

export const staffColumns: Columns<ListedStaff> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '이름', en: 'Name' }, ({ name }) => name],
  [{ ko: '아이디', en: 'Username' }, ({ username }) => username],
  [{ ko: '역할', en: 'Role' }, ({ role }) => role],
  [{ ko: '사이트', en: 'Site' }, ({ siteIds }) => siteIds.join(' ')],
  [
    { ko: '인증 앱', en: 'Authenticator app' },
    ({ isTotpOn }) => (isTotpOn ? { ko: '등록', en: 'Registered' } : { ko: '없음', en: 'None' }),
  ],
  [{ ko: '사용 중지', en: 'Suspended' }, ({ disabledAt }) => timeCell(disabledAt)],
  [{ ko: '세션', en: 'Sessions' }, ({ sessions }) => sessions],
]

export const partnerColumns: Columns<PartnerRow> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '파트너', en: 'Partner' }, ({ name }) => name],
  [{ ko: '코드', en: 'Code' }, ({ code }) => code],
  [{ ko: '단계', en: 'Level' }, ({ level }) => partnerLevelWord(level)],
  [{ ko: '상위', en: 'Parent' }, ({ parentId }) => parentId],
  [{ ko: '수수료 요율(%)', en: 'Share of fees (%)' }, ({ feeRate }) => feeRate],
  [{ ko: '롤링 요율(%)', en: 'Share of stakes (%)' }, ({ rollRate }) => rollRate],
  [{ ko: '손실 요율(%)', en: 'Share of losses (%)' }, ({ lossRate }) => lossRate],
  [{ ko: '직속 회원', en: 'Direct members' }, ({ memberCount }) => memberCount],
  [{ ko: '상태', en: 'State' }, ({ status }) => partnerStatusWords[status]],
  [{ ko: '생성 시각', en: 'Created at' }, ({ createdAt }) => timeCell(createdAt)],
]

export const commissionColumns: Columns<CommissionLineRow> = [
  [{ ko: '번호', en: 'Number' }, ({ partnerId }) => partnerId],
  [{ ko: '파트너', en: 'Partner' }, ({ name }) => name],
  [{ ko: '하위', en: 'Branch' }, ({ branchName }) => branchName ?? { ko: '직속', en: 'Direct' }],
  [{ ko: '종류', en: 'Type' }, ({ type }) => commissionTypeWords[type]],
  [{ ko: '회원', en: 'Members' }, ({ memberCount }) => memberCount],
  [{ ko: '기준(원)', en: 'Base (KRW)' }, ({ base }) => base],
  [{ ko: '내 요율(%)', en: 'Own rate (%)' }, ({ ownRate }) => ownRate],
  [{ ko: '하위 요율(%)', en: 'Branch rate (%)' }, ({ childRate }) => childRate],
  [{ ko: '몫(원)', en: 'Amount (KRW)' }, ({ amount }) => amount],
  [{ ko: '빠진 회원', en: 'Members left out' }, ({ leftOutCount }) => leftOutCount],
  [{ ko: '빠진 기준(원)', en: 'Base left out (KRW)' }, ({ leftOutBase }) => leftOutBase],
  [{ ko: '이월(원)', en: 'Carried (KRW)' }, ({ carry }) => carry],
]

export const commissionPostingColumns: Columns<CommissionPosting> = [
  [{ ko: '시각', en: 'Time' }, ({ at }) => timeCell(at)],
  [{ ko: '회원', en: 'Member' }, ({ memberId }) => memberId],
  [{ ko: '파트너 번호', en: 'Partner number' }, ({ partnerId }) => partnerId],
  [{ ko: '파트너', en: 'Partner' }, ({ partnerName }) => partnerName],
  [{ ko: '종류', en: 'Type' }, ({ type }) => commissionTypeWords[type]],
  [{ ko: '거래 번호', en: 'Transaction' }, ({ txnId }) => txnId],
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '금액', en: 'Amount' }, ({ amount }) => amount],
]

export const siteColumns: Columns<SiteRow> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '코드', en: 'Code' }, ({ code }) => code],
  [{ ko: '사이트', en: 'Site' }, ({ name }) => name],
  [{ ko: '도메인', en: 'Domains' }, ({ domains }) => domains.join(' ')],
  [{ ko: '운영', en: 'Money mode' }, ({ moneyMode }) => moneyMode],
  [{ ko: '언어', en: 'Language' }, ({ language }) => language],
  [{ ko: '생성 시각', en: 'Created' }, ({ createdAt }) => timeCell(createdAt)],
]

export const actColumns: Columns<ListedAct> = [
  [{ ko: '시각', en: 'Time' }, ({ at }) => timeCell(at)],
  [{ ko: '직원', en: 'Staff' }, ({ staffId }) => staffId],
  [{ ko: '이름', en: 'Name' }, ({ staffName }) => staffName],
  [{ ko: '작업', en: 'What' }, ({ action }) => action],
  [{ ko: '대상', en: 'Subject' }, ({ subjectId }) => subjectId],
  [{ ko: '대상 이름', en: 'Name of the subject' }, ({ subjectName }) => subjectName ?? ''],
  [{ ko: '사유', en: 'Reason' }, ({ reason }) => reason],
  [{ ko: '변경 내용', en: 'Changes' }, ({ changes }) => (changes.length === 0 ? '' : JSON.stringify(changes))],
  [{ ko: '2차 승인자', en: 'Second person' }, ({ approvedBy }) => approvedBy],
  [{ ko: '거절', en: 'Refusal' }, ({ refusal }) => refusal],
  [{ ko: '순번', en: 'Sequence' }, ({ seq }) => seq],
  [{ ko: '해시', en: 'Hash' }, ({ hash }) => hash],
]
