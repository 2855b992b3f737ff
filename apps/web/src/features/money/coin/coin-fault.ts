import { partsOf } from '../../../kit/decimals.ts'

interface Bounds {
  /** What may leave now. */
  readonly withdrawable: string
  readonly min: string
}

/** Why an amount of coins cannot be withdrawn; null: it can, or none is entered. */
export function coinFault(amount: string, { withdrawable, min }: Bounds): 'exceeds' | 'below' | null {
  if (amount === '' || partsOf(amount) === 0n) return null
  if (partsOf(amount) > partsOf(withdrawable)) return 'exceeds'
  return partsOf(amount) < partsOf(min) ? 'below' : null
}
