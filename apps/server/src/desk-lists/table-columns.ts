import type {
  DeskMerchant,
  HouseAccount,
  HouseStatement,
  LargePosition,
  MarketExposure,
  RoundExposure,
  SiteBank,
  StaffCap,
} from '@maru/contract'
import { accountWord, bookWords, capActWords, sideWords, tradeTypeWords } from '@maru/contract/desk-words'
import { timeCell } from './columns.ts'
import type { Columns } from './file.ts'

// What stands in the files of tables that come whole beside others.

const lineWords = { ROUND: { ko: '회차', en: 'Rounds' }, FUTURES: bookWords.futures, OVERSEA: bookWords.oversea }
const isOpenWord = (isOpen: boolean) => (isOpen ? { ko: '열림', en: 'Open' } : { ko: '닫힘', en: 'Closed' })
const percent = (ppm: number | null): string => (ppm === null ? '' : `${ppm / 10_000}%`)

export const marketColumns: Columns<MarketExposure> = [
  [{ ko: '종목', en: 'Instrument' }, ({ koName }) => koName],
  [{ ko: '상품', en: 'Line' }, ({ line }) => lineWords[line]],
  [{ ko: '현재가', en: 'Price' }, ({ price }) => price],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '롱 인원', en: 'Long members' }, ({ long }) => long.count],
  [{ ko: '롱 명목', en: 'Long notional' }, ({ long }) => long.notional],
  [{ ko: '숏 인원', en: 'Short members' }, ({ short }) => short.count],
  [{ ko: '숏 명목', en: 'Short notional' }, ({ short }) => short.notional],
  [{ ko: '순노출', en: 'Net' }, ({ net }) => net],
  [{ ko: '회원의 미실현 손익', en: 'Unrealised PnL of members' }, ({ pnl }) => pnl],
]

export const largestColumns: Columns<LargePosition> = [
  [{ ko: '회원', en: 'Member' }, ({ username }) => username],
  [{ ko: '종목', en: 'Instrument' }, ({ koName }) => koName],
  [{ ko: '상품', en: 'Line' }, ({ line }) => lineWords[line]],
  [{ ko: '방향', en: 'Side' }, ({ side }) => sideWords[side]],
  [{ ko: '레버리지', en: 'Leverage' }, ({ leverage }) => leverage],
  [{ ko: '명목', en: 'Notional' }, ({ notional }) => notional],
  [{ ko: '미실현 손익', en: 'Unrealised PnL' }, ({ pnl }) => pnl],
  [{ ko: '증거금', en: 'Margin' }, ({ margin }) => margin],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '청산가', en: 'Liquidation price' }, ({ liquidPrice }) => liquidPrice],
]

export const roundColumns: Columns<RoundExposure> = [
  [{ ko: '종목', en: 'Instrument' }, ({ koName }) => koName],
  [{ ko: '유형', en: 'Type' }, ({ type }) => tradeTypeWords[type]],
  [{ ko: '회차', en: 'Round' }, ({ roundNo }) => roundNo],
  [{ ko: '시작', en: 'Starts' }, ({ startAt }) => timeCell(startAt)],
  [{ ko: '종료', en: 'Ends' }, ({ endAt }) => timeCell(endAt)],
  [{ ko: '참여', en: 'Stakes' }, ({ betCount }) => betCount],
  [{ ko: '노출', en: 'Exposure' }, ({ exposure }) => exposure],
  [{ ko: '한도', en: 'Limit' }, ({ maxExposure }) => maxExposure],
]

const kindWords = {
  HELD: { ko: '보유자산', en: 'Held' },
  OWED: { ko: '부채', en: 'Owed' },
  OWN: { ko: '자기자본', en: 'Own' },
} as const

export const accountColumns: Columns<HouseAccount> = [
  [{ ko: '구분', en: 'Kind' }, ({ kind }) => kindWords[kind]],
  [{ ko: '계정', en: 'Account' }, ({ account }) => accountWord(account)],
  [{ ko: '이름', en: 'Name' }, ({ sub }) => sub],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '잔액', en: 'Balance' }, ({ balance }) => balance],
]

export const statementColumns: Columns<HouseStatement> = [
  [{ ko: '제공사', en: 'Provider' }, ({ provider }) => provider],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '날짜', en: 'Day' }, ({ day }) => day],
  [{ ko: '명세', en: 'Statement' }, ({ closing }) => closing],
  [{ ko: '원장', en: 'Ledger' }, ({ ledger }) => ledger],
  [{ ko: '확정', en: 'Final' }, ({ isFinal }) => (isFinal ? { ko: '예', en: 'Yes' } : '')],
  [{ ko: '조회 시각', en: 'Read at' }, ({ readAt }) => timeCell(readAt)],
]

export const merchantColumns: Columns<DeskMerchant> = [
  [{ ko: '번호', en: 'Number' }, ({ id }) => id],
  [{ ko: '상인', en: 'Merchant' }, ({ name }) => name],
  [{ ko: '회원이 살 때', en: 'Members buy' }, ({ buyPpm }) => percent(buyPpm)],
  [{ ko: '회원이 팔 때', en: 'Members sell' }, ({ sellPpm }) => percent(sellPpm)],
  [{ ko: '1회 최소', en: 'Least at once' }, ({ minWon }) => minWon],
  [{ ko: '1회 최대', en: 'Most at once' }, ({ maxWon }) => maxWon],
  [{ ko: '맡긴 USDT', en: 'USDT in advance' }, ({ float }) => float],
  [{ ko: '막은 때', en: 'Blocked at' }, ({ blockedAt }) => timeCell(blockedAt)],
]

export const bankColumns: Columns<SiteBank> = [
  [{ ko: '은행', en: 'Bank' }, ({ bank }) => bank],
  [{ ko: '계좌번호', en: 'Account number' }, ({ number }) => number],
  [{ ko: '예금주', en: 'Holder' }, ({ holder }) => holder],
  [{ ko: '원장 이름', en: 'Name in the ledger' }, ({ sub }) => sub],
  [{ ko: '순서', en: 'Order' }, ({ rank }) => rank],
  [{ ko: '상태', en: 'State' }, ({ isOpen }) => isOpenWord(isOpen)],
]

export const capColumns: Columns<StaffCap> = [
  [{ ko: '역할 · 직원', en: 'Role or person' }, ({ name }) => name],
  [{ ko: '기능', en: 'Act' }, ({ act }) => capActWords[act]],
  [{ ko: '1회 한도(원)', en: 'Limit at once (KRW)' }, ({ won }) => won],
]
