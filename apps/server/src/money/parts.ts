import type { Seal } from '../members/index.ts'
import type { SecondFactor } from '../members/second-factor.ts'

/** What the calls of money take over from the members' room. */
export interface MoneyParts {
  readonly seal: Seal
  readonly secondFactor: SecondFactor
}
