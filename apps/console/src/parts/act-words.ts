import { actWords } from '@maru/contract/act-words'
import { said } from './desk-words.ts'

/** What staff did or looked at, in words; what has none as it is. */
export const actWord = (action: string): string => said(actWords(action) ?? action)
