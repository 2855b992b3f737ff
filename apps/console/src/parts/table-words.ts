import * as contract from '@maru/contract/table-words'
import { inLanguage, said } from './desk-words.ts'

// What tables that come whole call their rows, in the language of the console.

export const roleWords = inLanguage(contract.roleWords)
export const partnerStatusWords = inLanguage(contract.partnerStatusWords)
export const commissionStatusWords = inLanguage(contract.commissionStatusWords)
export const commissionTypeWords = inLanguage(contract.commissionTypeWords)
export const rightWords = inLanguage(contract.rightWords)
export const breakerWords = inLanguage(contract.breakerWords)
export const providerSourceWords = inLanguage(contract.providerSourceWords)

export const partnerLevelWord = (level: number): string => said(contract.partnerLevelWord(level))
export const ruleWord = (rule: string): string => said(contract.ruleWord(rule))
export const breakColumnWord = (column: string): string => said(contract.breakColumnWord(column))
export const providerWord = (name: string): string => said(contract.providerWord(name))
export const providerWorkWord = (name: string): string => said(contract.providerWorkWord(name))
