import { currentLanguage } from '@maru/client/i18n/texts'
import { nameOf } from '../../trading/index.ts'

/** What a contract is called: by its Korean name, in English by its symbol. */
export const titleOf = ({ stock, koName }: { readonly stock: string; readonly koName: string }): string =>
  currentLanguage() === 'ko' ? koName : nameOf(stock)
