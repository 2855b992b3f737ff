import type { Seal } from '../members/index.ts'
import type { SecondFactor } from '../members/second-factor.ts'
import type { Providers } from '../providers/port.ts'

/** What the calls of money take over from other rooms. */
export interface MoneyParts {
  readonly seal: Seal
  readonly secondFactor: SecondFactor
  readonly providers: Providers
}
