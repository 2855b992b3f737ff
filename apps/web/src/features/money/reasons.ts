import type { moneyTexts } from './texts.ts'

type Translate = (key: keyof typeof moneyTexts.ko) => string

/** Why a request ended as it did: in words, or as staff wrote it. */
export function reasonText(reason: string, t: Translate): string {
  if (reason === 'MEMBER') return t('reasonMember')
  return reason === 'EXPIRED' ? t('reasonExpired') : reason
}
