import type { MyWallet } from '@maru/contract'
import type { End } from '../convert/ends.ts'

/** What may move between own wallets: what is available, never below zero. */
export const freeOf = (wallets: readonly MyWallet[], end: End): string =>
  floored(wallets.find(({ type }) => type === end)?.point)

/** What may leave to another member. */
export const leavingOf = (wallets: readonly MyWallet[], end: End): string =>
  floored(wallets.find(({ type }) => type === end)?.withdrawable)

/** Whether something above zero was typed. */
export const isAmount = (text: string): boolean => /[1-9]/.test(text)

const floored = (amount = '0'): string => (amount.startsWith('-') ? '0' : amount)
