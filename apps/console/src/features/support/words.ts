import type { InquiryKind, InquiryState } from '@maru/contract'
import { t } from './texts.ts'

export const kindWords: Readonly<Record<InquiryKind, string>> = {
  MONEY: t('kindMoney'),
  TRADE: t('kindTrade'),
  ROUND: t('kindRound'),
  COPY: t('kindCopy'),
  ACCOUNT: t('kindAccount'),
  ETC: t('kindOther'),
}
export const stateWords: Readonly<Record<InquiryState, string>> = {
  OPEN: t('stateOpen'),
  ANSWERED: t('viewAnswered'),
  CLOSED: t('ended'),
}
export const stateTone = { OPEN: 'warn', ANSWERED: 'ok', CLOSED: 'neutral' } as const
