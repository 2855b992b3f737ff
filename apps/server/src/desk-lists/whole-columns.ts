import type {
  ConfigKey,
  ProviderHealth,
  ProviderSetting,
  ReconcileBreak,
  SiteOverview,
  StaffRole,
} from '@maru/contract'
import { type BothLanguages, inEach, type Wording, wordingIn } from '@maru/contract/language'
import { type Permission, rightOf } from '@maru/contract/permissions'
import { settingText } from '@maru/contract/setting-text'
import {
  breakColumnWord,
  breakerWords,
  partWords,
  providerSourceWords,
  providerWord,
  providerWorkWord,
  rightWords,
  roleWords,
  ruleWord,
} from '@maru/contract/table-words'
import { timeCell } from './columns.ts'
import type { Columns } from './file.ts'

// What stands in the files of tables that pages put together themselves.

export const healthColumns: Columns<ProviderHealth> = [
  [{ ko: '제공사', en: 'Provider' }, ({ provider }) => providerWord(provider)],
  [{ ko: '차단기', en: 'Breaker' }, ({ breaker }) => breakerWords[breaker]],
  [{ ko: '지급 중단(백업 시점)', en: 'Payouts barred (backup of)' }, ({ barred }) => timeCell(barred?.since ?? null)],
  [{ ko: '24시간 완료', en: 'Done in 24 h' }, ({ done }) => done],
  [{ ko: '24시간 실패', en: 'Failed in 24 h' }, ({ failed }) => failed],
  [{ ko: 'p95(ms)', en: 'p95 (ms)' }, ({ p95Ms }) => p95Ms],
  [{ ko: '마지막 완료', en: 'Last done' }, ({ lastDoneAt }) => timeCell(lastDoneAt)],
  [{ ko: '마지막 실패', en: 'Last failed' }, ({ lastFailedAt }) => timeCell(lastFailedAt)],
  [{ ko: '대기', en: 'Waiting' }, ({ waiting }) => waiting],
  [{ ko: '결과 불명', en: 'Unknown' }, ({ unknown }) => unknown],
  [{ ko: '마지막 알림', en: 'Last webhook' }, ({ webhookAt }) => timeCell(webhookAt)],
  [{ ko: '기다리는 알림', en: 'Webhooks waiting' }, ({ webhooksWaiting }) => webhooksWaiting],
  [{ ko: '읽을 수 없는 알림', en: 'Faulty webhooks' }, ({ webhooksFaulty }) => webhooksFaulty],
]

/** A number of the configuration where it holds. */
export interface SettingLine {
  readonly place: Wording
  readonly key: ConfigKey
  readonly value: unknown
  readonly shipped: unknown
  readonly version: number
  readonly since: number | null
}

const valueIn = (value: unknown, key: ConfigKey) =>
  value === undefined ? '' : inEach((language) => settingText(value, key, language))

export const settingColumns: Columns<SettingLine> = [
  [{ ko: '대상', en: 'Subject' }, ({ place }) => place],
  [{ ko: '설정', en: 'Setting' }, ({ key }) => key.name],
  [{ ko: '키', en: 'Key' }, ({ key }) => key.key],
  [{ ko: '값', en: 'Value' }, ({ key, value }) => valueIn(value, key)],
  [{ ko: '기본값', en: 'Default' }, ({ key, shipped }) => valueIn(shipped, key)],
  [{ ko: '버전', en: 'Version' }, ({ version }) => version],
  [{ ko: '적용 시점', en: 'In force from' }, ({ since }) => timeCell(since)],
]

/** A rule of the audit with one of the rows that break it; a rule that holds has a line without one. */
export interface RuleLine {
  readonly rule: string
  readonly count: number
  readonly row: ReconcileBreak['rows'][number] | null
}

const rowText = (row: NonNullable<RuleLine['row']>): BothLanguages =>
  inEach((language) =>
    Object.entries(row)
      .map(([name, value]) => `${wordingIn(breakColumnWord(name), language)}: ${value ?? '–'}`)
      .join(' · '),
  )

export const ruleColumns: Columns<RuleLine> = [
  [{ ko: '규칙', en: 'Rule' }, ({ rule }) => ruleWord(rule)],
  [{ ko: '불일치', en: 'Rows that disagree' }, ({ count }) => count],
  [{ ko: '줄', en: 'Row' }, ({ row }) => (row === null ? '' : rowText(row))],
]

const roles = Object.keys(roleWords) as StaffRole[]
/** The parts of the house, one a line. */
export const rightParts = Object.keys(partWords) as Permission[]
export const rightColumns: Columns<Permission> = [
  [{ ko: '할 수 있는 일', en: 'What' }, (part) => partWords[part] ?? part],
  ...roles.map((role): Columns<Permission>[number] => [roleWords[role], (part) => rightWords[rightOf(role, part)]]),
]

export const siteOverviewColumns: Columns<SiteOverview> = [
  [{ ko: '사이트', en: 'Site' }, ({ name }) => name],
  [{ ko: '접속 회원', en: 'Members online' }, ({ online }) => online],
  [{ ko: '입금 대기', en: 'Deposits waiting' }, ({ deposits }) => deposits],
  [{ ko: '출금 대기', en: 'Withdrawals waiting' }, ({ withdrawals }) => withdrawals],
  [{ ko: '승인 대기', en: 'Approvals waiting' }, ({ approvals }) => approvals],
  [{ ko: '기타', en: 'Others' }, ({ others }) => others],
  [{ ko: '가장 오래된 대기', en: 'Oldest' }, ({ oldestAt }) => timeCell(oldestAt)],
  [{ ko: '오늘 입금(원)', en: 'Deposits today (KRW)' }, ({ todayIn }) => todayIn],
  [{ ko: '오늘 출금(원)', en: 'Withdrawals today (KRW)' }, ({ todayOut }) => todayOut],
]

/** Never more of a key than the page shows: its name and its last four letters. */
const keysText = (keys: ProviderSetting['call']): string =>
  keys.map(({ id, lastFour }) => `${id} ····${lastFour}`).join(', ')

export const providerSettingColumns: Columns<ProviderSetting> = [
  [{ ko: '기능', en: 'Does' }, ({ name }) => providerWorkWord(name)],
  [{ ko: '제공사', en: 'Provider' }, ({ name }) => name],
  [{ ko: '연결', en: 'Connection' }, ({ source }) => providerSourceWords[source]],
  [{ ko: '주소', en: 'Address' }, ({ baseUrl }) => baseUrl],
  [{ ko: '호출 키', en: 'Call key' }, ({ call }) => keysText(call)],
  [{ ko: '알림 키', en: 'Notification key' }, ({ webhook }) => keysText(webhook)],
  [{ ko: '변경 시각', en: 'Changed at' }, ({ updatedAt }) => timeCell(updatedAt)],
]

/** A wallet or a coin of a site. null: it has no such switch. */
export interface WalletLine {
  readonly name: Wording
  readonly currency: string
  readonly isShown: boolean | null
  readonly isDeposited: boolean | null
  readonly isBought: boolean | null
}
const onOff = (isOn: boolean | null) =>
  isOn === null ? '' : isOn ? { ko: '켜짐', en: 'On' } : { ko: '꺼짐', en: 'Off' }

export const walletColumns: Columns<WalletLine> = [
  [{ ko: '지갑', en: 'Wallet' }, ({ name }) => name],
  [{ ko: '통화', en: 'Currency' }, ({ currency }) => currency],
  [{ ko: '표시', en: 'Shown' }, ({ isShown }) => onOff(isShown)],
  [{ ko: '입금', en: 'Deposit' }, ({ isDeposited }) => onOff(isDeposited)],
  [{ ko: '구매', en: 'Purchase' }, ({ isBought }) => onOff(isBought)],
]
