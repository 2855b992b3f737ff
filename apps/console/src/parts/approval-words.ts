import { approvalKindWords } from '@maru/contract/approval-words'
import { inLanguage } from './desk-words.ts'

/** What each kind of approval is called. */
export const kindWords = inLanguage(approvalKindWords)
