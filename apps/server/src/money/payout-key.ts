import { randomHex } from '../random.ts'

/**
 * A new idempotency key for a payout. It is random, and no id: after a restored backup an id comes again, and the provider would answer for
 * the payout that had it before.
 */
export const newPayoutKey = (): string => `payout-${randomHex(16)}`
