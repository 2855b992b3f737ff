import * as contract from '@maru/contract/desk-words'
import { type BothLanguages, type Wording, wordingIn } from '@maru/contract/language'
import { consoleLanguage } from '../session/language.ts'

// What the house calls its records, in the language of the console.

/** A wording of the server as this page says it. */
export const said = (wording: Wording): string => wordingIn(wording, consoleLanguage())

type Words<K extends string | number> = Readonly<Record<K, BothLanguages>>
/** Words in the language of the console. */
export const inLanguage = <K extends string | number>(words: Words<K>): Readonly<Record<K, string>> => {
  const entries = Object.entries<BothLanguages>(words).map(([name, word]) => [name, said(word)])
  return Object.fromEntries(entries) as Record<K, string>
}

export const traitWords = inLanguage(contract.traitWords)
export const requestStatusWords = inLanguage(contract.requestStatusWords)
export const requestTypeWords = inLanguage(contract.requestTypeWords)
export const callKindWords = inLanguage(contract.callKindWords)
export const callStateWords = inLanguage(contract.callStateWords)
export const eventStateWords = inLanguage(contract.eventStateWords)
export const webhookFaultWords = inLanguage(contract.webhookFaultWords)
export const bookWords = inLanguage(contract.bookWords)
export const sideWords = inLanguage(contract.sideWords)
export const betSideWords = inLanguage(contract.betSideWords)
export const betStatusWords = inLanguage(contract.betStatusWords)
export const tradeTypeWords = inLanguage(contract.tradeTypeWords)
export const orderStatusWords = inLanguage(contract.orderStatusWords)
export const marketTypeWords = inLanguage(contract.marketTypeWords)
export const positionStatusWords = inLanguage(contract.positionStatusWords)
export const memberStatusWords = inLanguage(contract.memberStatusWords)
export const p2pStateWords = inLanguage(contract.p2pStateWords)
export const suspenseCauseWords = inLanguage(contract.suspenseCauseWords)
export const suspenseStateWords = inLanguage(contract.suspenseStateWords)
export const footerWords = inLanguage(contract.footerWords)
export const houseMoveWords = inLanguage(contract.houseMoveWords)
export const settleWords = inLanguage(contract.settleWords)
export const importChangeWords = inLanguage(contract.importChangeWords)
export const productWords = inLanguage(contract.productWords)
export const lineStateWords = inLanguage(contract.lineStateWords)
export const noticeCategoryWords = inLanguage(contract.noticeCategoryWords)
export const articleKindWords = inLanguage(contract.articleKindWords)
export const articleCategoryWords = inLanguage(contract.articleCategoryWords)
export const audienceWords = inLanguage(contract.audienceWords)

export const walletWord = (type: string): string => said(contract.walletWord(type))
/** How far a payout came. */
export const payoutStateWord = (state: string): string => said(contract.payoutStateWord(state))
/** Why something was posted; a reason without a word as it is. */
export const reasonWord = (name: string | null): string => said(contract.reasonWord(name))
/** Reasons that a list can be cut to. */
export const reasons = Object.entries(inLanguage(contract.reasonWords)).map(([value, label]) => ({ value, label }))
/** What ended an order or a position; a code of the error catalogue as it is. */
export const endWord = (name: string | null): string => said(contract.endWord(name))
/** An account of the house; one without a word as it is. */
export const accountWord = (name: string | null): string => said(contract.accountWord(name))
/** What a line of a statement is. */
export const lineKindWord = (name: string | null): string => said(contract.lineKindWord(name))
