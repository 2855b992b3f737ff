import { type ApprovalField, type Currency, flagWords } from '@maru/contract'
import { requestStatusWords, requestTypeWords, walletWord } from '@maru/contract/desk-words'
import { inEach, wordingIn } from '@maru/contract/language'
import { dnwWire } from '@maru/core'
import { field, moneyText, none, timeText } from '../approvals/index.ts'
import { maskedName, type NamedRow } from './desk-rows.ts'
import { maskName, maskUsername } from './masks.ts'

/** Everything that the second person lets happen by agreeing to a request about money. */
export function requestFields(row: NamedRow): ApprovalField[] {
  const currency = row.currency as Currency
  const isDeposit = row.type === 'D'
  const { account } = dnwWire(row)
  const flags = flagWords(row.flags)
  return [
    field(
      requestTypeWords[row.type],
      { ko: '심사', en: 'In review' },
      requestStatusWords[isDeposit ? 'COMPLETED' : 'APPROVED'],
    ),
    field({ ko: '회원', en: 'Member' }, null, `${maskUsername(row.username)} ${maskName(row.name)} (${row.memberId})`),
    field({ ko: '지갑', en: 'Wallet' }, null, walletWord(row.walletType)),
    field({ ko: '금액', en: 'Amount' }, null, moneyText(row.point, currency)),
    field({ ko: '수수료', en: 'Fee' }, null, moneyText(row.fee, currency)),
    ...(isDeposit
      ? []
      : [field({ ko: '보낼 금액', en: 'To be sent' }, null, moneyText(row.point - row.fee, currency))]),
    field(isDeposit ? { ko: '보낸 계좌', en: 'From' } : { ko: '받는 계좌', en: 'To' }, null, account ?? none),
    field({ ko: '상대', en: 'Counterparty' }, null, maskedName(row.counterparty) ?? none),
    field({ ko: '신청 시각', en: 'Requested at' }, null, timeText(row.createdAt)),
    field(
      { ko: '위험 표시', en: 'Risk flags' },
      null,
      flags.length === 0 ? none : inEach((language) => flags.map((one) => wordingIn(one, language)).join(' / ')),
    ),
  ]
}
