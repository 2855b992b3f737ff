import type { DeskProfile, MemberStatus } from '@maru/contract'

export const statusWords: Readonly<Record<MemberStatus, string>> = {
  PENDING: '가입 승인 대기',
  ACTIVE: '정상',
  DENY: '이용 정지',
}

/** Is all that would leave of a member stopped by the desk? */
export const isFrozen = ({ wallets }: Pick<DeskProfile, 'wallets'>): boolean =>
  wallets.some(({ held }) => held.some(({ cause }) => cause === 'FROZEN'))

/** How many of the four proofs a member has given. */
export const proofsOf = ({ verified: { phoneAt, emailAt, identityAt, hasTotp } }: Pick<DeskProfile, 'verified'>) =>
  [phoneAt !== null, emailAt !== null, identityAt !== null, hasTotp].filter(Boolean).length

/** Whole won of a grant: digits without a leading zero. */
export const isWon = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)
