import { z } from 'zod'
import { WalletType } from './enums.ts'
import { Decimal, EpochMs, Id } from './primitives.ts'

/** Coins on their way to a member. */
export const CoinArrival = z.object({
  network: z.string(),
  txid: z.string(),
  output: z.int(),
  coin: WalletType,
  walletType: WalletType.meta({ description: 'Where they go to' }),
  amount: Decimal,
  confirmations: z.int(),
  needed: z.int().meta({ description: 'So many confirmations credit them; twice as many let them leave' }),
  state: z.enum(['SEEN', 'CREDITED', 'FINAL', 'REORGED', 'SUSPENDED']),
  dnwId: Id.nullable().meta({ description: 'The deposit, once they are credited' }),
  createdAt: EpochMs,
})
export type CoinArrival = z.infer<typeof CoinArrival>
