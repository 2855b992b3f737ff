import type { moneyTexts } from './texts.ts'

type Translate = (key: keyof typeof moneyTexts.ko) => string

/** Why a request ended as it did: in words, or as staff wrote it. */
export function reasonText(reason: string, t: Translate): string {
  if (reason === 'MEMBER') return t('reasonMember')
  if (reason === 'DEMO_GRANT') return t('reasonDemoGrant')
  if (reason === 'PARTNER_COMMISSION') return t('reasonCommission')
  if (reason === 'TRADER_SHARE') return t('reasonTraderShare')
  if (reason === 'COPY_SHARE_BACK') return t('reasonShareBack')
  if (isOfBonus(reason)) return t(reason)
  return reason === 'EXPIRED' ? t('reasonExpired') : reason
}

const ofBonus = ['BONUS_CONVERTED', 'BONUS_EXPIRED', 'BONUS_FORFEITED', 'BONUS_CAP'] as const
const isOfBonus = (reason: string): reason is (typeof ofBonus)[number] =>
  (ofBonus as readonly string[]).includes(reason)
