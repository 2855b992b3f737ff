import { currentLanguage } from '../../i18n/texts.ts'

const compact = {
  ko: new Intl.NumberFormat('ko', { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
  en: new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' }),
}
/** `250만`, `2.5M`. */
export const shortQty = (qty: number): string => compact[currentLanguage()].format(qty)

/** The text node stays: a new one for every message would be litter. */
export function writeText(element: HTMLElement, text: string) {
  const node = element.firstChild
  if (!(node instanceof Text)) element.textContent = text
  else if (node.data !== text) node.data = text
}
