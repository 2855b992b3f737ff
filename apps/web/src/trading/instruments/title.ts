import { currentLanguage } from '@maru/client/i18n/texts'
import { nameOf } from './names.ts'

/** What a message calls a stock: by its Korean name, in English by its symbol. */
export const titleOf = ({ stock, koName }: { readonly stock: string; readonly koName: string }): string =>
  currentLanguage() === 'ko' ? koName : nameOf(stock)
