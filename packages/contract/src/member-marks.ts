import { z } from 'zod'
import type { BothLanguages } from './language.ts'

/** What stands in the way of a member, and has to be seen before anything is decided about his money. */
export const MemberMark = z.enum(['FROZEN', 'BAD_DEBT', 'DENY', 'PENDING', 'DEVICE_BLOCKED'])
export type MemberMark = z.infer<typeof MemberMark>
/** All that stand in his way now. */
export const MemberMarks = z.array(MemberMark)
export type MemberMarks = z.infer<typeof MemberMarks>

export const memberMarkWords: Readonly<Record<MemberMark, BothLanguages>> = {
  FROZEN: { ko: '출금 동결', en: 'Withdrawals frozen' },
  BAD_DEBT: { ko: '미수금으로 출금 동결', en: 'Frozen for a debt' },
  DENY: { ko: '이용 정지', en: 'Suspended' },
  PENDING: { ko: '가입 승인 대기', en: 'Sign-up pending' },
  DEVICE_BLOCKED: { ko: '모바일 차단', en: 'Mobile blocked' },
}
