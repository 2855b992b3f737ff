import { currentLanguage } from '@maru/client/i18n/texts'

const compact = {
  ko: new Intl.NumberFormat('ko', { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
  en: new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
}
/** `250만`, `2.5M`. */
export const shortQty = (qty: number): string => compact[currentLanguage()].format(qty)
