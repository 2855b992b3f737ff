import type { Collector } from './effects.ts'
import type { Wallet } from './ledger.ts'
import { formatMinor } from './money.ts'

/** Tells a member what his wallet holds and what of it waits. */
export function announceWallet(wallet: Wallet, effects: Collector): void {
  const { siteId, memberId, type, currency, posted, reserved } = wallet.row
  effects.tell({ siteId, memberId, queue: 'point' }, 'POINT', () => ({
    type,
    currency,
    point: formatMinor(posted - reserved, currency),
    gameWaitPoint: formatMinor(reserved, currency),
  }))
}
