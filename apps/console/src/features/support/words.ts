import type { InquiryKind, InquiryState } from '@maru/contract'

export const kindWords: Readonly<Record<InquiryKind, string>> = {
  MONEY: '입출금',
  TRADE: '거래',
  ROUND: '회차',
  COPY: '카피',
  ACCOUNT: '계정 · 보안',
  ETC: '기타',
}
export const stateWords: Readonly<Record<InquiryState, string>> = { OPEN: '열림', ANSWERED: '답변함', CLOSED: '끝남' }
export const stateTone = { OPEN: 'warn', ANSWERED: 'ok', CLOSED: 'neutral' } as const
