import { p2pSending } from './calls.ts'
import { p2pAnswered } from './merchant-news.ts'
import { blockMerchant, openMerchant, setMerchant } from './merchants.ts'
import { p2pOpen } from './open.ts'
import { p2pCancel, p2pDecide, p2pDispute, p2pPaid, p2pRelease } from './order-steps.ts'

/** Coins between members and merchants: commands of the book of money. */
export const p2pCommands = {
  p2pOpen: { actors: ['member'], key: 'client', run: p2pOpen },
  p2pPaid: { actors: ['member'], key: 'client', run: p2pPaid },
  p2pCancel: { actors: ['member'], key: 'client', run: p2pCancel },
  p2pRelease: { actors: ['member'], key: 'client', run: p2pRelease },
  p2pDispute: { actors: ['member'], key: 'client', run: p2pDispute },
  p2pAnswered: { actors: ['provider'], key: 'external', run: p2pAnswered },
  p2pSending: { actors: ['system'], key: 'none', run: p2pSending },
  p2pDecide: { actors: ['staff'], key: 'client', run: p2pDecide },
  openMerchant: { actors: ['system'], key: 'none', run: openMerchant },
  setMerchant: { actors: ['staff'], key: 'client', run: setMerchant },
  blockMerchant: { actors: ['staff'], key: 'client', run: blockMerchant },
} as const
