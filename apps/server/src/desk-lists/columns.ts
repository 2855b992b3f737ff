import type {
  Bet,
  CannedAnswer,
  ConsoleArticle,
  ConsoleCoupon,
  ConsoleNotice,
  DeskFill,
  DeskInquiryRow,
  DeskListRow,
  DeskMember,
  DeskMessage,
  DeskOrder,
  DeskP2pOrder,
  DeskPosition,
  DeskSession,
  DnwRow,
  EconomicEvent,
  HouseMove,
  LedgerEntry,
  ListedApproval,
  OutgoingCall,
  ReceivedEvent,
  ReconcileLine,
  SiteRow,
  StaffAct,
  StaffRow,
  Suspense,
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
  lineKindWord,
  lineStateWords,
  marketTypeWords,
  memberStatusWords,
  noticeCategoryWords,
  noticeStateWords,
  orderStatusWords,
  p2pStateWords,
  positionStatusWords,
  reasonWord,
  requestStatusWords,
  requestTypeWords,
  sideWords,
  suspenseCauseWords,
  suspenseStateWords,
  tradeTypeWords,
  walletWord,
} from '@maru/contract/desk-words'
import type { Columns } from './file.ts'

// What stands in the files of the console's lists: never more than the list shows or could show.

const kstOffsetMs = 9 * 3_600_000
/** A moment in Korea, as a spreadsheet reads it. */
export const timeCell = (at: number | null): string | null =>
  at === null ? null : new Date(at + kstOffsetMs).toISOString().slice(0, 19).replace('T', ' ')

export const memberColumns: Columns<DeskMember> = [
  ['번호', ({ id }) => id],
  ['이름', ({ name }) => name],
  ['아이디', ({ username }) => username],
  ['닉네임', ({ nick }) => nick],
  ['휴대폰', ({ phone }) => phone],
  ['이메일', ({ email }) => email],
  ['상태', ({ status }) => memberStatusWords[status]],
  ['모바일', ({ isMobileBlocked }) => (isMobileBlocked ? '차단' : '')],
  ['가입', ({ createdAt }) => timeCell(createdAt)],
]

export const sessionColumns: Columns<DeskSession> = [
  ['로그인', ({ createdAt }) => timeCell(createdAt)],
  ['기기', ({ device }) => device],
  ['IP', ({ ip }) => ip],
  ['마지막 사용', ({ lastSeenAt }) => timeCell(lastSeenAt)],
  ['끝', ({ endedAt }) => timeCell(endedAt)],
  ['끝난 까닭', ({ endReason }) => endReason],
]

export const requestColumns: Columns<DnwRow> = [
  ['번호', ({ id }) => id],
  ['시각', ({ createdAt }) => timeCell(createdAt)],
  ['유형', ({ type }) => requestTypeWords[type]],
  ['지갑', ({ walletType }) => walletWord(walletType)],
  ['상대', ({ account, counterparty }) => account || counterparty],
  ['금액', ({ point }) => point],
  ['통화', ({ currency }) => currency],
  ['수수료', ({ fee }) => fee],
  ['상태', ({ status }) => requestStatusWords[status]],
  ['까닭', ({ reason }) => reason],
  ['처리', ({ processedAt }) => timeCell(processedAt)],
  ['거래', ({ txnId }) => txnId],
]

export const betColumns: Columns<Bet> = [
  ['번호', ({ id }) => id],
  ['시각', ({ createdAt }) => timeCell(createdAt)],
  ['종목', ({ koName }) => koName],
  ['방식', ({ tradeType }) => tradeTypeWords[tradeType]],
  ['회차', ({ roundNo }) => roundNo],
  ['방향', ({ type }) => betSideWords[type]],
  ['금액', ({ point }) => point],
  ['배당률', ({ payoutRate }) => payoutRate],
  ['기준가', ({ strikePrice }) => strikePrice],
  ['마감가', ({ closePrice }) => closePrice],
  ['결과', ({ status }) => betStatusWords[status]],
  ['손익', ({ profit }) => profit],
  ['무효 사유', ({ voidReason }) => voidReason],
]

export const orderColumns: Columns<DeskOrder> = [
  ['번호', ({ id }) => id],
  ['시각', ({ createdAt }) => timeCell(createdAt)],
  ['상품', ({ book }) => bookWords[book]],
  ['종목', ({ koName }) => koName],
  ['방향', ({ side }) => sideWords[side]],
  ['유형', ({ marketType }) => marketTypeWords[marketType]],
  ['수량', ({ qty }) => qty ?? '전량'],
  ['가격', ({ price }) => price],
  ['발동 가격', ({ triggerPrice }) => triggerPrice],
  ['체결 수량', ({ filledQty }) => filledQty],
  ['평균 체결가', ({ avgPrice }) => avgPrice],
  ['수수료', ({ fee }) => fee],
  ['통화', ({ currency }) => currency],
  ['상태', ({ status }) => orderStatusWords[status]],
  ['까닭', ({ reason }) => endWord(reason)],
  ['끝', ({ closedAt }) => timeCell(closedAt)],
]

export const fillColumns: Columns<DeskFill> = [
  ['번호', ({ id }) => id],
  ['시각', ({ createdAt }) => timeCell(createdAt)],
  ['상품', ({ book }) => bookWords[book]],
  ['종목', ({ koName }) => koName],
  ['방향', ({ side }) => sideWords[side]],
  ['유형', ({ marketType }) => marketTypeWords[marketType]],
  ['진입 · 청산', ({ isClose }) => (isClose ? '청산' : '진입')],
  ['수량', ({ qty }) => qty],
  ['가격', ({ price }) => price],
  ['미끄러짐', ({ slippage }) => slippage],
  ['수수료', ({ fee }) => fee],
  ['손익', ({ realizedPnl }) => realizedPnl],
  ['통화', ({ currency }) => currency],
  ['주문', ({ orderId }) => orderId],
  ['포지션', ({ positionId }) => positionId],
]

export const positionColumns: Columns<DeskPosition> = [
  ['번호', ({ id }) => id],
  ['시각', ({ createdAt }) => timeCell(createdAt)],
  ['상품', ({ book }) => bookWords[book]],
  ['종목', ({ koName }) => koName],
  ['방향', ({ side }) => sideWords[side]],
  ['상태', ({ status }) => positionStatusWords[status]],
  ['수량', ({ qty }) => qty],
  ['진입가', ({ entryPrice }) => entryPrice],
  ['청산가', ({ closePrice }) => closePrice],
  ['레버리지', ({ leverage }) => leverage],
  ['증거금', ({ margin }) => margin],
  ['수수료', ({ fee }) => fee],
  ['펀딩 · 보유 비용', ({ funding }) => funding],
  ['실현 손익', ({ realizedPnl }) => realizedPnl],
  ['통화', ({ currency }) => currency],
  ['끝낸 것', ({ closeReason }) => endWord(closeReason)],
  ['끝', ({ closedAt }) => timeCell(closedAt)],
]

export const ledgerColumns: Columns<LedgerEntry> = [
  ['시각', ({ at }) => timeCell(at)],
  ['회원', ({ memberId }) => memberId],
  ['유형', ({ reason }) => reasonWord(reason)],
  ['지갑', ({ walletType }) => walletWord(walletType)],
  ['증감', ({ amount }) => amount],
  ['잔액', ({ balance }) => balance],
  ['통화', ({ currency }) => currency],
  ['거래', ({ txnId }) => txnId],
  ['근거', ({ refId }) => refId],
]

export const deskColumns: Columns<DeskListRow> = [
  ['번호', ({ id }) => id],
  ['신청', ({ createdAt }) => timeCell(createdAt)],
  ['유형', ({ type }) => requestTypeWords[type]],
  ['회원', ({ memberId }) => memberId],
  ['아이디', ({ username }) => username],
  ['이름', ({ name }) => name],
  ['계좌', ({ account }) => account],
  ['금액', ({ point }) => point],
  ['통화', ({ currency }) => currency],
  ['상태', ({ status }) => requestStatusWords[status]],
  ['위험 표시', ({ flagWords }) => flagWords.join(' / ')],
  ['처리', ({ processedAt }) => timeCell(processedAt)],
]

export const approvalColumns: Columns<ListedApproval> = [
  ['번호', ({ id }) => id],
  ['요청', ({ createdAt }) => timeCell(createdAt)],
  ['무엇을', ({ kind }) => kind],
  ['대상', ({ subjectId }) => subjectId],
  [
    '내용',
    ({ fields }) =>
      fields
        .map(({ label, before, after }) => `${label} ${before === null ? '' : `${before} → `}${after ?? '없음'}`)
        .join(' · '),
  ],
  ['사유', ({ reason }) => reason],
  ['요청한 직원', ({ requestedByName }) => requestedByName],
  ['기한', ({ expiresAt }) => timeCell(expiresAt)],
  ['상태', ({ state }) => state],
]

export const suspenseColumns: Columns<Suspense> = [
  ['번호', ({ id }) => id],
  ['들어온 때', ({ createdAt }) => timeCell(createdAt)],
  ['보낸 이', ({ payer }) => payer],
  ['제공사', ({ provider }) => provider],
  ['제공사 번호', ({ providerRef }) => providerRef],
  ['금액', ({ amount }) => amount],
  ['통화', ({ currency }) => currency],
  ['까닭', ({ cause }) => suspenseCauseWords[cause]],
  ['상태', ({ state }) => suspenseStateWords[state]],
  ['처리', ({ closedAt }) => timeCell(closedAt)],
]

export const p2pColumns: Columns<DeskP2pOrder> = [
  ['번호', ({ id }) => id],
  ['주문', ({ createdAt }) => timeCell(createdAt)],
  ['회원', ({ memberId }) => memberId],
  ['이름', ({ name }) => name],
  ['판매자', ({ merchant }) => merchant],
  ['원', ({ won }) => won],
  ['USDT', ({ point }) => point],
  ['상태', ({ state }) => p2pStateWords[state]],
]

export const couponColumns: Columns<ConsoleCoupon> = [
  ['번호', ({ id }) => id],
  ['코드', ({ code }) => code],
  ['이름', ({ title }) => title],
  ['보너스', ({ point }) => point],
  ['조건(배)', ({ multiple }) => multiple],
  ['쓴 수', ({ uses }) => uses],
  ['최대', ({ maxUses }) => maxUses],
  ['시작', ({ startsAt }) => timeCell(startsAt)],
  ['끝', ({ endsAt }) => timeCell(endsAt)],
]

export const articleColumns: Columns<ConsoleArticle> = [
  ['번호', ({ id }) => id],
  ['종류', ({ kind }) => articleKindWords[kind]],
  ['분류', ({ category }) => (category === null ? '' : articleCategoryWords[category])],
  ['제목', ({ title }) => title],
  ['상태', ({ state }) => noticeStateWords[state]],
  ['판', ({ revision }) => revision ?? ''],
  ['동의한 회원', ({ agreed }) => agreed],
  ['대상', ({ audience }) => audienceWords[audience]],
  ['차례', ({ position }) => position],
  ['시작', ({ startAt }) => timeCell(startAt)],
  ['끝', ({ endAt }) => (endAt === null ? '' : timeCell(endAt))],
]

export const economicColumns: Columns<EconomicEvent> = [
  ['번호', ({ id }) => id],
  ['시각', ({ at }) => timeCell(at)],
  ['국가', ({ country }) => country],
  ['지표', ({ name }) => name],
  ['중요도', ({ importance }) => importance],
  ['이전', ({ previous }) => previous ?? ''],
  ['예상', ({ forecast }) => forecast ?? ''],
  ['실제', ({ actual }) => actual ?? ''],
  ['출처', ({ source }) => source],
]

export const inquiryColumns: Columns<DeskInquiryRow> = [
  ['번호', ({ id }) => id],
  ['접수', ({ createdAt }) => timeCell(createdAt)],
  ['기다린 때', ({ askedAt }) => timeCell(askedAt)],
  ['회원 번호', ({ memberId }) => memberId],
  ['아이디', ({ username }) => username],
  ['종류', ({ kind }) => kind],
  ['상태', ({ state }) => state],
  ['문의', ({ question }) => question],
  ['담당', ({ takenByName }) => takenByName ?? ''],
  ['답변', ({ answeredAt }) => (answeredAt === null ? '' : timeCell(answeredAt))],
]

export const cannedColumns: Columns<CannedAnswer> = [
  ['번호', ({ id }) => id],
  ['제목', ({ title }) => title],
  ['내용', ({ text }) => text],
]

export const messageColumns: Columns<DeskMessage> = [
  ['번호', ({ id }) => id],
  ['때', ({ createdAt }) => timeCell(createdAt)],
  ['제목', ({ title }) => title],
  ['내용', ({ content }) => content],
  ['보낸 직원', ({ createdBy }) => createdBy ?? ''],
  ['읽음', ({ isRead }) => (isRead ? '예' : '')],
  ['삭제', ({ isDeleted }) => (isDeleted ? '예' : '')],
]

export const noticeColumns: Columns<ConsoleNotice> = [
  ['번호', ({ id }) => id],
  ['분류', ({ category }) => noticeCategoryWords[category]],
  ['제목', ({ title }) => title],
  ['상태', ({ state }) => noticeStateWords[state]],
  ['고정', ({ isPinned }) => (isPinned ? '예' : '')],
  ['꼭 읽음', ({ isForced }) => (isForced ? '예' : '')],
  ['확인한 회원', ({ acks }) => acks],
  ['시작', ({ startAt }) => timeCell(startAt)],
  ['끝', ({ endAt }) => (endAt === null ? '' : timeCell(endAt))],
]

const end = (account: string, sub: string): string => `${accountWord(account)} ${sub}`.trim()
export const moveColumns: Columns<HouseMove> = [
  ['때', ({ createdAt }) => timeCell(createdAt)],
  ['무엇', ({ move }) => houseMoveWords[move]],
  ['나온 곳', ({ creditAccount, creditSub }) => end(creditAccount, creditSub)],
  ['들어간 곳', ({ debitAccount, debitSub }) => end(debitAccount, debitSub)],
  ['금액', ({ amount }) => amount],
  ['통화', ({ currency }) => currency],
  ['명세의 이름', ({ reference }) => reference],
  ['전표', ({ txnId }) => txnId],
]

export const callColumns: Columns<OutgoingCall> = [
  ['번호', ({ id }) => id],
  ['만든 때', ({ createdAt }) => timeCell(createdAt)],
  ['종류', ({ kind }) => callKindWords[kind]],
  ['제공사', ({ provider }) => provider],
  ['상태', ({ state }) => callStateWords[state]],
  ['시도', ({ attempts }) => attempts],
  ['끝난 때', ({ closedAt }) => timeCell(closedAt)],
  ['마지막 오류', ({ lastError }) => lastError],
]

export const eventColumns: Columns<ReceivedEvent> = [
  ['받은 때', ({ receivedAt }) => timeCell(receivedAt)],
  ['제공사', ({ provider }) => provider],
  ['종류', ({ kind }) => kind],
  ['제공사 번호', ({ event }) => event],
  ['처리', ({ state }) => eventStateWords[state]],
  ['시도', ({ attempts }) => attempts],
  ['메모', ({ note }) => note],
]

export const lineColumns: Columns<ReconcileLine> = [
  ['원장에', ({ bookedAt }) => timeCell(bookedAt)],
  ['신청', ({ refId }) => refId],
  ['원장 금액', ({ booked }) => booked],
  ['상태', ({ state }) => lineStateWords[state]],
  ['명세 금액', ({ amount }) => amount],
  ['수수료', ({ fee }) => fee],
  ['제공사 번호', ({ providerRef }) => providerRef],
  ['메모', ({ reference }) => reference],
  ['종류', ({ kind }) => lineKindWord(kind)],
  ['제공사 시각', ({ at }) => timeCell(at)],
]

export const staffColumns: Columns<StaffRow> = [
  ['번호', ({ id }) => id],
  ['이름', ({ name }) => name],
  ['아이디', ({ username }) => username],
  ['역할', ({ role }) => role],
  ['사이트', ({ siteIds }) => siteIds.join(' ')],
  ['인증 앱', ({ isTotpOn }) => (isTotpOn ? '등록' : '없음')],
  ['사용 중지', ({ disabledAt }) => timeCell(disabledAt)],
]

export const siteColumns: Columns<SiteRow> = [
  ['번호', ({ id }) => id],
  ['코드', ({ code }) => code],
  ['사이트', ({ name }) => name],
  ['도메인', ({ domains }) => domains.join(' ')],
  ['운영', ({ moneyMode }) => moneyMode],
  ['언어', ({ language }) => language],
  ['만든 때', ({ createdAt }) => timeCell(createdAt)],
]

export const actColumns: Columns<StaffAct> = [
  ['시각', ({ at }) => timeCell(at)],
  ['직원', ({ staffId }) => staffId],
  ['무엇을', ({ action }) => action],
  ['대상', ({ subjectId }) => subjectId],
  ['사유', ({ reason }) => reason],
  ['바뀐 것', ({ changes }) => (changes.length === 0 ? '' : JSON.stringify(changes))],
  ['두 번째', ({ approvedBy }) => approvedBy],
  ['거절', ({ refusal }) => refusal],
  ['순번', ({ seq }) => seq],
  ['해시', ({ hash }) => hash],
]
